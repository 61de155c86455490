import { ELEMENT_ALIASES, MARK_ELEMENTS, PASTED_NAMES } from '#api/domain/content-element-names.ts';
import { BLOCK_ELEMENTS, CONTENT_ELEMENTS, listElements } from '#api/domain/content-elements.ts';
import { isElement, parseInertBody, rename } from '#src/editor/html/inert-dom.ts';
import { cleanImage, cleanVideo, type PastedImages } from './pasted-media.ts';
import { cleanLinks } from './pasted-links.ts';
import { cleanCallouts } from './pasted-callouts.ts';
import {
  cleanCell,
  cleanCode,
  cleanLineBreaks,
  cleanLists,
  cleanSummary,
  removeEmptyBlocks,
  unwrapDivs,
} from './pasted-blocks.ts';
import { neutralizeActive, readBlockStyle, readInlineStyle, readStyleAttribute } from './pasted-styles.ts';
import { convertWordFootnotes, convertWordLists } from './word.ts';

export type CleanedHtml = PastedImages & { body: HTMLElement };

const DROPPED =
  'script, style, template, noscript, iframe, object, embed, svg, math, head, title, meta, link, button, select, textarea, canvas, audio, [hidden], [data-style*="display:none"], [data-style*="display: none"]';
/** Elements that only separate lines. */
const GENERIC_BLOCKS = 'section article header footer main aside nav center address fieldset hgroup form dialog search'
  .split(' ')
  .filter((name) => !CONTENT_ELEMENTS.has(name))
  .join(', ');
/** One line of text, in which programs write blocks. */
const LINE_PARTS = listElements(({ isPart, holds }) => isPart && holds === 'text').join(', ');

/** Pasted HTML, reduced to what the schema supports. Embedded images are returned as files, those of other sites as links. */
export function cleanPastedHtml(html: string, headingLevels: readonly number[]): CleanedHtml {
  const body = parseInertBody(neutralizeActive(html));
  const images: PastedImages = { files: [], linked: [] };
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  cleanCallouts(body);
  for (const element of body.querySelectorAll<HTMLElement>(GENERIC_BLOCKS)) rename(element, 'div');
  for (const code of body.querySelectorAll<HTMLElement>('pre')) cleanCode(code);
  convertWordLists(body, readStyleAttribute);
  convertWordFootnotes(body);
  for (const image of body.querySelectorAll('img')) cleanImage(image, images);
  for (const video of body.querySelectorAll('video')) cleanVideo(video);
  for (const block of body.querySelectorAll('p')) readBlockStyle(block);
  for (const element of body.querySelectorAll<HTMLElement>('span, b, i, font')) readInlineStyle(element);
  cleanLinks(body);
  cleanLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) unwrapUnknown(element);
  for (const mark of body.querySelectorAll(MARKS)) unwrapNested(mark);
  for (const summary of body.querySelectorAll<HTMLElement>(LINE_PARTS)) cleanSummary(summary);
  cleanLineBreaks(body);
  unwrapDivs(body);
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) cleanCell(cell);
  removeEmptyBlocks(body);
  for (const heading of body.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6'))
    clampHeadingLevel(heading, headingLevels);
  return { body, ...images };
}

/** Column elements are not stored, and the editor's parser expects tables without them. */
const STRUCTURE = new Set(['div', 'col', 'colgroup']);

function unwrapUnknown(element: HTMLElement): void {
  const name = element.localName;
  const synonym = PASTED_NAMES.get(name);
  if (synonym) rename(element, synonym);
  else if (!CONTENT_ELEMENTS.has(name) && !ELEMENT_ALIASES.has(name) && !STRUCTURE.has(name)) {
    element.replaceWith(...element.childNodes);
  }
}

const MARKS = [...MARK_ELEMENTS, ...ELEMENT_ALIASES.keys()].filter((name) => name !== 'a').join(', ');

/** Bold within bold is bold: the editor keeps each mark once. */
function unwrapNested(mark: Element): void {
  const name = ELEMENT_ALIASES.get(mark.localName) ?? mark.localName;
  const names = [name, ...(CONTENT_ELEMENTS.get(name)?.aliases ?? [])];
  if (mark.parentElement?.closest(names.join(','))) mark.replaceWith(...mark.childNodes);
}

/** The nearest level that is offered here. */
function clampHeadingLevel(heading: HTMLElement, levels: readonly number[]): void {
  const level = Number(heading.localName.slice(1));
  if (levels.includes(level) || levels.length === 0) return;
  const nearest = levels.reduce((best, each) => (Math.abs(each - level) < Math.abs(best - level) ? each : best));
  rename(heading, `h${nearest}`);
}

/** The first heading of level 1 goes into the title where `takeTitle` accepts it; the others become headings of level 2. */
export function lowerTitles(body: HTMLElement, takeTitle: (text: string) => boolean): void {
  body.querySelectorAll('h1').forEach((heading, index) => {
    const text = heading.textContent.replace(/\s+/g, ' ').trim();
    if (index === 0 && text !== '' && takeTitle(text)) heading.remove();
    else rename(heading, 'h2');
  });
}

/** Its text only: a line for each block. */
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

/** Code editors write lines as p, div or pre. */
const STRUCTURED_BLOCKS = BLOCK_ELEMENTS.filter((name) => !['p', 'pre', 'hr'].includes(name));
const STRUCTURED = [...STRUCTURED_BLOCKS, 'a[href]', 'b', 'strong', 'i', 'em', 'img'].join(', ');

/** Whether it has more than coloured text: code editors copy colours only. */
export const hasStructure = (html: string): boolean =>
  parseInertBody(neutralizeActive(html)).querySelector(STRUCTURED) !== null;
