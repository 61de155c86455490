import { ELEMENT_ALIASES, INLINE_ELEMENTS } from '#api/domain/content-element-names.ts';
import { parseInertHtml } from '#src/lib/inert-html.ts';

/** Content as the body of a document of its own, in which no script runs and nothing is fetched. */
export const parseInertBody = (html: string): HTMLElement => parseInertHtml(`<!doctype html><body>${html}`);

const INLINE = new Set([...INLINE_ELEMENTS, ...ELEMENT_ALIASES.keys(), 'span', 'u', 'small']);

/** Text and inline elements. */
export const isInline = (node: Node): boolean =>
  node.nodeType === Node.TEXT_NODE || (isElement(node) && INLINE.has(node.localName));

export const isElement = (node: Node): node is HTMLElement => node.nodeType === Node.ELEMENT_NODE;

/** White space of HTML, which shows as one space or not at all. */
export const isBlank = (text: string | null): boolean => /^[ \t\r\n\f]*$/.test(text ?? '');

/** The children of an element, neighbours within one line taken together. White space between blocks is left out. */
export function splitInlineRuns(parent: Node): Node[][] {
  const runs: Node[][] = [];
  let line: Node[] | null = null;
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.COMMENT_NODE) continue;
    if (!isInline(child)) {
      runs.push([child]);
      line = null;
    } else if (line) line.push(child);
    else if (child.nodeType !== Node.TEXT_NODE || !isBlank(child.textContent)) {
      line = [child];
      runs.push(line);
    }
  }
  return runs;
}

/** An element of another name with the same content, in its place. */
export function rename(element: HTMLElement, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) {
    if (/^[a-z][\w-]*$/i.test(attribute)) renamed.setAttribute(attribute, value);
  }
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
