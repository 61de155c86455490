import type { Command, EditorState } from '@milkdown/kit/prose/state';
import { isInTable } from '@milkdown/kit/prose/tables';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type ReactNode, type Ref, useEffect } from 'react';
import type { EditorUi } from '#src/editor/actions.ts';
import { isInsideNode } from '#src/editor/commands/blocks.ts';
import { findDetails, toggleDetailsOpen, unwrapDetails } from '#src/editor/commands/details.ts';
import { findLinkAtCursor, removeLink } from '#src/editor/commands/links.ts';
import { deleteSelectedNode, moveBlock, getSelectedNode } from '#src/editor/commands/media.ts';
import { convertToEditable } from '#src/editor/nodes/raw-html-view.ts';
import { COVERS_TEXT, revealCursor } from '#src/editor/visible-area.ts';
import { CodeTools } from './CodeTools.tsx';
import { ContextButton, type ToolsProps } from './ContextButton.tsx';
import { ImageTools } from './ImageTools.tsx';
import { TableTools } from './TableTools.tsx';

type Props = { view: EditorView; state: EditorState; ui: EditorUi; label: string; ref?: Ref<HTMLElement> };

/** Below the text: actions for the element at the cursor. Its height is fixed. */
export function ContextToolbar({ view, state, ui, label, ref }: Props) {
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const [name, tools] = getTools({ view, state, run }, ui);
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
      {tools}
    </section>
  );
}

function getTools(tools: ToolsProps, ui: EditorUi): [string, ReactNode] {
  const { state, run } = tools;
  const node = getSelectedNode(state);
  const name = node?.type.name ?? '';
  if (/image$|video$/.test(name)) {
    return [name.endsWith('image') ? 'image' : 'video', <ImageTools key={state.selection.from} {...tools} />];
  }
  if (name === 'rawHtml') return ['protected block', <RawHtmlTools key="raw-html" run={run} />];
  const link = findLinkAtCursor(state);
  if (link) {
    return [
      'link',
      <>
        <span className="editor-address">{link.href}</span>
        <ContextButton label="Edit link" onClick={ui.editLink} />
        <ContextButton label="Remove link" onClick={() => run(removeLink)} />
      </>,
    ];
  }
  if (isInsideNode(state, 'code_block')) return ['code', <CodeTools key="code" {...tools} />];
  if (name === 'anchor') return ['anchor', <AnchorTools key="anchor" id={String(node?.attrs.id)} run={run} />];
  if (isInTable(state)) return ['table', <TableTools key="table" {...tools} />];
  if (findDetails(state)) return ['toggle', <DetailsTools key="toggle" {...tools} />];
  return [
    'help',
    <span key="help" className="editor-help">
      Type <kbd>/</kbd> for headings, lists, tables and images.
    </span>,
  ];
}

function AnchorTools({ id, run }: Pick<ToolsProps, 'run'> & { id: string }) {
  return (
    <>
      <span className="editor-help">Links to #{id} lead here.</span>
      <ContextButton label="Delete" onClick={() => run(deleteSelectedNode)} />
    </>
  );
}

function DetailsTools({ state, run }: Pick<ToolsProps, 'state' | 'run'>) {
  return (
    <>
      <ContextButton
        label="Open at first"
        isOn={findDetails(state)?.node.attrs.isOpen === true}
        onClick={() => run(toggleDetailsOpen)}
      />
      <ContextButton label="Remove toggle" onClick={() => run(unwrapDetails)} />
    </>
  );
}

function RawHtmlTools({ run }: Pick<ToolsProps, 'run'>) {
  return (
    <>
      <span className="editor-help">You can’t edit this block here.</span>
      <ContextButton label="Convert to editable text" onClick={() => run(convertToEditable)} />
      <ContextButton label="Move up" onClick={() => run(moveBlock(-1))} />
      <ContextButton label="Move down" onClick={() => run(moveBlock(1))} />
      <ContextButton label="Delete" onClick={() => run(deleteSelectedNode)} />
    </>
  );
}
