import { useId } from 'react';

export type ChartTone = 'good' | 'middle' | 'bad' | 'neutral' | 'off';

export type BarRow = {
  label: string;
  value: number;
  tone: ChartTone;
  /** The number at the end. */ text: string;
  note: string;
};

type Props = {
  label: string;
  rows: readonly BarRow[];
  /** The value of a bar of full width; above 0. */
  max: number;
  /** The name of the list is shown above it. */
  isLabelShown?: boolean;
  /** The full width is a value too, such as 100%. */
  hasTrack?: boolean;
};

/** So that the smallest value can be seen, percent. */
const MIN_WIDTH = 0.5;

/** Horizontal bars, one below the other, with their names and numbers beside them. */
export function BarRows({ label, rows, max, isLabelShown = false, hasTrack = false }: Props) {
  const id = useId();
  return (
    <div className="chart-group">
      <p id={id} className={isLabelShown ? 'chart-group-name' : 'visually-hidden'}>
        {label}
      </p>
      <ul className="chart-rows" aria-labelledby={id}>
        {rows.map(({ label: name, value, tone, text, note }) => (
          <li key={name}>
            <span>{name}</span>
            <svg aria-hidden="true">
              {hasTrack && <rect className="tone-track" width="100%" height="100%" rx={3} />}
              {value > 0 && (
                <rect
                  className={`tone-${tone}`}
                  width={`${Math.max((value / max) * 100, MIN_WIDTH)}%`}
                  height="100%"
                  rx={3}
                />
              )}
            </svg>
            <span className="number">
              {text} <span className="muted">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
