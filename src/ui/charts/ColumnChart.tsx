import type { ChartTone } from './BarRows.tsx';

export type Column = {
  key: string;
  /** Below the column; empty for none, where all would not fit. */
  label: string;
  note?: string;
  /** Above the column. */
  text: string;
  /** From the bottom to the top. */
  parts: readonly { value: number; tone: ChartTone }[];
};

type Props = {
  /** Read out in place of the drawing. */
  label: string;
  columns: readonly Column[];
  /** From 0 to the top of the axis, evenly spaced. */
  ticks: readonly number[];
  formatTick?: (tick: number) => string;
};

/** Of the drawing, px from its top: the top and the bottom of the axis, and the lines of text below it. */
const TOP = 18;
const BOTTOM = 168;
const LABEL = 184;
const NOTE = 200;
/** The width of the axis, the space for half a label at the end, the part of its place that a column fills, and its largest width; percent. */
const AXIS_WIDTH = 9;
const END_WIDTH = 3;
const FILL = 0.7;
const MAX_COLUMN_WIDTH = 11;
/** More characters of a note don’t fit below one of six columns on the phone. */
const LONG_NOTE = 8;
/** Between the parts of a column, px. */
const GAP = 1;

/** Columns side by side, each divided into parts, with its value on top. */
export function ColumnChart({ label, columns, ticks, formatTick = String }: Props) {
  const max = ticks.at(-1) || 1;
  const place = (100 - AXIS_WIDTH - END_WIDTH) / columns.length;
  const valueLength = Math.max(...columns.map(({ text }) => text.length));
  const noteLength = Math.max(...columns.map(({ note = '' }) => note.length));
  const toY = (value: number) => BOTTOM - (value / max) * (BOTTOM - TOP);
  return (
    <svg
      className="column-chart"
      height={(noteLength > 0 ? NOTE : LABEL) + 8}
      role="img"
      aria-label={label}
      data-value-length={valueLength}
      data-has-long-notes={noteLength > LONG_NOTE || undefined}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1="0" x2="100%" y1={toY(tick)} y2={toY(tick)} />
          <text x="0" y={toY(tick) - 4}>
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {columns.map((column, at) => (
        <ColumnBar key={column.key} column={column} center={AXIS_WIDTH + place * (at + 0.5)} place={place} toY={toY} />
      ))}
    </svg>
  );
}

type BarProps = { column: Column; center: number; place: number; toY: (value: number) => number };

function ColumnBar({ column, center, place, toY }: BarProps) {
  const width = Math.min(place * FILL, MAX_COLUMN_WIDTH);
  const text = { x: `${center}%`, textAnchor: 'middle' as const };
  let sum = 0;
  const bars = column.parts.flatMap(({ value, tone }) => {
    if (value === 0) return [];
    const bottom = toY(sum) - (sum > 0 ? GAP : 0);
    sum += value;
    return [{ tone, y: toY(sum), height: Math.max(bottom - toY(sum), 0.5) }];
  });
  return (
    <>
      {bars.map(({ tone, y, height }) => (
        <rect
          key={tone}
          className={`tone-${tone}`}
          x={`${center - width / 2}%`}
          width={`${width}%`}
          y={y}
          height={height}
          rx={1}
        />
      ))}
      <text {...text} className={column.label ? 'value' : 'value is-between'} y={toY(sum) - 5}>
        {column.text}
      </text>
      {column.label && (
        <text {...text} y={LABEL}>
          {column.label}
        </text>
      )}
      {column.note && (
        <text {...text} className="note" y={NOTE}>
          {column.note}
        </text>
      )}
    </>
  );
}
