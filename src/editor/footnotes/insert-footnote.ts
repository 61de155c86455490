import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection, type Transaction } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { getMarkType } from '#src/editor/mark-type.ts';
import type { EditorElement } from '#src/editor/elements/element.ts';
import { findFootnotes, findFreeName, isNote, toNoteId, toReferenceId } from './find-footnotes.ts';

/** A raised number that leads to a note at the end of the text. */
export const footnote: EditorElement = {
  actions: () => [
    {
      label: 'Footnote',
      icon: 'M4 7V5h10v2M9 5v14M7 19h4M18 10V4l-2 1.5M16 10h4',
      menu: { group: 'Blocks', description: 'A note at the end', keywords: 'footnote note reference' },
      group: 'insert',
      isMenuOnly: true,
      command: insertFootnote,
    },
  ],
};

/**
 * Inserts a reference at the cursor and, at the end of the text, a note with a back link. The cursor moves into the note.
 * The footnote plugin numbers them.
 */
const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const link = getMarkType(state.schema, 'link');
  if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) return false;
  if (!dispatch) return true;
  const name = findFreeName(findFootnotes(state.doc).notes);
  const superscript = getMarkType(state.schema, 'superscript').create({ depth: 0 });
  const reference = link.create({ href: `#${toNoteId(name)}`, id: toReferenceId(name), depth: 1 });
  const at = state.selection.to;
  const tr = state.tr.insert(at, state.schema.text(name, [reference, superscript]));
  tr.removeStoredMark(link).removeStoredMark(superscript);
  addNote(tr, state, name);
  dispatch(tr.scrollIntoView());
  return true;
};

/** Into the list of notes at the end, or a new one behind a divider. */
function addNote(tr: Transaction, { schema }: EditorState, name: string): void {
  const back = getMarkType(schema, 'link').create({
    href: `#${toReferenceId(name)}`,
    title: `Back to reference ${name}`,
  });
  const line = getNodeType(schema, 'plain').create(null, [schema.text(' '), schema.text('↩', [back])]);
  const note = getNodeType(schema, 'list_item').create({ id: toNoteId(name) }, line);
  const list = findNotes(tr.doc);
  const at = list ? list.pos + list.node.nodeSize - 1 : tr.doc.content.size;
  const notes = getNodeType(schema, 'ordered_list').create(null, note);
  if (list) tr.insert(at, note);
  else tr.insert(at, [getNodeType(schema, 'rule').create(), notes]);
  const noteStart = list ? at : at + 2;
  tr.setSelection(TextSelection.create(tr.doc, noteStart + 2));
}

function findNotes(doc: EditorNode): { node: EditorNode; pos: number } | null {
  let found: { node: EditorNode; pos: number } | null = null;
  doc.forEach((node, pos) => {
    if (node.type.name === 'ordered_list' && node.lastChild && isNote(node.lastChild)) found = { node, pos };
  });
  return found;
}
