import { Fragment, type Node as EditorNode } from '@milkdown/kit/prose/model';
import { Plugin, TextSelection, type Transaction } from '@milkdown/kit/prose/state';
import { $prose } from '@milkdown/kit/utils';
import { findDifference } from '#src/editor/changed-blocks.ts';
import { IS_REPLACEMENT } from '#src/editor/replace-content.ts';
import {
  findFootnotes,
  findFreeName,
  type FootnoteLink,
  hasFootnotes,
  isNote,
  isNoteList,
  type Note,
  toNoteId,
  toReferenceId,
} from './find-footnotes.ts';

/** Footnotes are numbered in the order of their references, whenever one was inserted, moved or deleted. */
export const footnotePlugin = $prose(
  () =>
    new Plugin({
      appendTransaction(transactions, before, { doc, tr }) {
        // Undo restores the old numbers; a text that was opened or restored must not change.
        const isOwn = (each: Transaction) =>
          each.docChanged && !each.getMeta('history$') && !each.getMeta(IS_REPLACEMENT);
        if (!transactions.some(isOwn) || !isAffected(before.doc, doc)) return null;
        // A note that was cut may be pasted: its references stay.
        if (!transactions.some((each) => each.getMeta('uiEvent') === 'cut')) deleteReferences(tr, before.doc);
        resolveDuplicates(tr, findChangedRange(before.doc, tr.doc));
        renumberFootnotes(tr);
        return tr.docChanged ? tr : null;
      },
    }),
);

function isAffected(before: EditorNode, doc: EditorNode): boolean {
  const difference = findDifference(before, doc);
  return difference.before.some(hasFootnotes) || difference.after.some(({ node }) => hasFootnotes(node));
}

function findChangedRange(before: EditorNode, doc: EditorNode): ChangedRange {
  const from = before.content.findDiffStart(doc.content) ?? 0;
  const to = before.content.findDiffEnd(doc.content)?.b ?? doc.content.size;
  return { from, to: Math.max(from, to) };
}

/** Of notes that were deleted. */
function deleteReferences(tr: Transaction, before: EditorNode): void {
  const { references, notes } = findFootnotes(tr.doc);
  const deleted = new Set(findFootnotes(before).notes.map(({ id }) => `#${id}`));
  for (const { id } of notes) deleted.delete(`#${id}`);
  for (const { node, pos, link } of references.toReversed()) {
    if (deleted.has(link.attrs.href)) tr.delete(pos, pos + node.nodeSize);
  }
}

/** The range of a document that has changed. */
type ChangedRange = { from: number; to: number };

/** Pasted footnotes whose names are taken get others, with the links to them and back; their notes join the list. */
function resolveDuplicates(tr: Transaction, range: ChangedRange): void {
  const { notes } = findFootnotes(tr.doc);
  const isNew = ({ pos }: { pos: number }) => pos >= range.from && pos < range.to;
  const taken = new Set<string>();
  for (const note of [...notes].sort((a, b) => Number(isNew(a)) - Number(isNew(b)))) {
    if (taken.has(note.id)) renameNote(tr, note, isNew);
    taken.add(note.id);
  }
  renameReferences(tr, isNew);
  mergeLists(tr, isNew);
}

/** No rename moves a position: marks and attributes have no size. */
function renameNote(tr: Transaction, note: Note, isNew: (item: { pos: number }) => boolean): void {
  const { references, notes } = findFootnotes(tr.doc);
  const name = findFreeName(notes);
  tr.setNodeAttribute(note.pos, 'id', toNoteId(name));
  let count = 0;
  for (const reference of references.filter(isNew)) {
    if (reference.link.attrs.href !== `#${note.id}`) continue;
    count += 1;
    setLink(tr, reference, { href: `#${toNoteId(name)}`, id: toReferenceId(count > 1 ? `${name}-${count}` : name) });
  }
  note.backLinks.forEach((backLink, index) => {
    setLink(tr, backLink, { href: `#${toReferenceId(index > 0 ? `${name}-${index + 1}` : name)}` });
  });
}

/** A copied reference leads to the same note, and is a place of its own. */
function renameReferences(tr: Transaction, isNew: (item: { pos: number }) => boolean): void {
  const { references } = findFootnotes(tr.doc);
  const ids = new Set(references.map(({ link }) => link.attrs.id));
  const taken = new Set<string>();
  for (const reference of [...references].sort((a, b) => Number(isNew(a)) - Number(isNew(b)))) {
    const { id } = reference.link.attrs;
    if (id !== null && taken.has(id)) {
      let count = 2;
      while (ids.has(`${id}-${count}`)) count += 1;
      ids.add(`${id}-${count}`);
      setLink(tr, reference, { id: `${id}-${count}` });
    }
    taken.add(id);
  }
}

function setLink(tr: Transaction, { node, pos, link }: FootnoteLink, attrs: Record<string, string>): void {
  tr.addMark(pos, pos + node.nodeSize, link.type.create({ ...link.attrs, ...attrs }));
}

/** The notes of a list that was pasted go to the list that was there, and the divider before it goes. */
function mergeLists(tr: Transaction, isNew: (item: { pos: number }) => boolean): void {
  const lists: { pos: number; size: number }[] = [];
  tr.doc.forEach((node, pos) => {
    if (isNoteList(node)) lists.push({ pos, size: node.nodeSize });
  });
  const target = lists.find((list) => !isNew(list));
  if (!target) return;
  const mapped = tr.mapping.maps.length;
  const map = (pos: number) => tr.mapping.slice(mapped).map(pos);
  for (const { pos } of lists.filter(isNew)) {
    const from = map(pos);
    const list = tr.doc.nodeAt(from);
    const divider = tr.doc.resolve(from).nodeBefore;
    if (!list) continue;
    tr.delete(divider?.type.name === 'rule' ? from - divider.nodeSize : from, from + list.nodeSize);
    tr.insert(map(target.pos + target.size - 1), list.content);
  }
}

const NUMBER = /^(\[?)\d+(\]?)$/;
const BACK_TITLE = /^(Back to reference )\d+/;

/** Numbers references and notes in the order of the references; notes without one stay behind the others. */
function renumberFootnotes(tr: Transaction): void {
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
