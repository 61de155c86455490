import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import {
  type DefaultTreeAdapterTypes as Tree,
  defaultTreeAdapter as tree,
  parseFragment,
  serializeOuter,
} from 'parse5';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';

/**
 * Content as Markdown. Each block is rendered again and compared: what Markdown would change stays HTML, which Markdown may hold, so nothing
 * is lost. `moveUrl` gives the address of an image or video.
 */
export function toMarkdown(html: string, moveUrl: (url: string) => string = (url) => url): string {
  return `${listBlocks(html, moveUrl).map(toVerifiedBlock).join('\n\n')}\n`;
}

/** The same without the comparison, in a tenth of the time: to be read, not to come in again. */
export const toReadableMarkdown = (html: string): string => {
  const blocks = listBlocks(html, (url) => url);
  return `${blocks.map((node) => toBlock(node)?.trim() || toSingleLine(toHtml(node))).join('\n\n')}\n`;
};

const listBlocks = (html: string, moveUrl: (url: string) => string): Tree.ChildNode[] =>
  parseFragment(html)
    .childNodes.filter((node) => !isBlank(node))
    .map((node) => prepare(node, moveUrl));

/** Without what pages and the library add to images. */
function prepare(node: Tree.ChildNode, moveUrl: (url: string) => string): Tree.ChildNode {
  if (!tree.isElementNode(node)) return node;
  if (node.tagName === 'img' || node.tagName === 'video')
    node.attrs = node.attrs.flatMap(({ name, value }) => {
      if (name === 'src') return [{ name, value: moveUrl(value) }];
      return name === 'alt' || name === 'title' ? [{ name, value }] : [];
    });
  // The image of a card, and the address of a file.
  for (const attribute of node.attrs)
    if (attribute.name === 'data-image' || attribute.name === 'href') attribute.value = moveUrl(attribute.value);
  for (const child of node.childNodes) prepare(child, moveUrl);
  return node;
}

function toVerifiedBlock(node: Tree.ChildNode): string {
  const html = toHtml(node);
  const expected = normalize(html);
  const markdown = toBlock(node)?.trim();
  return markdown && normalize(render(markdown)) === expected ? markdown : toSingleLine(html);
}

const render = (markdown: string): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

/** White space between blocks means nothing. */
const normalize = (html: string): string =>
  sanitizeContent(html)
    .replace(/>\s+</g, '><')
    .replace(/\n<\/code><\/pre>/g, '</code></pre>')
    .replace(/(?<!\s)\s+(?=<\/?(?:li|ul|ol|p|blockquote))/g, (space) => (space.includes('\n') ? '' : space))
    .trim();

const isBlank = (node: Tree.ChildNode): boolean => tree.isTextNode(node) && node.value.trim() === '';

function toHtml(node: Tree.ChildNode): string {
  if (tree.isElementNode(node)) return serializeOuter(node);
  return tree.isTextNode(node) ? escapeHtml(node.value) : '';
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An empty line ends a block of HTML in Markdown: lines of code are written as characters. */
const toSingleLine = (html: string): string =>
  html
    .split(/(?<=<\/pre>)/)
    .map((part) => {
      const at = part.endsWith('</pre>') ? part.indexOf('<pre') : -1;
      const codeAt = at === -1 ? part.length : at;
      return part.slice(0, codeAt).replaceAll('\n', ' ') + part.slice(codeAt).replaceAll('\n', '&#10;');
    })
    .join('');

function toBlock(node: Tree.ChildNode): string | null {
  if (!tree.isElementNode(node)) return null;
  const { tagName, childNodes } = node;
  if (tagName === 'p') return toInline(childNodes);
  if (/^h[1-6]$/.test(tagName))
    return `${'#'.repeat(Number(tagName[1]))} ${toInline(childNodes).replaceAll('\n', ' ')}`;
  if (tagName === 'hr') return '***';
  if (tagName === 'pre') return toCode(node);
  if (tagName === 'blockquote') return prefixLines(toBlocks(childNodes), '> ', '> ');
  if (tagName === 'ul' || tagName === 'ol') return toList(node);
  return null;
}

const toBlocks = (nodes: readonly Tree.ChildNode[]): string =>
  nodes
    .filter((node) => !isBlank(node))
    .map((node) => toBlock(node) ?? toSingleLine(toHtml(node)))
    .join('\n\n');

const prefixLines = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
    .join('\n');

function toList(list: Tree.Element): string {
  const start = Number(list.attrs.find(({ name }) => name === 'start')?.value ?? 1);
  const items = list.childNodes.filter((node) => tree.isElementNode(node));
  return items
    .map((item, at) => {
      const mark = list.tagName === 'ul' ? '- ' : `${start + at}. `;
      return prefixLines(toItem(item), mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

/** Text of an item, with the lists below it. */
function toItem(item: Tree.Element): string {
  const isBlock = (node: Tree.ChildNode) =>
    tree.isElementNode(node) && /^(p|ul|ol|pre|blockquote|h[1-6])$/.test(node.tagName);
  const at = item.childNodes.findIndex(isBlock);
  if (at === -1) return toInline(item.childNodes);
  const text = toInline(item.childNodes.slice(0, at)).trim();
  const below = toBlocks(item.childNodes.slice(at));
  return text === '' ? below : `${text}\n${below}`;
}

function toCode(pre: Tree.Element): string {
  const [code] = pre.childNodes;
  const isCode = code !== undefined && tree.isElementNode(code) && code.tagName === 'code';
  const language = isCode
    ? (code.attrs.find(({ name }) => name === 'class')?.value.replace(/^language-/, '') ?? '')
    : '';
  const text = getText(pre).replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

function getText(node: Tree.ChildNode): string {
  if (tree.isTextNode(node)) return node.value;
  return tree.isElementNode(node) ? node.childNodes.map(getText).join('') : '';
}

const MARKS: Record<string, string> = { strong: '**', em: '*', del: '~~' };

const toInline = (nodes: readonly Tree.ChildNode[]): string => nodes.map(toInlineNode).join('');

function toInlineNode(node: Tree.ChildNode): string {
  if (tree.isTextNode(node)) return escapeMarkdown(node.value);
  if (!tree.isElementNode(node)) return '';
  const { tagName, childNodes, attrs } = node;
  const get = (name: string) => attrs.find((each) => each.name === name)?.value ?? '';
  const mark = MARKS[tagName];
  if (mark) return mark + toInline(childNodes) + mark;
  if (tagName === 'br') return '\\\n';
  if (tagName === 'code' && attrs.length === 0 && !getText(node).includes('`')) return `\`${getText(node)}\``;
  if (tagName === 'a' && !get('id') && !get('title')) return `[${toInline(childNodes)}](<${get('href')}>)`;
  if (tagName === 'img' && !get('title')) return `![${escapeMarkdown(get('alt'))}](<${get('src')}>)`;
  return toSingleLine(toHtml(node));
}

const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>&~|!]/g, (sign) => (sign === '&' ? '&amp;' : `\\${sign}`))
    .replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s)/, '$1\\$2')
    .replace(/\\(\d)/g, '$1\\');
