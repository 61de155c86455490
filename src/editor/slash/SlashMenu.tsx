import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isActionEnabled, runAction } from '#src/editor/actions.ts';
import { type EditorAction, type EditorUi, SLASH_GROUPS } from '#src/editor/elements/element.ts';
import { Icon } from '#src/editor/toolbar/Icon.tsx';
import { measureVisibleArea } from '#src/editor/visible-area.ts';
import { type SlashQuery, slashPluginKey, getSlashQuery } from './slash-plugin.ts';

type Props = {
  view: EditorView;
  state: EditorState;
  actions: readonly EditorAction[];
  ui: EditorUi;
  /** The plugin hands the keys over here. */
  keys: RefObject<(event: KeyboardEvent) => boolean>;
};

/** The list of blocks under a `/`: filtered as one types, by keyboard and mouse. The text keeps the focus. */
export function SlashMenu({ view, state, actions, ui, keys }: Props) {
  const open = getSlashQuery(state);
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const matches = open ? filterActions(actions, open.query, state) : [];
  const chosen = Math.min(index, matches.length - 1);
  const query = open?.query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word, another list, from its start
  useEffect(() => setIndex(0), [query]);
  useEffect(() => {
    const { dom } = view;
    if (chosen < 0) return;
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [view, id, chosen]);

  const choose = (action: EditorAction | undefined, at: SlashQuery | null) => {
    if (!action || !at) return;
    view.dispatch(view.state.tr.delete(at.from, at.to));
    runAction(action, view, ui);
  };
  const dismiss = () => view.dispatch(view.state.tr.setMeta(slashPluginKey, 'dismiss'));
  /** A word that no block has; with a space behind it one goes on writing. */
  const isWithoutMatch = open !== null && matches.length === 0 && !open.query.includes(' ');
  keys.current = (event) => {
    if (matches.length === 0) {
      if (event.key !== 'Escape' || !isWithoutMatch) return false;
      dismiss();
      return true;
    }
    if (event.key === 'ArrowDown') setIndex((chosen + 1) % matches.length);
    else if (event.key === 'ArrowUp') setIndex((chosen + matches.length - 1) % matches.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(matches[chosen], open);
    else if (event.key === 'Escape') dismiss();
    else return false;
    return true;
  };
  if (open && isWithoutMatch)
    return (
      <div className="slash-menu" style={getMenuPosition(view, open)}>
        <p className="slash-none" role="status">
          No blocks match
          <small>‘{open.query}’. Press Esc to keep it as text.</small>
        </p>
      </div>
    );
  if (!open || matches.length === 0) return null;
  return (
    <div
      ref={list}
      className="slash-menu"
      role="listbox"
      id={id}
      aria-label="Insert"
      style={getMenuPosition(view, open)}
    >
      {SLASH_GROUPS.map((group) => {
        const entries = matches.filter(({ menu }) => menu?.group === group);
        if (entries.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group} role="group" aria-label={group}>
            <div className="slash-group" aria-hidden="true">
              {group}
            </div>
            {entries.map((action) => {
              const n = matches.indexOf(action);
              return (
                <div
                  key={action.label}
                  id={`${id}-${n}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={n === chosen}
                  onMouseEnter={() => setIndex(n)}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(action, open);
                  }}
                >
                  <Icon path={action.icon} />
                  <span>
                    {action.label} <span className="slash-description">{action.menu?.description}</span>
                  </span>
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

/** What matches, by the groups of the menu; within a group the order stays. */
function filterActions(actions: readonly EditorAction[], query: string, state: EditorState): EditorAction[] {
  const terms = query.toLowerCase().split(' ').filter(Boolean);
  const found = actions
    .filter(({ menu, label }) => {
      const names = `${menu?.keywords} ${label.toLowerCase()}`.split(' ');
      return menu !== undefined && terms.every((word) => names.some((name) => name.startsWith(word)));
    })
    .filter((action) => isActionEnabled(action, state));
  return SLASH_GROUPS.flatMap((group) => found.filter(({ menu }) => menu?.group === group));
}

const MENU_HEIGHT = 360;
const MIN_MENU_HEIGHT = 120;
const MENU_WIDTH = 288;

const GAP = 4;

/** Below the `/`, or above it where there is more room; by the window, so that no frame cuts it off. */
function getMenuPosition(view: EditorView, { from }: SlashQuery) {
  const { left, top, bottom } = view.coordsAtPos(from);
  const area = measureVisibleArea();
  const [above, below] = [top - area.top - 2 * GAP, area.bottom - bottom - 2 * GAP];
  const isAbove = below < MENU_HEIGHT && above > below;
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - MENU_WIDTH - 8)),
    maxHeight: Math.min(MENU_HEIGHT, Math.max(isAbove ? above : below, MIN_MENU_HEIGHT)),
    ...(isAbove ? { bottom: window.innerHeight - top + GAP } : { top: bottom + GAP }),
  };
}
