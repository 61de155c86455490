import { parseInertHtml } from '#src/lib/inert-html.ts';

/** A top-level element of a content: its kind, its text, and its original HTML. */
export type HtmlBlock = { kind: string; text: string; html: string };

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
  dl: 'Definition list',
  details: 'Toggle',
  blockquote: 'Quote',
  pre: 'Code',
  table: 'Table',
  figure: 'Figure',
  img: 'Image',
  video: 'Video',
  hr: 'Divider',
};

/** Splits content at its top-level elements. */
export function splitBlocks(html: string): HtmlBlock[] {
  const body = parseInertHtml(html);
  const blocks: HtmlBlock[] = [];
  for (const node of Array.from(body.childNodes)) {
    if (node instanceof Element) {
      const tag = node.localName;
      blocks.push({ kind: KINDS[tag] ?? tag, text: toBlockText(node), html: node.outerHTML });
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

const ENDS_LINE = /^(p|li|dt|dd|summary|tr|h[1-6]|blockquote|figcaption|caption|pre)$/;

/** The text of an element line by line, with links, images and cells written out, so that every change is visible. */
function toBlockText(element: Element): string {
  let buffer = '';
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) buffer += node.textContent ?? '';
    if (!(node instanceof Element)) return;
    const tag = node.localName;
    if (tag === 'img') buffer += `[Image: ${node.getAttribute('alt') || node.getAttribute('src') || 'no alt text'}]`;
    if (tag === 'video') buffer += `[Video: ${node.getAttribute('src') ?? ''}]`;
    if (tag === 'br') buffer += '\n';
    if (tag === 'input') buffer += node.hasAttribute('checked') ? '[x]' : '[ ]';
    if (tag === 'li') buffer += '• ';
    for (const child of Array.from(node.childNodes)) walk(child);
    if (tag === 'a') buffer += ` (${node.getAttribute('href') ?? ''})`;
    if (tag === 'td' || tag === 'th') buffer += ' | ';
    if (ENDS_LINE.test(tag) && node !== element && !buffer.endsWith('\n')) buffer += '\n';
  };
  walk(element);
  return buffer.trim();
}
