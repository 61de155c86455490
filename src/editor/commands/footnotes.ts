import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection, type Transaction } from '@milkdown/kit/prose/state';
import { toAnchorId } from '#api/domain/content-html.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { getMarkType } from '#src/editor/mark-type.ts';

const NOTE = /^user-content-fn-/;

/** Inserts a number at the cursor and, at the end of the text, a note with a back link. The cursor moves into the note. */
export const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const link = getMarkType(state.schema, 'link');
  if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) return false;
  if (!dispatch) return true;
  const { name, number } = nameNextNote(state.doc);
  const superscript = getMarkType(state.schema, 'superscript').create({ depth: 0 });
  const reference = link.create({ href: `#${toAnchorId(`fn-${name}`)}`, id: toAnchorId(`fnref-${name}`), depth: 1 });
  const at = state.selection.to;
  const tr = state.tr.insert(at, state.schema.text(String(number), [reference, superscript]));
  tr.removeStoredMark(link).removeStoredMark(superscript);
  addNote(tr, state, name);
  dispatch(tr.scrollIntoView());
  return true;
};

/** The number behind those of the notes, and a name that no anchor has. */
function nameNextNote(doc: EditorNode): { name: string; number: number } {
  const ids = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name === 'list_item' && NOTE.test(node.attrs.id ?? '')) ids.add(node.attrs.id);
  });
  const number = ids.size + 1;
  let name = String(number);
  for (let next = number; ids.has(toAnchorId(`fn-${name}`) ?? ''); next += 1) name = String(next);
  return { name, number };
}

/** Into the list of notes at the end, or a new one behind a divider. */
function addNote(tr: Transaction, { schema }: EditorState, name: string): void {
  const back = getMarkType(schema, 'link').create({
    href: `#${toAnchorId(`fnref-${name}`)}`,
    title: `Back to reference ${name}`,
  });
  const line = getNodeType(schema, 'plain').create(null, [schema.text(' '), schema.text('↩', [back])]);
  const note = getNodeType(schema, 'list_item').create({ id: toAnchorId(`fn-${name}`) }, line);
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
    if (node.type.name === 'ordered_list' && NOTE.test(node.lastChild?.attrs.id ?? '')) found = { node, pos };
  });
  return found;
}
