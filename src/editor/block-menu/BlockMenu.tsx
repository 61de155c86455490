import type { Command } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { asUndoStep } from '#src/editor/commands/undo-steps.ts';
import type { EditorAction } from '#src/editor/elements/element.ts';
import { placeAt } from '#src/editor/floating.ts';
import { formatShortcut } from '#src/editor/toolbar/format-shortcut.ts';
import { Icon } from '#src/editor/toolbar/Icon.tsx';
import { phone } from '#src/styles/breakpoints.ts';
import {
  type Block,
  deleteBlockAt,
  duplicateBlockAt,
  listTurnInto,
  moveBlockAt,
  openSlashBelow,
  selectBlock,
  turnInto,
} from './block-commands.ts';

type Props = { view: EditorView; block: Block; actions: readonly EditorAction[]; onClose: () => void };

type Item = {
  label: string;
  icon: string;
  keys?: string;
  isChecked?: boolean;
  isDestructive?: boolean;
  /** Leads to another list of items. */
  hasMore?: boolean;
  run: () => void;
};

/** What can be done with a block: at its handle, on the phone a sheet. The browser's popover closes it and returns the focus. */
export function BlockMenu({ view, block, actions, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [isTurning, setTurning] = useState(false);
  const turnable = listTurnInto(actions, block);
  const close = () => menu.current?.hidePopover();
  const act = (command: Command) => () => {
    close();
    view.focus();
    asUndoStep(command)(view.state, view.dispatch, view);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items, another height
  useLayoutEffect(() => {
    const shown = view.nodeDOM(block.pos);
    if (!menu.current?.matches(':popover-open')) menu.current?.showPopover();
    // There it is a sheet.
    const isSheet = matchMedia(phone).matches;
    if (menu.current && !isSheet && shown instanceof Element)
      placeAt(menu.current, shown.getBoundingClientRect(), 'below');
    menu.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [view, block, isTurning]);

  const main: Item[][] = [
    [
      { label: 'Add a block below', icon: PLUS, run: () => [close(), openSlashBelow(view, block.pos)] },
      ...(turnable.length > 0 ? [{ label: 'Turn into', icon: TURN, hasMore: true, run: () => setTurning(true) }] : []),
      { label: 'Duplicate', icon: COPY, run: act(duplicateBlockAt(block.pos)) },
      ...([-1, 1] as const)
        .filter((direction) => moveBlockAt(block.pos, direction)(view.state))
        .map((direction) => ({
          label: direction === -1 ? 'Move up' : 'Move down',
          icon: direction === -1 ? UP : DOWN,
          keys: direction === -1 ? 'Alt-ArrowUp' : 'Alt-ArrowDown',
          run: act(moveBlockAt(block.pos, direction)),
        })),
    ],
    [{ label: 'Delete', icon: TRASH, isDestructive: true, run: act(deleteBlockAt(block.pos)) }],
  ];
  const selected = isTurning ? selectBlock(view.state, block) : view.state;
  // Text in a list is its list.
  const present = turnable.findLast((action) => action.isOn?.(selected));
  const turning: Item[][] = [
    turnable.map((action) => ({
      label: action.label,
      icon: action.icon,
      isChecked: action === present,
      run: () => {
        close();
        turnInto(view, block, action, actions);
      },
    })),
  ];
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    const at = items.indexOf(event.target as HTMLElement);
    const next = STEPS[event.key]?.(at, items.length);
    if (next !== undefined) items[next]?.focus();
    else if (event.key === 'ArrowRight' && items[at]?.dataset.more) items[at].click();
    else if (event.key === 'ArrowLeft' && isTurning) setTurning(false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      popover="auto"
      className="row-menu block-menu"
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <p className="row-menu-subject" aria-hidden="true">
        <b>{block.node.textContent.slice(0, 60) || 'Block'}</b>
      </p>
      <div role="menu" aria-label={isTurning ? 'Turn into' : 'Block'} tabIndex={-1} onKeyDown={press}>
        {(isTurning ? turning : main).map((group) => (
          <div key={group[0]?.label} className="row-menu-group">
            {group.map(({ label, icon, keys, isChecked, isDestructive, hasMore, run }) => (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only those that are one of a choice have it
              <button
                key={label}
                type="button"
                role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={isChecked}
                aria-haspopup={hasMore && 'menu'}
                data-more={hasMore}
                tabIndex={-1}
                className={isDestructive ? 'danger' : undefined}
                onClick={run}
              >
                <Icon path={icon} />
                <span>{label}</span>
                {keys && <kbd>{formatShortcut(keys)}</kbd>}
                {hasMore && <Icon path={MORE} />}
                {isChecked && <Icon path={CHECK} />}
              </button>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const PLUS = 'M5 12h14M12 5v14';
const TURN = 'm2 9 3-3 3 3M13 18H7a2 2 0 0 1-2-2V6M22 15l-3 3-3-3M11 6h6a2 2 0 0 1 2 2v10';
const COPY =
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2';
const UP = 'm5 12 7-7 7 7M12 19V5';
const DOWN = 'M12 5v14M19 12l-7 7-7-7';
const TRASH = 'M3 6h18M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2M10 11v6M14 11v6';
const MORE = 'm9 18 6-6-6-6';
const CHECK = 'M20 6 9 17l-5-5';
