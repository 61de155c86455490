import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { selectAllText } from '#src/editor/commands/undo-steps.ts';
import type { EditorAction, EditorUi } from '#src/editor/elements/element.ts';
import { measureRange, usePlaceAt } from '#src/editor/floating.ts';
import { ToolButton, useRovingTabIndex } from '#src/editor/toolbar/Toolbar.tsx';
import { useTextFocus } from '#src/editor/use-text-focus.ts';
import { isTouch } from '#src/editor/touch.ts';
import { groupSelectionActions, hasSelectedWords } from './selected-words.ts';

export type SelectionBarHandle = {
  /** Whether it was there to take the focus. */
  focus(): boolean;
  /** Whether it was there to be closed; the selection stays. */
  close(): boolean;
};

type Props = {
  view: EditorView;
  state: EditorState;
  actions: readonly EditorAction[];
  ui: EditorUi;
  label: string;
  onHelp: () => void;
  /** Asked for by Alt-F10 in the bar. */
  onToolbar: () => void;
  ref: Ref<SelectionBarHandle>;
};

/** Quiet time after words were selected, ms. */
const DELAY_MS = 150;

/** Over selected words, what is done most with them. Not on touch, where the bar at the foot has it. */
export function SelectionBar({ ref, ...props }: Props) {
  const { view, state } = props;
  const bar = useRef<HTMLDivElement>(null);
  const isPressed = usePressed(view);
  const hasFocus = useTextFocus(view, bar);
  const [isShown, setShown] = useState(false);
  /** The selection for which it was closed. */
  const [closedFor, setClosedFor] = useState('');
  const { from, to } = state.selection;
  const words = hasSelectedWords(state) ? `${from} ${to}` : '';
  const isWanted = words !== '' && words !== closedFor && !isPressed && hasFocus && !isTouch();
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isWanted]);
  const close = () => setClosedFor(words);
  useImperativeHandle(ref, () => ({
    focus() {
      bar.current?.focus();
      return bar.current !== null;
    },
    close() {
      if (!isShown) return false;
      close();
      return true;
    },
  }));
  if (!isShown || !isWanted) return null;
  return <Bar {...props} bar={bar} onClose={close} />;
}

type BarProps = Omit<Props, 'ref'> & { bar: RefObject<HTMLDivElement | null>; onClose: () => void };

/** A toolbar like that above the text: one stop for Tab, arrows go along it, Escape returns to the text. */
function Bar({ view, state, actions, ui, label, bar, onHelp, onToolbar, onClose }: BarProps) {
  const leave = () => {
    view.focus();
    onClose();
  };
  const { onKeyDown, ...roving } = useRovingTabIndex(leave, onHelp);
  const shown = selectAllText(state);
  usePlaceAt(bar, () => measureRange(view, view.state.selection), 'above');
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={`${label}: selected words`}
      className="selection-bar"
      {...roving}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'F10') onToolbar();
        else onKeyDown(event);
      }}
    >
      {groupSelectionActions(actions).map((group) => (
        <div key={group[0]?.label} className="editor-group">
          {group.map((action) => (
            <ToolButton
              key={action.label}
              action={action}
              view={view}
              state={shown}
              ui={ui}
              hasWord={action.tag === 'a'}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Whether the pointer is down in the text: the words are still being selected. */
function usePressed({ dom }: EditorView): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const press = () => setPressed(true);
    const release = () => setPressed(false);
    dom.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
    return () => {
      dom.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
    };
  }, [dom]);
  return isPressed;
}
