import './cover.css';
import { type CSSProperties, useMemo } from 'react';
import type { CoverInks } from '#api/domain/brand-styles.ts';
import type { CoverMotif } from '#api/domain/cover-motifs.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { drawCover } from './generated-cover.ts';

type Props = {
  /** Decides how it is drawn: the address of the post. */
  seed: string;
  categoryId: number | null | undefined;
  className?: string;
  motif?: CoverMotif;
  /** Other inks than those of the page. */
  inks?: CoverInks | undefined;
};

const PATH = /<path class="(\w)" d="([^"]+)"\/>/g;

/** The drawn cover of a post in an island. */
export function DrawnCover({ seed, categoryId, className, motif = getSiteFacts().motif, inks }: Props) {
  const { palette, shapes } = useMemo(() => drawCover(seed, categoryId ?? undefined, motif), [seed, categoryId, motif]);
  return (
    <svg
      className={['cover', className, `p${palette}`].filter(Boolean).join(' ')}
      viewBox="0 0 60 36"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={inks && ({ '--bg': inks.bg, '--a': inks.a, '--b': inks.b, '--c': inks.c } as CSSProperties)}
    >
      {[...shapes.matchAll(PATH)].map(([path, ink, d]) => (
        <path key={path} className={ink} d={d} />
      ))}
    </svg>
  );
}
