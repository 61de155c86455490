import type { ReactNode } from 'react';

type Props = { title: string; children?: ReactNode; action?: ReactNode };

/** Replaces an empty list: says why it is empty, and what to do about it. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {children}
      {action && <div className="form-actions">{action}</div>}
    </div>
  );
}
