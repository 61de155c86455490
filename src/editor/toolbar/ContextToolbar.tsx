import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type Ref, useEffect } from 'react';
import { getSelectedNode } from '#src/editor/commands/blocks.ts';
import type { EditorUi, ElementTools } from '#src/editor/elements/element.ts';
import { EDITOR_ELEMENTS } from '#src/editor/elements/elements.ts';
import { COVERS_TEXT, revealCursor } from '#src/editor/visible-area.ts';

type Props = { view: EditorView; state: EditorState; ui: EditorUi; label: string; ref?: Ref<HTMLElement> };

/** Below the text: actions for the element at the cursor. Its height is fixed. */
export function ContextToolbar({ view, state, ui, label, ref }: Props) {
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const { name, Tools, of } = findTools(state) ?? { name: 'help', Tools: Help, of: [] };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tools may be higher, or come where none were
  useEffect(() => revealCursor(view), [view, name]);
  return (
    <section
      ref={ref}
      className="editor-context"
      {...COVERS_TEXT}
      aria-label={`${label}: ${name}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        // A dialog that was opened here closes itself.
        if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return;
        event.preventDefault();
        view.focus();
      }}
    >
      {/* Fields of another node start anew. */}
      <Tools
        key={typeof of === 'function' ? name : `${name} ${state.selection.from}`}
        view={view}
        state={state}
        run={run}
        ui={ui}
      />
    </section>
  );
}

const TOOLS = EDITOR_ELEMENTS.flatMap(({ tools = [] }) => tools);

/** The tools of the selected node, or of the first element that the cursor is in. */
function findTools(state: EditorState): ElementTools | undefined {
  const selected = getSelectedNode(state)?.type.name ?? '';
  const ofNode = TOOLS.find(({ of }) => typeof of !== 'function' && of.includes(selected));
  return ofNode ?? TOOLS.find(({ of }) => typeof of === 'function' && of(state));
}

const Help = () => (
  <span className="editor-help">
    Type <kbd>/</kbd> for headings, lists, tables and images.
  </span>
);
