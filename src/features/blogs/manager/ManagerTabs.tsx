import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { toListUrl, DEFAULT_LIST_STATE, type ListState } from './list-state.ts';

const TABS = [
  { label: 'Posts', isTrash: false },
  { label: 'Trash', isTrash: true },
];

/** The posts, and those that were deleted; links, so that each opens in a tab of its own as well. */
export function ManagerTabs({
  listState,
  onChange,
}: {
  listState: ListState;
  onChange: (change: Partial<ListState>) => void;
}) {
  return (
    <nav className="tabs" aria-label="Lists of posts">
      {TABS.map(({ label, isTrash }) => (
        <InPageLink
          key={label}
          href={toListUrl({ ...DEFAULT_LIST_STATE, isTrash })}
          aria-current={listState.isTrash === isTrash ? 'page' : undefined}
          onOpen={() => listState.isTrash !== isTrash && onChange({ ...DEFAULT_LIST_STATE, isTrash })}
        >
          {label}
        </InPageLink>
      ))}
    </nav>
  );
}
