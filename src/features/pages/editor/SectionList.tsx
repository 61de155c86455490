import type { KeyboardEvent } from 'react';
import { sectionKinds } from '#api/domain/section-kinds.ts';
import type { PageSection } from '#api/domain/site-pages.ts';
import { SortableBoard, useSortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { SortableItem, SortableList } from '#src/ui/sortable/SortableRows.tsx';
import { useMoveActions } from '#src/ui/sortable/use-move-actions.ts';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { formatSection, summarizeSection } from './page-draft.ts';

export type SectionActions = {
  open: (id: string) => void;
  order: (ids: string[]) => void;
  duplicate: (section: PageSection) => void;
  hide: (section: PageSection) => void;
  remove: (section: PageSection) => void;
};

type Props = {
  sections: readonly PageSection[];
  /** The section whose form is open; null for that of the page itself. */
  current: string | null;
  /** Of those with something that keeps the page from being published. */
  faulty: ReadonlySet<string>;
  actions: SectionActions;
};

/** The sections of a page, in their order: opened, moved, duplicated, hidden and removed, by mouse and by keys. */
export function SectionList({ sections, current, faulty, actions }: Props) {
  return (
    <SortableBoard
      groups={[{ items: sections.map((section) => ({ id: section.id, name: formatSection(section) })) }]}
      onOrder={actions.order}
    >
      <SortableList id="sections" ids={sections.map(({ id }) => id)} className="section-list">
        {sections.map((section) => (
          <SortableItem
            key={section.id}
            id={section.id}
            name={formatSection(section)}
            className={['section-item', section.id === current && 'is-current', section.is_hidden && 'is-hidden']
              .filter(Boolean)
              .join(' ')}
          >
            <Section
              section={section}
              isCurrent={section.id === current}
              isFaulty={faulty.has(section.id)}
              actions={actions}
            />
          </SortableItem>
        ))}
      </SortableList>
    </SortableBoard>
  );
}

type SectionProps = { section: PageSection; isCurrent: boolean; isFaulty: boolean; actions: SectionActions };

function Section({ section, isCurrent, isFaulty, actions }: SectionProps) {
  const { moveBy } = useSortableBoard();
  const moveActions = useMoveActions(section.id);
  const { id, kind, is_hidden: isHidden } = section;
  const name = formatSection(section);
  const press = (event: KeyboardEvent) => {
    const run = findKeyAction(event, {
      up: () => moveBy(id, -1),
      down: () => moveBy(id, 1),
      duplicate: () => actions.duplicate(section),
      hide: () => actions.hide(section),
      remove: () => actions.remove(section),
    });
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <>
      <button
        type="button"
        className="section-open"
        data-section={id}
        aria-current={isCurrent || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Control+D H Delete"
        onClick={() => actions.open(id)}
        onKeyDown={press}
      >
        <b>{sectionKinds[kind].name}</b>
        <small>{isHidden ? 'Hidden' : summarizeSection(section)}</small>
        {isFaulty && <small className="section-fault">Needs a correction</small>}
      </button>
      <RowMenu
        name={name}
        groups={[
          [
            ...moveActions,
            { label: 'Duplicate', icon: 'copy', onSelect: () => actions.duplicate(section) },
            isHidden
              ? { label: 'Show', icon: 'eye', onSelect: () => actions.hide(section) }
              : { label: 'Hide', icon: 'eye-off', onSelect: () => actions.hide(section) },
          ],
          [{ label: 'Delete', icon: 'trash', isDestructive: true, onSelect: () => actions.remove(section) }],
        ]}
      />
    </>
  );
}

type KeyActions = Record<'up' | 'down' | 'duplicate' | 'hide' | 'remove', () => void>;

function findKeyAction(event: KeyboardEvent, actions: KeyActions): (() => void) | null {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey && key === 'ArrowUp') return actions.up;
  if (altKey && key === 'ArrowDown') return actions.down;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'd') return actions.duplicate;
  if (altKey || ctrlKey || metaKey) return null;
  if (key.toLowerCase() === 'h') return actions.hide;
  return key === 'Delete' ? actions.remove : null;
}
