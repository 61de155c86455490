import { CONTENT_ELEMENTS } from '#api/domain/content-elements.ts';
import { collapseSpaces } from '#api/domain/content-html.ts';
import { diffLists, diffWords, type ListPart, replaceText, type WordPart } from '#api/domain/text-diff.ts';
import { parseInertHtml } from '#src/lib/inert-html.ts';

/** A top-level element of a content: its kind, its text, and its original HTML. */
export type HtmlBlock = { kind: string; text: string; html: string };

/** Splits content at its top-level elements. */
export function splitBlocks(html: string): HtmlBlock[] {
  const body = parseInertHtml(html);
  const blocks: HtmlBlock[] = [];
  for (const node of Array.from(body.childNodes)) {
    if (node instanceof Element) {
      const tag = node.localName;
      blocks.push({ kind: CONTENT_ELEMENTS.get(tag)?.label ?? tag, text: toBlockText(node), html: node.outerHTML });
    } else if (node.textContent?.trim()) {
      const text = node.textContent.trim();
      const paragraph = body.ownerDocument.createElement('p');
      paragraph.textContent = text;
      blocks.push({ kind: '', text, html: paragraph.outerHTML });
    }
  }
  return blocks;
}

/** Puts blocks together again. */
export const joinBlocks = (blocks: readonly HtmlBlock[]) => blocks.map(({ html }) => html).join('');

/** The text of an element line by line, with links, images and cells written out, so that every change is visible. */
function toBlockText(element: Element): string {
  const hasCode = element.matches('pre') || element.querySelector('pre') !== null;
  let buffer = '';
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? '';
      buffer += hasCode ? text : text.replace(/\s+/g, ' ');
    }
    if (!(node instanceof Element)) return;
    const { textBefore, textAfter, isInline = false } = CONTENT_ELEMENTS.get(node.localName) ?? { isInline: true };
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    buffer += textBefore?.(attributes) ?? '';
    for (const child of Array.from(node.childNodes)) walk(child);
    buffer += textAfter?.(attributes) ?? '';
    const endsLine = !isInline && !textAfter && node !== element;
    if (endsLine && !buffer.endsWith('\n')) buffer += '\n';
  };
  walk(element);
  return (hasCode ? buffer : buffer.replace(/(?<! ) *\n */g, '\n')).trim();
}

/** Where two contents agree, and where they do not. */
export type BlockPart = ListPart<HtmlBlock>;

/** Compares two contents block by block. */
export const diffBlocks = (before: readonly HtmlBlock[], after: readonly HtmlBlock[]): BlockPart[] =>
  diffLists(before, after, { isEqual: isSameBlock }) ?? [];

/** A change larger than this is shown as a whole: by words it would be slow and hard to read. */
const WORDS_MAX = 20_000;

/** The words that changed in a block or a field. */
export function compareWords(before: string, after: string): WordPart[] {
  const isLong = before.length + after.length > WORDS_MAX;
  return (isLong ? null : diffWords(before, after)) ?? replaceText(before, after);
}

/** Line breaks and indentation of the source are no change: readers don't see them, and the editor doesn't keep them. */
const isSameBlock = (one: HtmlBlock, other: HtmlBlock): boolean =>
  one.html === other.html || toBlockKey(one) === toBlockKey(other);

/** Equal for blocks that are the same. */
export function toBlockKey({ html, text }: HtmlBlock): string {
  return html.includes('<pre') ? html : `${text}\n${collapseSpaces(html)}`;
}
