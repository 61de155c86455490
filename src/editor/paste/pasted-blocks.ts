import { isBlank, isElement, isInline, splitInlineRuns } from '#src/editor/html/inert-dom.ts';
import { parseStyle } from './pasted-styles.ts';

const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, dl, table, blockquote, pre, hr, div, details, figure, b:has(p, table)';

const LINES = 'p, h1, h2, h3, h4, h5, h6, div, li, td, th, dd, dt';

/** Removes line breaks that only separate or end blocks: word processors add them around tables and at the end. */
export function cleanLineBreaks(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line) || isAtEnd(line)) line.remove();
}

function isAtEnd(line: HTMLElement): boolean {
  const after = findNeighbour(line, 'nextSibling');
  const isEnd = after === null || (isElement(after) && after.matches(BLOCKS));
  return isEnd && line.parentElement?.matches(LINES) === true && findNeighbour(line, 'previousSibling') !== null;
}

function isBetweenBlocks(line: HTMLElement): boolean {
  const [before, after] = [findNeighbour(line, 'previousSibling'), findNeighbour(line, 'nextSibling')];
  const isBlock = (node: Node | null) => node === null || (isElement(node) && node.matches(BLOCKS));
  const isInside = line.parentElement?.matches('body, b, div, blockquote') === true;
  return isInside && (before !== null || after !== null) && isBlock(before) && isBlock(after);
}

/** The next node in a direction that is more than white space. */
function findNeighbour(node: Node, direction: 'previousSibling' | 'nextSibling'): Node | null {
  const next = node[direction];
  return next && isBlankText(next) ? findNeighbour(next, direction) : next;
}

/** Lines in a <div> become paragraphs; a single line in an item or a cell becomes its text. */
export function unwrapDivs(body: HTMLElement): void {
  for (const div of [...body.querySelectorAll<HTMLElement>('div')].reverse()) {
    const parent = div.parentElement;
    const isAlone = parent !== null && [...parent.childNodes].every((node) => node === div || isBlankText(node));
    if (!(isAlone && parent.matches('li, td, th, dd, dt, summary, figcaption'))) wrapLines(div);
    div.replaceWith(...div.childNodes);
  }
  for (const quote of body.querySelectorAll('blockquote')) wrapLines(quote);
  // Text without blocks is inserted into the current line.
  if ([...body.children].some((element) => !isInline(element))) wrapLines(body);
}

function wrapLines(div: HTMLElement): void {
  for (const run of splitInlineRuns(div)) {
    const [first] = run;
    if (!first || !isInline(first)) continue;
    const paragraph = div.ownerDocument.createElement('p');
    div.insertBefore(paragraph, first);
    paragraph.append(...run);
  }
}

const isBlankText = (node: Node) =>
  node.nodeType === Node.COMMENT_NODE || (node.nodeType === Node.TEXT_NODE && isBlank(node.textContent));

/** A summary, and a term, is one line of text. */
export function cleanSummary(summary: HTMLElement): void {
  for (const block of summary.querySelectorAll('h1, h2, h3, h4, h5, h6, p, div'))
    block.replaceWith(...block.childNodes);
}

export function cleanCell(cell: HTMLElement): void {
  const align = parseStyle(cell).textAlign || cell.getAttribute('align') || readLineAlign(cell);
  if (/^(center|right)$/.test(align)) cell.setAttribute('align', align);
  else cell.removeAttribute('align');
  const [only] = cell.children;
  const isOneLine = only?.localName === 'p' && [...cell.childNodes].every((node) => node === only || isBlankText(node));
  if (isOneLine) only.replaceWith(...only.childNodes);
}

/** Word and Docs align the paragraph in the cell. */
function readLineAlign(cell: HTMLElement): string {
  const [first] = cell.children;
  return first ? parseStyle(first).textAlign || first.getAttribute('align') || '' : '';
}

/** Empty lines that only make room, and tables without cells. */
export function removeEmptyBlocks(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, blockquote')) {
    if (block.textContent.trim() === '' && !block.querySelector('img, video, input, a[id], hr, table')) block.remove();
  }
  for (const table of body.querySelectorAll('table')) if (!table.querySelector('td, th')) table.remove();
  for (const list of body.querySelectorAll('ul, ol, dl')) if (!list.querySelector('li, dt, dd')) list.remove();
}
