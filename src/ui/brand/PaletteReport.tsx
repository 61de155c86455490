import '#src/ui/navigation/tabs.css';
import './palette-report.css';
import {
  formatRatio,
  type PaletteAdjustment,
  type PaletteTheme,
  type PaletteUse,
  reportPalette,
} from '#api/domain/brand-palette.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  /** '#rrggbb' */
  colour: string;
  second: string | null;
  theme: PaletteTheme;
  onThemeChange: (theme: PaletteTheme) => void;
  /** Leads back to the field of the colour. */
  onChooseAnother: () => void;
};

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const verdicts = {
  adjusted: { tone: 'green', label: 'Adjusted' },
  passes: { tone: 'grey', label: 'Passes' },
  'no-text': { tone: 'grey', label: 'No text' },
} as const;

/** The palette that follows from the company's colours: each use, its contrast, and what was adjusted for it. */
export function PaletteReport({ colour, second, theme, onThemeChange, onChooseAnother }: Props) {
  const { uses, adjustment } = reportPalette(colour, second, theme);
  return (
    <div className="palette-report">
      {adjustment && <AdjustmentNote adjustment={adjustment} onChooseAnother={onChooseAnother} />}
      <div className="palette-head">
        <h3>Palette</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div className="segments" role="group" aria-label="Palette for">
          {themes.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={name === theme} onClick={() => onThemeChange(name)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <table className="palette">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Sample</th>
            <th scope="col">Use</th>
            <th scope="col">Contrast</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {uses.map((use) => (
            <UseRow key={use.name} use={use} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UseRow({ use }: { use: PaletteUse }) {
  const { tone, label } = verdicts[use.verdict];
  return (
    <tr>
      <td>
        <span
          className="sample"
          style={{ background: use.kind === 'image' ? use.colour : use.ground, color: use.colour }}
          aria-hidden="true"
        >
          {use.kind === 'text' && 'Aa'}
          {use.kind === 'border' && <i />}
        </span>
      </td>
      <th scope="row">
        {use.name}
        <span className="row-note">{use.note}</span>
      </th>
      <td className="ratio">{formatRatio(use.ratio)}</td>
      <td>
        <Badge tone={tone}>
          {use.verdict === 'adjusted' && <Icon name="check" size={12} />}
          {label}
        </Badge>
      </td>
    </tr>
  );
}

type NoteProps = { adjustment: PaletteAdjustment; onChooseAnother: () => void };

function AdjustmentNote({ adjustment, onChooseAnother }: NoteProps) {
  const { from, fromRatio, to, toRatio, isDarker } = adjustment;
  return (
    <div className="adjustment">
      <Icon name="sparkles" />
      <div>
        <strong>We {isDarker ? 'darkened' : 'lightened'} your colour for text and buttons</strong>
        <p className="adjustment-colours">
          <i style={{ background: from }} /> {formatRatio(fromRatio)}
          <Icon name="arrow-right" size={14} />
          <span className="visually-hidden"> became</span>
          <i style={{ background: to }} /> {formatRatio(toRatio)}. Text needs 4.5 : 1.
        </p>
        <button type="button" className="link-button" onClick={onChooseAnother}>
          Choose another colour
        </button>
      </div>
    </div>
  );
}
