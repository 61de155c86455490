import { formatNumber } from '#api/domain/numbers.ts';
import type { ChartTone } from './BarRows.tsx';

type Props = {
  label: string;
  parts: readonly { label: string; count: number; tone: ChartTone }[];
};

/** Between the parts, percent of the width. */
const GAP = 0.4;

/** How a whole is divided: one bar, and below it each part with its number. */
export function ShareBar({ label, parts }: Props) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  let end = 0;
  const bars = parts.flatMap(({ label: name, count, tone }) => {
    if (count === 0) return [];
    const start = end;
    end += (count / total) * 100;
    const gap = end < 100 - GAP ? GAP : 0;
    return [{ name, tone, start, width: Math.max(end - start - gap, 0.1) }];
  });
  return (
    <div className="share-bar">
      <svg aria-hidden="true">
        {bars.map(({ name, tone, start, width }) => (
          <rect key={name} className={`tone-${tone}`} x={`${start}%`} width={`${width}%`} height="100%" rx={3} />
        ))}
      </svg>
      <ul className="chart-key" aria-label={label}>
        {parts.map(({ label: name, count, tone }) => (
          <li key={name}>
            <i className={`tone-${tone}`} aria-hidden="true" />
            <span>
              <b>{formatNumber(count)}</b> {name}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
