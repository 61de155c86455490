import type { MouseEvent } from 'react';
import { addressOf, FIRST_VIEW, type View } from './list-state.ts';

const TABS = [
  { label: 'Posts', isTrash: false },
  { label: 'Trash', isTrash: true },
];

/** The posts, and those that were deleted; links, so that each opens in a tab of its own as well. */
export function ManagerTabs({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const go = (event: MouseEvent, next: View) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (next.isTrash !== view.isTrash) onChange(next);
  };
  return (
    <nav className="tabs" aria-label="Lists of posts">
      {TABS.map(({ label, isTrash }) => (
        <a
          key={label}
          href={addressOf({ ...FIRST_VIEW, isTrash })}
          aria-current={view.isTrash === isTrash ? 'page' : undefined}
          onClick={(event) => go(event, { ...FIRST_VIEW, isTrash })}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
