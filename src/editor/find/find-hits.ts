import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { NodeSelection, type Selection, TextSelection, type Transaction } from '@milkdown/kit/prose/state';

export type FindOptions = { isCaseSensitive: boolean; isWholeWord: boolean };
/** `alt`: an image whose alternative text has it; it counts once. */
export type Hit = { from: number; to: number; place: 'text' | 'caption' | 'alt' };

/** In place of what has no text, so that no hit goes across it. */
const OBJECT = '\ufffc';
/** What is typed straight finds what is set with typographic quotes. */
const ALIKE: [RegExp, string][] = [
  [/['‘’]/g, "['‘’]"],
  [/["“”„«»]/g, '["“”„«»]'],
  [/\s+/g, '\\s'],
];

function createPattern(query: string, { isCaseSensitive, isWholeWord }: FindOptions): RegExp {
  const escaped = query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const source = ALIKE.reduce((text, [typed, pattern]) => text.replace(typed, () => pattern), escaped);
  const word = '[\\p{L}\\p{N}_]';
  return new RegExp(isWholeWord ? `(?<!${word})${source}(?!${word})` : source, isCaseSensitive ? 'gu' : 'giu');
}

/** Everything in text, captions and alternative texts that matches, in the order of the text. */
export function findHits(doc: EditorNode, query: string, options: FindOptions): Hit[] {
  if (query === '') return [];
  const pattern = createPattern(query, options);
  const hits: Hit[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name.endsWith('image') && String(node.attrs.alt).search(pattern) !== -1) {
      hits.push({ from: pos, to: pos + node.nodeSize, place: 'alt' });
    }
    if (!node.isTextblock) return true;
    const place = node.type.name === 'figcaption' ? 'caption' : 'text';
    const text = node.textBetween(0, node.content.size, undefined, OBJECT);
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (found !== '') hits.push({ from: pos + 1 + index, to: pos + 1 + index + found.length, place });
    }
    return true;
  });
  return hits.toSorted((one, other) => one.from - other.from);
}

export const selectHit = (doc: EditorNode, { from, to, place }: Hit): Selection =>
  place === 'alt' ? NodeSelection.create(doc, from) : TextSelection.create(doc, from, to);

/** Puts the replacement in place of all hits, which are in the order of the text. */
export function replaceHits(
  tr: Transaction,
  hits: readonly Hit[],
  { query, options, replacement }: { query: string; options: FindOptions; replacement: string },
): Transaction {
  for (const { from, to, place } of hits.toReversed()) {
    const node = tr.doc.nodeAt(from);
    if (place !== 'alt') tr.insertText(replacement, from, to);
    else if (node) {
      const alt = String(node.attrs.alt).replace(createPattern(query, options), () => replacement);
      tr.setNodeMarkup(from, null, { ...node.attrs, alt }, node.marks);
    }
  }
  return tr;
}
