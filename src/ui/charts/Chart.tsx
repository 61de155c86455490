import type { ReactNode } from 'react';

type Props = {
  /** What the chart shows, as a sentence without a full stop. */
  finding: string;
  /** What was counted. */
  note: string;
  children: ReactNode;
};

export function Chart({ finding, note, children }: Props) {
  return (
    <figure className="chart">
      <figcaption>
        <h3>{finding}</h3>
        <p className="chart-note">{note}</p>
      </figcaption>
      {children}
    </figure>
  );
}
