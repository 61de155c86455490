import { detectLanguage } from '#api/domain/code-languages.ts';
import { FLOW_ELEMENTS } from '#api/domain/content-element-names.ts';
import { BLOCK_ELEMENTS, listElements } from '#api/domain/content-elements.ts';
import { normalizeLanguage, parseLanguageClass } from '#api/domain/content-html.ts';
import { isBlank, isElement, isInline, splitInlineRuns } from '#src/editor/html/inert-dom.ts';
import { isTaskBox, parseStyle } from './pasted-styles.ts';

const BLOCKS = [...BLOCK_ELEMENTS, 'div', 'b:has(p, table)'].join(', ');
const TEXT_BLOCKS = listElements(({ holds, isInline: isInLine }) => holds === 'text' && !isInLine);
const LINES = [...TEXT_BLOCKS, ...FLOW_ELEMENTS, 'div'].join(', ');
/** Parts that hold one line of text as it is, without a paragraph. */
const LINE_PARTS = listElements(({ holds, isPart }) => isPart && (holds === 'text' || holds === 'flow')).join(', ');
const HOLDS_PARAGRAPHS = listElements(({ holds }) => holds === 'blocks').join(', ');
const EMPTY_LINES = listElements(
  ({ holds, isPart, isInline: isInLine }) => !isPart && !isInLine && (holds === 'text' || holds === 'blocks'),
).join(', ');

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
  const isInside = line.parentElement?.matches(`body, b, div, ${HOLDS_PARAGRAPHS}`) === true;
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
    if (!(isAlone && parent.matches(LINE_PARTS))) wrapLines(div);
    div.replaceWith(...div.childNodes);
  }
  for (const quote of body.querySelectorAll<HTMLElement>(HOLDS_PARAGRAPHS)) wrapLines(quote);
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
  for (const block of body.querySelectorAll(EMPTY_LINES)) {
    if (block.textContent.trim() === '' && !block.querySelector('img, video, input, a[id], hr, table')) block.remove();
  }
  for (const table of body.querySelectorAll('table')) if (!table.querySelector('td, th')) table.remove();
  for (const list of body.querySelectorAll('ul, ol, dl')) if (!list.querySelector('li, dt, dd')) list.remove();
}

/** Lists within lists, and the boxes of tasks, as HTML has them. */
export function cleanLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) moveIntoItem(list);
  for (const box of body.querySelectorAll<HTMLElement>('.checkbox-on, .checkbox-off')) {
    addCheckbox(box, box.matches('.checkbox-on'));
    box.remove();
  }
  for (const item of body.querySelectorAll<HTMLElement>('li[role="checkbox"], li:has(> [role="checkbox"])')) {
    const box = isTaskBox(item) ? item : item.querySelector('[role="checkbox"]');
    const line = item.querySelector('p') ?? item;
    if (line.firstChild) addCheckbox(line.firstChild, box?.getAttribute('aria-checked') === 'true');
  }
  for (const input of body.querySelectorAll<HTMLElement>('input')) if (!isTask(input)) input.remove();
  for (const line of body.querySelectorAll('li > p[role="presentation"]:only-of-type'))
    line.replaceWith(...line.childNodes);
}

/** Google Docs and old editors put a nested list after its item instead of into it. */
function moveIntoItem(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.localName === 'li') {
    before.append(list);
    return;
  }
  const item = list.ownerDocument.createElement('li');
  list.replaceWith(item);
  item.append(list);
}

function addCheckbox(before: ChildNode, isChecked: boolean): void {
  const owner = before.ownerDocument;
  const input = owner?.createElement('input');
  if (!owner || !input) return;
  input.setAttribute('type', 'checkbox');
  if (isChecked) input.setAttribute('checked', '');
  before.before(input, owner.createTextNode(' '));
}

/** Whether a field is the box at the start of an item. Others are parts of a form. */
function isTask(input: HTMLElement): boolean {
  if (input.getAttribute('type')?.toLowerCase() !== 'checkbox') return false;
  const item = input.closest('li');
  if (!item) return false;
  let before: Node | null = input.previousSibling;
  while (before && before.textContent?.trim() === '' && !(isElement(before) && !isInline(before)))
    before = before.previousSibling;
  return before === null;
}

const CODE_LINES = 'div, p, li, tr';

/** Code as plain text with its language, without the source's markup. */
export function cleanCode(pre: HTMLElement): void {
  const code = pre.ownerDocument.createElement('code');
  code.textContent = readLines(pre).replace(/^\n|\n$/g, '');
  const language = readLanguage(pre) ?? detectLanguage(code.textContent);
  if (language) code.className = `language-${language}`;
  pre.replaceChildren(code);
  pre.className = '';
}

function readLines(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  if (!isElement(node)) return '';
  if (node.localName === 'br') return '\n';
  const text = [...node.childNodes].map(readLines).join('');
  return node.matches(CODE_LINES) && !text.endsWith('\n') ? `${text}\n` : text;
}

/** By a class as in HTML, the `lang` of GitHub's API, or the class of the frame on GitHub's pages. */
function readLanguage(pre: HTMLElement): string | null {
  const named = [pre.querySelector('code'), pre, pre.parentElement].map((each) =>
    parseLanguageClass(each?.className ?? ''),
  );
  const [, onGitHub = ''] = /\bhighlight-(?:source|text)-([a-z0-9+#]+)/.exec(pre.parentElement?.className ?? '') ?? [];
  return named.find(Boolean) ?? normalizeLanguage(pre.getAttribute('lang') ?? '') ?? normalizeLanguage(onGitHub);
}
