import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';

/** What the tools for one kind of node are given. */
export type ToolsProps = { view: EditorView; state: EditorState; run: (command: Command) => void };

type Props = { label: string; onClick: () => void; isOn?: boolean; isOff?: boolean };

/** One button of the context toolbar; the editor keeps the focus. */
export function ContextButton({ label, onClick, isOn, isOff = false }: Props) {
  return (
    <button
      type="button"
      className="tool tool-text"
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onClick()}
    >
      {label}
    </button>
  );
}
