import type { Transaction } from '@milkdown/kit/prose/state';
import {
  findFootnotes,
  findFreeName,
  type FootnoteLink,
  isNoteList,
  type Note,
  toNoteId,
  toReferenceId,
} from './find-footnotes.ts';

/** The range of a document that has changed. */
export type ChangedRange = { from: number; to: number };

/** Pasted footnotes whose names are taken get others, with the links to them and back; their notes join the list. */
export function resolveDuplicates(tr: Transaction, range: ChangedRange): void {
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
