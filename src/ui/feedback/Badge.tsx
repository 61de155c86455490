import type { ReactNode } from 'react';

export type BadgeTone = 'green' | 'yellow' | 'grey' | 'red';

/** A word for a state. Its colour only repeats what it says. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
