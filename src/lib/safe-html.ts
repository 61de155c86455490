// The second sanitiser, in the browser: after the server's, it adopts only elements of the allow-list.
// It parses the HTML in a document that runs and loads nothing, and creates every element again.

import { CONTENT_ELEMENTS, toStoredAttributes } from '#api/domain/content-elements.ts';
import {
  createUniqueAnchor,
  DROPPED_ELEMENTS,
  isAllowedLink,
  parseLanguageClass,
  toHeadingKey,
} from '#api/domain/content-html.ts';
import { parseImageUrl, toSrcset } from '#api/domain/image-variants.ts';
import { parseInertHtml } from './inert-html.ts';

export type Heading = { id: string; text: string; level: number };

type Options = {
  /** Whether headings get an id to link to. Two contents on one page would have the same. */
  hasAnchors?: boolean;
  /** False leaves out what the browser would request: images and videos. */
  hasMedia?: boolean;
  /** Makes what stands in place of an image that is left out; the element is that of an inert document. */
  replaceImage?: (image: HTMLElement) => Node;
  /** Of content that has what pages add to it (`rendered-html.ts`): the attributes that an element may have, null for none such. */
  toAttributes?: typeof toStoredAttributes | undefined;
};

const DROPPED = new Set(DROPPED_ELEMENTS);
const DROPPED_MEDIA = new Set([...DROPPED_ELEMENTS, 'img', 'video']);

type Place = Pick<Options, 'replaceImage' | 'toAttributes'> & { depth: number; dropped: ReadonlySet<string> };

/** Deeper than any page is nested; deeper content is shown as text. */
const DEPTH_MAX = 100;
const ANCHOR_MAX_LENGTH = 60;
/** The width of the text: --measure of the style sheet, less on a phone. */
const TEXT_SIZES = 'min(40rem, calc(100vw - 2.25rem))';

/** Content as nodes that are safe in a page, with its headings in reading order. */
export function parseSafeHtml(html: string, options: Options = {}): { nodes: DocumentFragment; headings: Heading[] } {
  const nodes = document.createDocumentFragment();
  copyChildren(parseInertHtml(html), nodes, {
    ...options,
    depth: 0,
    dropped: options.hasMedia === false ? DROPPED_MEDIA : DROPPED,
  });
  return { nodes, headings: readHeadings(nodes, options.hasAnchors ?? false) };
}

function copyChildren(from: Node, to: Node, place: Place): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(child.nodeValue ?? ''));
    if (child instanceof Element) copyElement(child, to, place);
  }
}

function copyElement(element: Element, to: Node, place: Place): void {
  const { depth, dropped, replaceImage, toAttributes } = place;
  const name = element.localName;
  const inside = { ...place, depth: depth + 1 };
  // The fields of a form pass themselves off as its properties.
  if (!(element instanceof HTMLElement) || element instanceof HTMLFormElement) return;
  if (name === 'img' && replaceImage) to.appendChild(replaceImage(element));
  if (dropped.has(name)) return;
  if (depth > DEPTH_MAX) {
    to.appendChild(document.createTextNode(element.textContent ?? ''));
    return;
  }
  const attributes = (toAttributes ?? toStoredAttributes)(name, readAttributes(element));
  if (attributes === null) {
    copyChildren(element, to, inside);
    return;
  }
  const copy = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (isAllowed(name, attribute, value)) copy.setAttribute(attribute, value);
  }
  if (copy instanceof HTMLImageElement) completeImage(copy);
  to.appendChild(toAttributes ? copy : completeForPage(element, copy));
  copyChildren(element, copy, inside);
}

const readAttributes = (element: Element) =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

/** What the pages of the blog add as well: attributes, and an element around it. */
function completeForPage(element: HTMLElement, copy: HTMLElement): HTMLElement {
  const name = element.localName;
  const { attributes = {}, frame } = CONTENT_ELEMENTS.get(name)?.onPage ?? {};
  for (const [attribute, value] of Object.entries(attributes)) copy.setAttribute(attribute, value);
  if (name === 'pre') nameLanguage(element, copy);
  if (!frame) return copy;
  const around = document.createElement('div');
  for (const [attribute, value] of Object.entries(frame)) around.setAttribute(attribute, value);
  around.append(copy);
  return around;
}

function nameLanguage(element: Element, copy: HTMLElement): void {
  const language = parseLanguageClass(element.firstElementChild?.className ?? '');
  if (language) copy.dataset.language = language;
}

/** Images of this site get sizes, so that the fitting one is loaded and nothing moves. */
function completeImage(image: HTMLImageElement): void {
  const picture = parseImageUrl(image.getAttribute('src') ?? '');
  if (!picture) return;
  image.sizes ||= TEXT_SIZES;
  image.srcset = toSrcset(picture, 'webp');
  if (image.hasAttribute('width')) return;
  image.width = picture.width;
  image.height = picture.height;
}

const isAllowed = (name: string, attribute: string, value: string): boolean =>
  !/^(href|src)$/.test(attribute) || isAddress(value, name === 'a');

function isAddress(value: string, isLink: boolean): boolean {
  if (!URL.canParse(value, document.baseURI)) return false;
  const { protocol, host } = new URL(value, document.baseURI);
  const isOwn = protocol === window.location.protocol && host === window.location.host;
  return isLink ? isAllowedLink(value) && /^(https?|mailto|tel):$/.test(protocol) : isOwn || protocol === 'https:';
}

function readHeadings(nodes: DocumentFragment, hasAnchors: boolean): Heading[] {
  const used = new Map<string, number>();
  const headings = [...nodes.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => {
    const text = (heading.textContent ?? '').replace(/\s+/g, ' ').trim();
    const id = createUniqueAnchor(toAnchor(text), used);
    if (hasAnchors) heading.id = id;
    return { id, text, level: Number(heading.localName.slice(1)) };
  });
  if (hasAnchors) linkHeadings(nodes, headings);
  return headings.filter(({ text }) => text !== '');
}

/** Links to headings lead to our anchors, also those that another program derived from them (as heading-anchors.ts does). */
function linkHeadings(nodes: DocumentFragment, headings: readonly Heading[]): void {
  const ids = new Map(headings.toReversed().map(({ id, text }) => [toHeadingKey(text), id]));
  for (const link of nodes.querySelectorAll('a[href^="#"]')) {
    const name = link.getAttribute('href')?.slice(1) ?? '';
    const id = headings.some((heading) => heading.id === name) ? undefined : ids.get(toHeadingKey(name));
    if (id !== undefined) link.setAttribute('href', `#${id}`);
  }
}

function toAnchor(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.match(/[\p{L}\p{N}]+/gu)?.join('-') ?? '';
  return slug.slice(0, ANCHOR_MAX_LENGTH).replace(/-$/, '') || 'section';
}
