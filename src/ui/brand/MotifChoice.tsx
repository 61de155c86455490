import './motif-choice.css';
import { useId } from 'react';
import type { Palette } from '#api/domain/brand-palette.ts';
import { createCoverInks } from '#api/domain/brand-styles.ts';
import { type CoverMotif, coverMotifLabels, coverMotifs } from '#api/domain/cover-motifs.ts';
import { DrawnCover } from '#src/ui/covers/DrawnCover.tsx';

type Props = {
  value: CoverMotif;
  onChange: (motif: CoverMotif) => void;
  /** Whose colours the samples wear; null: the demo's. */
  palette: Palette | null;
};

/** Draws the same cover of a motif each time. */
const SEED = 'a sample';

/** What drawn covers show, each with a sample in the palette. */
export function MotifChoice({ value, onChange, palette }: Props) {
  const name = useId();
  const inks = palette ? createCoverInks(palette)[0] : undefined;
  return (
    <fieldset className="motifs">
      <legend>Covers</legend>
      <p className="field-hint">Drawn in your palette for posts and pages that have no image.</p>
      <div className="motif-options">
        {coverMotifs.map((motif) => (
          <label key={motif} className="motif">
            <input type="radio" name={name} checked={motif === value} onChange={() => onChange(motif)} />
            <DrawnCover seed={SEED} categoryId={0} motif={motif} inks={inks} />
            {coverMotifLabels[motif]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
