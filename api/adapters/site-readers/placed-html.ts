import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parseFragment, serialize } from 'parse5';
import { createElement, getAttribute } from '#api/adapters/site-readers/plain-html.ts';
import { createLossList, type Loss, type LossList } from '#api/adapters/site-readers/records.ts';

export type PlacedImage = { url: string; width: number; height: number; alt: string };
/** `note` says its type and its size. */
export type PlacedFile = { kind: 'audio' | 'video' | 'file'; url: string; note: string; width: number; height: number };
export type Places = {
  /** The image that was brought in from an address; null for one that couldn’t be. */
  findImage: (url: string) => PlacedImage | null;
  /** The file that was brought in from an address: null for one that couldn’t be, undefined for any other address. */
  findFile: (url: string) => PlacedFile | null | undefined;
  /** Where a link leads now: null for one of the old site that leads nowhere, undefined for any other. */
  findLink: (href: string) => string | null | undefined;
};

/** The text with the images, files and links of this site. What isn’t there becomes a link to where it was. */
export function placeHtml(html: string, { findImage, findFile, findLink }: Places): { html: string; losses: Loss[] } {
  const losses = createLossList();
  const fragment = parseFragment(html);
  const open: Tree.ParentNode[] = [fragment];
  for (let parent = open.pop(); parent; parent = open.pop())
    for (const node of [...parent.childNodes]) {
      if (!tree.isElementNode(node)) continue;
      if (node.tagName === 'img') placeImage(node, findImage, losses);
      else if (node.tagName === 'video') placeVideo(node, findFile, losses);
      else if (node.tagName === 'a') placeLink(node, { findFile, findLink }, losses);
      else if (node.tagName === 'p') {
        placeBlockImage(node, findImage);
        placeFileBlock(node, findFile);
      }
      open.push(node);
    }
  return { html: serialize(fragment), losses: losses.list() };
}

function placeImage(element: Tree.Element, findImage: Places['findImage'], losses: LossList): void {
  const source = getAttribute(element, 'src') ?? '';
  const image = findImage(source);
  const alt = getAttribute(element, 'alt') ?? '';
  if (image) {
    const title = element.attrs.filter(({ name }) => name === 'title');
    element.attrs = [
      { name: 'src', value: image.url },
      { name: 'alt', value: alt || image.alt },
      ...title,
      { name: 'width', value: String(image.width) },
      { name: 'height', value: String(image.height) },
    ];
    return;
  }
  const address = toAddress(source);
  losses.add('image_missing', source);
  const link = createElement('a', [tree.createTextNode(alt || address)], [{ name: 'href', value: address }]);
  replaceNode(element, isInLink(element) ? tree.createTextNode(alt || address) : link);
}

/** A card is as good without its image. */
function placeBlockImage(element: Tree.Element, findImage: Places['findImage']): void {
  const source = getAttribute(element, 'data-image');
  if (source === undefined) return;
  const url = findImage(source)?.url;
  const others = element.attrs.filter(({ name }) => name !== 'data-image');
  element.attrs = url === undefined ? others : [...others, { name: 'data-image', value: url }];
}

function placeVideo(element: Tree.Element, findFile: Places['findFile'], losses: LossList): void {
  const source = getAttribute(element, 'src') ?? '';
  const file = findFile(source);
  if (file?.kind === 'video') {
    element.attrs = [
      { name: 'src', value: file.url },
      { name: 'width', value: String(file.width) },
      { name: 'height', value: String(file.height) },
    ];
    return;
  }
  const address = toAddress(source);
  losses.add('file_missing', address);
  replaceNode(element, createElement('a', [tree.createTextNode(address)], [{ name: 'href', value: address }]));
}

/** A player or a card of what is here now; its link is placed as any other, and stays alone where the file isn’t there. */
function placeFileBlock(element: Tree.Element, findFile: Places['findFile']): void {
  const block = getAttribute(element, 'data-block');
  if (block !== 'audio' && block !== 'file') return;
  const link = element.childNodes.find((node) => tree.isElementNode(node) && node.tagName === 'a');
  const file = link && findFile(getAttribute(link as Tree.Element, 'href') ?? '');
  const others = element.attrs.filter(({ name }) => name !== 'data-block');
  if (!file || file.kind === 'video') {
    element.attrs = others;
    return;
  }
  element.attrs = [{ name: 'data-block', value: file.kind }, ...others];
  const hasNote = element.childNodes.some((node) => tree.isElementNode(node) && node.tagName === 'em');
  if (hasNote) return;
  tree.appendChild(element, createElement('br', []));
  tree.appendChild(element, createElement('em', [tree.createTextNode(file.note)]));
}

/** A figure without its image is two paragraphs. */
function replaceNode(element: Tree.Element, replacement: Tree.ChildNode): void {
  const parent = element.parentNode;
  if (!parent) return;
  tree.insertBefore(parent, replacement, element);
  tree.detachNode(element);
  const isFigure = tree.isElementNode(parent) && parent.tagName === 'figure' && parent.parentNode;
  if (!isFigure) return;
  for (const child of [...parent.childNodes]) {
    const isCaption = tree.isElementNode(child) && child.tagName === 'figcaption';
    const nodes = isCaption ? (child as Tree.Element).childNodes : [child];
    tree.insertBefore(isFigure, createElement('p', [...nodes]), parent);
  }
  tree.detachNode(parent);
}

function isInLink(element: Tree.Element): boolean {
  for (let at: Tree.ParentNode | null = element.parentNode; at && tree.isElementNode(at); at = at.parentNode)
    if (at.tagName === 'a') return true;
  return false;
}

function placeLink(
  element: Tree.Element,
  { findFile, findLink }: Pick<Places, 'findFile' | 'findLink'>,
  losses: LossList,
): void {
  const href = element.attrs.find(({ name }) => name === 'href');
  if (!href) return;
  const file = findFile(href.value);
  if (file !== undefined) {
    if (file === null) losses.add('file_missing', toAddress(href.value));
    href.value = file?.url ?? toAddress(href.value);
    return;
  }
  const place = findLink(href.value);
  if (place === null) losses.add('link_nowhere', toAddress(href.value));
  href.value = place ?? toAddress(href.value);
}

/** Of a site that has no address of its own, as a folder: only the path. */
const toAddress = (url: string): string => url.replace(/^https:\/\/(files|ghost)\.invalid(?=\/)/, '');
