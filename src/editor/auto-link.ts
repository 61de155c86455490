import { Fragment, type Node as EditorNode, type Schema, Slice } from '@milkdown/kit/prose/model';
import type { EditorState, Transaction } from '@milkdown/kit/prose/state';
import { getMarkType } from './mark-type.ts';
import { normalizeLinkUrl } from './link-url.ts';

type FoundUrl = { start: number; text: string; href: string };

const URLS =
  /(?<![\p{L}\p{N}@/.])(?:(?:https?:\/\/|www\.)[^\s<>"]+|(?:mailto:|tel:)?(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|tel:[+\d][\d().-]+)/giu;

/** The addresses in a text that are meant as links: with http(s), `www.`, `tel:`, or of mail. */
export function findUrls(text: string): FoundUrl[] {
  return [...text.matchAll(URLS)].flatMap(({ 0: match, index }) => {
    const url = trimPunctuation(match);
    const href = normalizeLinkUrl(url);
    return href && /[\p{L}\p{N}]/u.test(url.replace(/^\w+:\/*|^www\./i, '')) ? [{ start: index, text: url, href }] : [];
  });
}

/** Without what ends the sentence. A closing bracket belongs to the address when it was opened in it (GFM 6.9). */
function trimPunctuation(url: string): string {
  const [mark = ''] = /[?!.,:;*_~'’”)\]]$/.exec(url) ?? [];
  if (mark === '') return url;
  const opening = { ')': '(', ']': '[' }[mark];
  const isOpened = opening !== undefined && url.split(opening).length >= url.split(mark).length;
  return isOpened ? url : trimPunctuation(url.slice(0, -1));
}

/** Pasted text whose addresses are links. */
export function linkUrls(slice: Slice, schema: Schema): Slice {
  return new Slice(linkFragment(slice.content, schema), slice.openStart, slice.openEnd);
}

function linkFragment(content: Fragment, schema: Schema): Fragment {
  const nodes: EditorNode[] = [];
  content.forEach((node) => {
    if (node.isText) nodes.push(...linkText(node, schema));
    else nodes.push(node.type.spec.code ? node : node.copy(linkFragment(node.content, schema)));
  });
  return Fragment.fromArray(nodes);
}

function linkText(node: EditorNode, schema: Schema): EditorNode[] {
  const text = node.text ?? '';
  if (node.marks.some(({ type }) => type.name === 'link' || type.spec.code)) return [node];
  const link = getMarkType(schema, 'link');
  const nodes: EditorNode[] = [];
  let at = 0;
  for (const { start, text: url, href } of findUrls(text)) {
    if (start > at) nodes.push(node.cut(at, start));
    nodes.push(schema.text(url, link.create({ href }).addToSet(node.marks)));
    at = start + url.length;
  }
  return at === 0 ? [node] : at < text.length ? [...nodes, node.cut(at)] : nodes;
}

/** Links the address that was typed just before the cursor, or returns null. */
export function linkTypedUrl({ selection, schema, tr }: EditorState): Transaction | null {
  const { $from, empty } = selection;
  const { parent, parentOffset } = $from;
  const link = getMarkType(schema, 'link');
  if (!empty || !parent.inlineContent || !parent.type.allowsMarkType(link)) return null;
  const before = parent.textBetween(0, parentOffset, undefined, '\ufffc');
  const [word = ''] = /(?<![^\s\ufffc])[^\s\ufffc]+$/.exec(before) ?? [];
  const found = findUrls(word).at(-1);
  if (!found || found.start + found.text.length < word.length - 1) return null;
  const from = $from.start() + parentOffset - word.length + found.start;
  const to = from + found.text.length;
  const isTaken = parent.type.spec.code || hasMark(parent, from - $from.start(), to - $from.start());
  return isTaken ? null : tr.addMark(from, to, link.create({ href: found.href })).removeStoredMark(link);
}

/** Whether the range already contains a link or code. */
function hasMark(parent: EditorNode, from: number, to: number): boolean {
  let isMarked = false;
  parent.nodesBetween(from, to, ({ marks }) => {
    isMarked ||= marks.some(({ type }) => type.name === 'link' || type.spec.code);
  });
  return isMarked;
}
