import type { MouseEvent } from 'react';
import { toListUrl, DEFAULT_LIST_STATE, type ListState } from './list-state.ts';

const TABS = [
  { label: 'Posts', isTrash: false },
  { label: 'Trash', isTrash: true },
];

/** The posts, and those that were deleted; links, so that each opens in a tab of its own as well. */
export function ManagerTabs({ view, onChange }: { view: ListState; onChange: (change: Partial<ListState>) => void }) {
  const go = (event: MouseEvent, next: ListState) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (next.isTrash !== view.isTrash) onChange(next);
  };
  return (
    <nav className="tabs" aria-label="Lists of posts">
      {TABS.map(({ label, isTrash }) => (
        <a
          key={label}
          href={toListUrl({ ...DEFAULT_LIST_STATE, isTrash })}
          aria-current={view.isTrash === isTrash ? 'page' : undefined}
          onClick={(event) => go(event, { ...DEFAULT_LIST_STATE, isTrash })}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
