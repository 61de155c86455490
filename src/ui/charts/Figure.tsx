import type { ReactNode } from 'react';

type Props = { value: string; label: string; note?: ReactNode };

/** A large number, what it counts, and below it what it is a part of. */
export function Figure({ value, label, note }: Props) {
  return (
    <li>
      <span className="figure">{value}</span>
      <b>{label}</b>
      {note && <span className="row-note">{note}</span>}
    </li>
  );
}
