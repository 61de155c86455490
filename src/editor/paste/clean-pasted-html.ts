import { isBlank, isElement, parseInertBody } from '#src/editor/html/inert-dom.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { convertWordLists } from './word-lists.ts';

export type CleanedHtml = { body: HTMLElement; files: File[] };

const DROPPED =
  'script, style, template, noscript, iframe, object, embed, svg, math, head, title, meta, link, form, input, button, select, textarea, canvas, audio';

/** HTML from elsewhere, reduced to what the schema knows. Pictures that came within it are handed out as files. */
export function cleanPastedHtml(html: string, headingLevels: readonly number[]): CleanedHtml {
  const body = parseInertBody(neutralizeActive(html));
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line)) line.remove();
  convertWordLists(body, writtenStyle);
  const files: File[] = [];
  for (const picture of body.querySelectorAll('img')) replacePicture(picture, files);
  for (const video of body.querySelectorAll('video')) if (!isOwnMedia(video.getAttribute('src'))) video.remove();
  for (const element of body.querySelectorAll<HTMLElement>('span, b, i, font')) readStyle(element);
  for (const link of body.querySelectorAll('a')) cleanLink(link);
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) cleanCell(cell);
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) clampHeadingLevel(heading, headingLevels);
  return { body, files };
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div, b:has(p, table)';
const TAG = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi;

/**
 * The policy of the site is asked even for a document in which nothing runs: styles and handlers would be reported as
 * breaches, and the styles not be read. So they get names that mean nothing.
 */
function neutralizeActive(html: string): string {
  const plain = html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '');
  return plain.replace(TAG, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(\s*=)/gi, '$1data-$2$3'));
}

/** What was said in a style attribute. */
function parseStyle(element: HTMLElement): CSSStyleDeclaration {
  const { style } = document.createElement('span');
  style.cssText = writtenStyle(element);
  return style;
}

const writtenStyle = (element: Element) => element.getAttribute('data-style') ?? '';

/** A line break that only keeps blocks apart, as word processors put it around tables and at the end. */
function isBetweenBlocks(line: HTMLElement): boolean {
  const [before, after] = [neighbour(line, 'previousSibling'), neighbour(line, 'nextSibling')];
  const isBlock = (node: Node | null) => node === null || (isElement(node) && node.matches(BLOCKS));
  const isInside = line.parentElement?.matches('body, b, div') === true;
  return isInside && (before !== null || after !== null) && isBlock(before) && isBlock(after);
}

/** The next node in a direction that is more than white space. */
function neighbour(node: Node, direction: 'previousSibling' | 'nextSibling'): Node | null {
  const next = node[direction];
  return next && next.nodeType === Node.TEXT_NODE && isBlank(next.nodeValue) ? neighbour(next, direction) : next;
}

const isOwnMedia = (src: string | null) => src !== null && /^\/(uploads|pictures)\//.test(src);

/** Ours stay; those within the text are uploaded; those of other sites become links, since no page shows them. */
function replacePicture(picture: HTMLElement, files: File[]): void {
  const src = picture.getAttribute('src') ?? '';
  const alt = picture.getAttribute('alt') ?? '';
  if (isOwnMedia(src)) return;
  const file = parseDataUrl(src, files.length + 1);
  const address = /^https:\/\//i.test(src) ? src : null;
  if (file) files.push(file);
  if (file || !address) {
    picture.replaceWith(file ? '' : alt);
    return;
  }
  const link = picture.ownerDocument.createElement('a');
  link.setAttribute('href', address);
  link.textContent = alt.trim() || address;
  if (picture.closest('a')) picture.replaceWith(link.textContent);
  else picture.replaceWith(link);
}

const DATA_IMAGE = /^data:(image\/(?:png|jpeg|gif|webp|svg\+xml))(;[^,]*)?,(.*)$/is;

/** A picture that is written out in its own address. */
function parseDataUrl(src: string, number: number): File | null {
  const [, type, options = '', data = ''] = DATA_IMAGE.exec(src) ?? [];
  if (!type) return null;
  try {
    const bytes = /;base64/i.test(options)
      ? Uint8Array.from(atob(decodeURIComponent(data)), (character) => character.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data));
    return new File([bytes], `pasted-${number}.${/\/(\w+)/.exec(type)?.[1]}`, { type });
  } catch {
    return null; // not what it says it is
  }
}

/** Word processors say with styles what HTML says with elements; and some put everything into a <b> that is not bold. */
function readStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration } = parseStyle(element);
  const isBold = /^(bold|[6-9]00)$/.test(fontWeight);
  const markNames: string[] = [];
  if (isBold && element.localName !== 'b') markNames.push('strong');
  if (fontStyle === 'italic' && element.localName !== 'i') markNames.push('em');
  if (textDecoration.includes('line-through')) markNames.push('del');
  for (const name of markNames) {
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  }
  const isEmptyWord =
    (element.localName === 'b' && /^(normal|400)$/.test(fontWeight)) ||
    (element.localName === 'i' && fontStyle === 'normal');
  if (isEmptyWord || element.localName === 'span' || element.localName === 'font') {
    element.replaceWith(...element.childNodes);
  }
}

function cleanLink(link: HTMLElement): void {
  const href = normalizeLinkUrl(link.getAttribute('href') ?? '');
  if (href) link.setAttribute('href', href);
  else link.replaceWith(...link.childNodes);
}

function cleanCell(cell: HTMLElement): void {
  const align = parseStyle(cell).textAlign || cell.getAttribute('align') || '';
  if (/^(center|right)$/.test(align)) cell.setAttribute('align', align);
  else cell.removeAttribute('align');
}

/** The nearest level that is offered here. */
function clampHeadingLevel(heading: Element, levels: readonly number[]): void {
  const level = Number(heading.localName.slice(1));
  if (levels.includes(level) || levels.length === 0) return;
  const nearest = levels.reduce((best, each) => (Math.abs(each - level) < Math.abs(best - level) ? each : best));
  const fitting = heading.ownerDocument.createElement(`h${nearest}`);
  fitting.append(...heading.childNodes);
  heading.replaceWith(fitting);
}

/** What there is to read in it, and nothing else: a line for each block. */
export function toPlainText(html: string): string {
  const lines = [...cleanPastedHtml(html, []).body.childNodes].map((node) => node.textContent?.trim() ?? '');
  return lines.filter((line) => line !== '').join('\n');
}

/** Whether there is anything to read in it. */
export const hasVisibleText = (html: string): boolean => {
  const body = parseInertBody(neutralizeActive(html));
  for (const element of body.querySelectorAll('title')) element.remove();
  return (
    body.textContent.trim() !== '' || [...body.children].some((child) => isElement(child) && child.matches('table, hr'))
  );
};
