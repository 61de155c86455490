import { Modal } from '#src/ui/dialogs/Modal.tsx';
import type { EditorAction, EditorElement } from '#src/editor/elements/element.ts';
import { EDITOR_ELEMENTS } from '#src/editor/elements/elements.ts';
import { formatShortcut } from './format-shortcut.ts';

const MORE: [keys: string, label: string][] = [
  ['/', 'Insert a block'],
  ['Shift-Enter', 'Line break'],
  ['Mod-Enter', 'Leave a code block, table, callout or toggle'],
  ['Tab', 'Indent a list item or code, or go to the next table cell'],
  ['Shift-Tab', 'Outdent a list item or code, or go to the previous table cell'],
  ['Alt-ArrowUp', 'Move the block or the list item up'],
  ['Alt-ArrowDown', 'Move the block or the list item down'],
  ['Alt-Enter', 'Open the menu of the block'],
  ['Alt-F10', 'Go to the bar over selected words, and to the toolbar (Escape to return)'],
  ['Escape', 'Close the bar over selected words'],
  ['Alt-F9', 'Go to the link, or to the options below the text (Escape to return)'],
  ['Mod-f', 'Find'],
  ['Mod-h', 'Find and replace'],
  ['Mod-/', 'Show this list'],
];

const isMarks = ({ marks }: EditorElement) => marks !== undefined;
/** Blocks first, then marks. */
const MARKDOWN = [...EDITOR_ELEMENTS.filter((each) => !isMarks(each)), ...EDITOR_ELEMENTS.filter(isMarks)].flatMap(
  ({ markdown = [] }) => markdown,
);

type Props = { isOpen: boolean; actions: readonly EditorAction[]; onClose: () => void };

/** What the keys of the editor do, and what may be typed as Markdown. */
export function ShortcutList({ isOpen, actions, onClose }: Props) {
  const keyed = actions.flatMap(({ keys, label }): [string, string][] => (keys ? [[keys, label]] : []));
  return (
    <Modal isOpen={isOpen} title="Editor shortcuts" onClose={onClose} isWide>
      <Keys pairs={[...keyed, ...MORE].map(([keys, label]) => [formatShortcut(keys), label])} />
      <h3>Markdown</h3>
      <Keys pairs={MARKDOWN} />
    </Modal>
  );
}

function Keys({ pairs }: { pairs: [string, string][] }) {
  return (
    <dl className="shortcuts editor-shortcuts">
      {pairs.map(([keys, label]) => (
        <div key={label}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
