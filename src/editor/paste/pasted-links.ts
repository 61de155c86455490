import { CONTENT_ELEMENTS } from '#api/domain/content-elements.ts';
import { findLinkedAnchors, toAnchorId } from '#api/domain/content-html.ts';
import { readLinkHref } from '#src/editor/link-url.ts';

/** Links keep every allowed address; links within the pasted text, such as footnotes, get stored ids. */
export function cleanLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href]')) cleanAddress(link);
  const links = [...body.querySelectorAll('a[href]')];
  const anchors = [...body.querySelectorAll<HTMLElement>('[id], a[name]')];
  const hrefs = links.map((link) => link.getAttribute('href') ?? '');
  const linked = findLinkedAnchors(anchors.flatMap(readNames), hrefs);
  for (const anchor of anchors) storeAnchor(anchor, linked);
  for (const link of links) {
    const target = link.getAttribute('href')?.slice(1) ?? '';
    const id = link.getAttribute('href')?.startsWith('#') && linked.has(target) ? toAnchorId(target) : null;
    if (id) link.setAttribute('href', `#${id}`);
  }
  cleanFootnotes(body);
  for (const link of body.querySelectorAll('a')) removeEmpty(link);
}

function cleanAddress(link: Element): void {
  const href = readLinkHref(link.getAttribute('href') ?? '');
  if (href) link.setAttribute('href', href);
  else link.removeAttribute('href');
}

const readNames = (element: Element) =>
  [element.id, element.localName === 'a' ? element.getAttribute('name') : null].filter(
    (name) => name !== null && name !== '',
  ) as string[];

/** Headings are left out: they get their anchors when they are published. */
function storeAnchor(element: HTMLElement, linked: ReadonlySet<string>): void {
  const name = readNames(element).find((each) => linked.has(each));
  const id = name === undefined ? null : toAnchorId(name);
  element.removeAttribute('id');
  element.removeAttribute('name');
  if (!id || /^h[1-6]$/.test(element.localName)) return;
  if (CONTENT_ELEMENTS.get(element.localName)?.attributes?.includes('id')) {
    element.setAttribute('id', id);
    return;
  }
  const place = element.ownerDocument.createElement('a');
  place.setAttribute('id', id);
  element.prepend(place);
}

/** A divider replaces the heading that GitHub hides; the back arrow gets a label. */
function cleanFootnotes(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('[data-footnotes] > h2:first-child')) {
    heading.replaceWith(body.ownerDocument.createElement('hr'));
  }
  for (const link of body.querySelectorAll('a[data-footnote-backref]')) {
    link.setAttribute('title', link.getAttribute('aria-label') ?? 'Back to the text');
  }
}

function removeEmpty(link: HTMLElement): void {
  const isEmpty = link.textContent.trim() === '' && !link.querySelector('img, video');
  if (link.hasAttribute('href') ? isEmpty && !link.id : !link.id) link.replaceWith(...link.childNodes);
  else if (isEmpty && link.hasAttribute('href')) link.removeAttribute('href');
}
