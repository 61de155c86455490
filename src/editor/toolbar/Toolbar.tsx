import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { isActionEnabled, runAction } from '#src/editor/actions.ts';
import type { EditorAction, EditorUi } from '#src/editor/elements/element.ts';
import { selectAllText } from '#src/editor/commands/undo-steps.ts';
import { groupSelectionActions, hasSelectedWords } from '#src/editor/selection/selected-words.ts';
import { isTouch } from '#src/editor/touch.ts';
import { COVERS_TEXT } from '#src/editor/visible-area.ts';
import { Icon } from './Icon.tsx';
import { formatShortcut } from './format-shortcut.ts';

type Props = {
  label: string;
  actions: readonly EditorAction[];
  view: EditorView | null;
  state: EditorState | null;
  ui: EditorUi;
  /** Asked for by `?` or Ctrl-/ on a button. */
  onHelp: () => void;
  /** A button before all others. */
  first?: ReactNode;
  /** More buttons, at the end. */
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

const GROUPS = ['text', 'block', 'insert', 'history'] as const;

/** One tab stop; the arrow keys move between buttons (ARIA toolbar pattern). Escape returns to the text. */
export function Toolbar({ label, actions, view, state, ui, onHelp, first, children, ref }: Props) {
  const rovingProps = useRovingTabIndex(() => view?.focus(), onHelp);
  const shown = state && selectAllText(state);
  const bar = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => bar.current as HTMLDivElement);
  // On touch nothing floats over the selection, so what is done with selected words comes first here.
  const isSelection = state !== null && hasSelectedWords(state) && isTouch();
  const forWords = isSelection ? groupSelectionActions(actions) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tools come first
  useEffect(() => {
    if (bar.current) bar.current.scrollLeft = 0;
  }, [isSelection]);
  const others = actions.filter((action) => !action.isMenuOnly && !forWords.flat().includes(action));
  const groups = [...forWords, ...GROUPS.map((group) => others.filter((action) => action.group === group))];
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={`${label}: formatting`}
      className="editor-toolbar"
      data-toast-avoid
      {...COVERS_TEXT}
      {...rovingProps}
    >
      {first && <div className="editor-group">{first}</div>}
      {groups.map((group) => (
        <div key={group[0]?.label} className="editor-group">
          {group.map((action) => (
            <ToolButton key={action.label} action={action} view={view} state={shown} ui={ui} />
          ))}
        </div>
      ))}
      {children && <div className="editor-group">{children}</div>}
    </div>
  );
}

type ToolButtonProps = Pick<Props, 'view' | 'state' | 'ui'> & { action: EditorAction; hasWord?: boolean };

/** One action; a click leaves the focus in the text. */
export function ToolButton({ action, view, state, ui, hasWord = false }: ToolButtonProps) {
  const isOn = state !== null && action.isOn?.(state) === true;
  const isOff = state === null || !view?.editable || !(isOn || isActionEnabled(action, state));
  const title = action.keys ? `${action.label} (${formatShortcut(action.keys)})` : action.label;
  return (
    <button
      type="button"
      className={hasWord ? 'tool tool-text' : 'tool'}
      title={title}
      aria-label={action.label}
      aria-pressed={action.isOn ? isOn : undefined}
      aria-disabled={isOff || undefined}
      tabIndex={-1}
      // A click must not take the selection from the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => view && !isOff && runAction(action, view, ui)}
    >
      <Icon path={action.icon} />
      {hasWord && action.label}
    </button>
  );
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Properties of an element whose buttons share one stop for Tab. */
export function useRovingTabIndex(leave: () => void, help: () => void) {
  const [hasFocus, setFocus] = useState(false);
  const last = useRef<HTMLButtonElement | null>(null);
  const listButtons = (bar: Element) => [...bar.querySelectorAll<HTMLButtonElement>('button')];
  return {
    tabIndex: hasFocus ? -1 : 0,
    onFocus: (event: React.FocusEvent<HTMLElement>) => {
      setFocus(true);
      const bar = event.currentTarget;
      if (event.target !== bar) last.current = event.target.closest('button');
      else (last.current && bar.contains(last.current) ? last.current : listButtons(bar)[0])?.focus();
    },
    onBlur: (event: React.FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = STEPS[event.key];
      const buttons = listButtons(event.currentTarget);
      const isHelp = event.key === '?' || (event.key === '/' && (event.ctrlKey || event.metaKey));
      if (event.key === 'Escape') leave();
      else if (isHelp) help();
      else if (step) buttons[step(buttons.indexOf(event.target as HTMLButtonElement), buttons.length)]?.focus();
      else return;
      event.preventDefault();
    },
  };
}
