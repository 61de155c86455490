import type { Mark, Node as EditorNode } from '@milkdown/kit/prose/model';
import { toAnchorId } from '#api/domain/content-html.ts';

const NOTE_ID = /^user-content-fn-/;
const BACK_HREF = /^#user-content-fnref-/;

export const toNoteId = (name: string) => toAnchorId(`fn-${name}`) ?? '';
export const toReferenceId = (name: string) => toAnchorId(`fnref-${name}`) ?? '';

/** A text with a link of a footnote: the number in the text, or the arrow back. */
export type FootnoteLink = { node: EditorNode; pos: number; link: Mark };
export type Note = { id: string; node: EditorNode; pos: number; backLinks: FootnoteLink[] };
export type Footnotes = { references: FootnoteLink[]; notes: Note[] };

/** Of blocks, which never change. Positions are those within the block. */
const cache = new WeakMap<EditorNode, Footnotes>();

export const isNote = (node: EditorNode): boolean =>
  node.type.name === 'list_item' && NOTE_ID.test(node.attrs.id ?? '');

/** A list of nothing but notes. */
export const isNoteList = (node: EditorNode): boolean =>
  node.type.name === 'ordered_list' && node.content.content.every(isNote);

export const hasFootnotes = (block: EditorNode): boolean => {
  const { references, notes } = readBlock(block);
  return references.length > 0 || notes.length > 0;
};

/** All references and notes of a document, in its order. */
export function findFootnotes(doc: EditorNode): Footnotes {
  const found: Footnotes = { references: [], notes: [] };
  doc.forEach((block, start) => {
    const { references, notes } = readBlock(block);
    const move = <Item extends { pos: number }>(item: Item): Item => ({ ...item, pos: item.pos + start });
    found.references.push(...references.map(move));
    found.notes.push(...notes.map((note) => ({ ...move(note), backLinks: note.backLinks.map(move) })));
  });
  return found;
}

function readBlock(block: EditorNode): Footnotes {
  const cached = cache.get(block);
  if (cached) return cached;
  const found: Footnotes = { references: [], notes: [] };
  block.descendants((node, offset) => {
    const pos = offset + 1;
    if (isNote(node)) found.notes.push({ id: node.attrs.id, node, pos, backLinks: [] });
    const link = node.isText && node.marks.find(({ type }) => type.name === 'link');
    if (!link) return;
    const href = String(link.attrs.href);
    const note = found.notes.at(-1);
    if (NOTE_ID.test(href.slice(1)) && href.startsWith('#')) found.references.push({ node, pos, link });
    else if (note && pos < note.pos + note.node.nodeSize && BACK_HREF.test(href))
      note.backLinks.push({ node, pos, link });
  });
  cache.set(block, found);
  return found;
}

/** A number that no note has as its name. */
export function findFreeName(notes: readonly Note[]): string {
  const ids = new Set(notes.map(({ id }) => id));
  let number = ids.size + 1;
  while (ids.has(toNoteId(String(number)))) number += 1;
  return String(number);
}
