import { readInert } from '#src/lib/inert-html.ts';

/** A top-level element of a content: what it is for a reader, its words, and its HTML as it is. */
export type Block = { kind: string; text: string; html: string };

const KINDS: Record<string, string> = {
  p: '',
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  h4: 'Heading 4',
  h5: 'Heading 5',
  h6: 'Heading 6',
  ul: 'List',
  ol: 'Numbered list',
  blockquote: 'Quote',
  pre: 'Code',
  table: 'Table',
  figure: 'Figure',
  img: 'Picture',
  video: 'Video',
  hr: 'Divider',
};

/** Splits content at its top-level elements. */
export function splitBlocks(html: string): Block[] {
  const body = readInert(html);
  const blocks: Block[] = [];
  for (const node of Array.from(body.childNodes)) {
    if (node instanceof Element) {
      const tag = node.localName;
      blocks.push({ kind: KINDS[tag] ?? tag, text: wordsOf(node), html: node.outerHTML });
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
export const joinBlocks = (blocks: readonly Block[]) => blocks.map(({ html }) => html).join('');

const ENDS_LINE = /^(p|li|tr|h[1-6]|blockquote|figcaption|caption|pre)$/;

/** The words of an element line by line, with links, pictures and cells written out, so that every change can be seen. */
function wordsOf(element: Element): string {
  let words = '';
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) words += node.textContent ?? '';
    if (!(node instanceof Element)) return;
    const tag = node.localName;
    if (tag === 'img')
      words += `[Picture: ${node.getAttribute('alt') || node.getAttribute('src') || 'no description'}]`;
    if (tag === 'video') words += `[Video: ${node.getAttribute('src') ?? ''}]`;
    if (tag === 'br') words += '\n';
    if (tag === 'li') words += '• ';
    for (const child of Array.from(node.childNodes)) walk(child);
    if (tag === 'a') words += ` (${node.getAttribute('href') ?? ''})`;
    if (tag === 'td' || tag === 'th') words += ' | ';
    if (ENDS_LINE.test(tag) && node !== element && !words.endsWith('\n')) words += '\n';
  };
  walk(element);
  return words.trim();
}
