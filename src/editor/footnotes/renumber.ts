import { Fragment } from '@milkdown/kit/prose/model';
import { TextSelection, type Transaction } from '@milkdown/kit/prose/state';
import { findFootnotes, type FootnoteLink, isNote, isNoteList } from './find-footnotes.ts';

const NUMBER = /^(\[?)\d+(\]?)$/;
const BACK_TITLE = /^(Back to reference )\d+/;

/** Numbers references and notes in the order of the references; notes without one stay behind the others. */
export function renumberFootnotes(tr: Transaction): void {
  const numbers = countNotes(tr);
  const { references, notes } = findFootnotes(tr.doc);
  const mapped = tr.mapping.maps.length;
  const setText = ({ node, pos }: FootnoteLink, text: string) => {
    if (text === node.text) return;
    const from = tr.mapping.slice(mapped).map(pos);
    tr.replaceWith(from, from + node.nodeSize, node.type.schema.text(text, node.marks));
  };
  for (const reference of references) {
    const number = numbers.get(String(reference.link.attrs.href).slice(1));
    if (number) setText(reference, (reference.node.text ?? '').replace(NUMBER, `$1${number}$2`));
  }
  for (const { id, backLinks } of notes) {
    for (const { node, pos, link } of backLinks) {
      const title = link.attrs.title?.replace(BACK_TITLE, `$1${numbers.get(id)}`) ?? null;
      if (!numbers.has(id) || title === link.attrs.title) continue;
      const from = tr.mapping.slice(mapped).map(pos);
      tr.addMark(from, from + node.nodeSize, link.type.create({ ...link.attrs, title }));
    }
  }
  sortNotes(tr, numbers);
}

/** The number of each note that is referred to, by its id. */
function countNotes({ doc }: Transaction): Map<string, number> {
  const { references, notes } = findFootnotes(doc);
  const ids = new Set(notes.map(({ id }) => id));
  const numbers = new Map<string, number>();
  for (const { link } of references) {
    const id = String(link.attrs.href).slice(1);
    if (ids.has(id) && !numbers.has(id)) numbers.set(id, numbers.size + 1);
  }
  return numbers;
}

function sortNotes(tr: Transaction, numbers: ReadonlyMap<string, number>): void {
  tr.doc.forEach((list, pos) => {
    if (!isNoteList(list)) return;
    const before = list.content.content;
    const toNumber = (id: string) => numbers.get(id) ?? Number.POSITIVE_INFINITY;
    // The order of equal ones stays: Infinity minus Infinity is no number.
    const after = before.toSorted((a, b) => toNumber(a.attrs.id) - toNumber(b.attrs.id) || 0);
    if (after.every((node, index) => node === before[index])) return;
    const cursor = readCursor(tr);
    tr.replaceWith(pos + 1, pos + list.nodeSize - 1, Fragment.from(after));
    if (cursor) restoreCursor(tr, cursor);
  });
}

type Cursor = { noteId: string; offset: number };

/** The note that the cursor is in, and where in it. */
function readCursor({ selection: { $head } }: Transaction): Cursor | null {
  for (let { depth } = $head; depth > 0; depth -= 1) {
    const node = $head.node(depth);
    if (isNote(node)) return { noteId: node.attrs.id, offset: $head.pos - $head.before(depth) };
  }
  return null;
}

function restoreCursor(tr: Transaction, { noteId, offset }: Cursor): void {
  const note = findFootnotes(tr.doc).notes.find(({ id }) => id === noteId);
  if (note) tr.setSelection(TextSelection.create(tr.doc, note.pos + offset));
}
