import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parseFragment, serialize } from 'parse5';
import { BLOCK_ELEMENTS } from '#api/domain/content-elements.ts';
import { findEmbed } from '#api/domain/embeds.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';
import { decodeAddress } from '#api/domain/decode-address.ts';
import { type FileKind, getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';

type Media = { url: string; alt?: string; title?: string };
type Context = {
  /** The address that relative ones begin from. */
  base: string;
  lose: (kind: ImportLossKind, detail?: string) => void;
  /** The address under which an image or file is kept, and what the site says of it. */
  findMedia?: (url: string) => Media;
  /** What only this program writes: returns what is to be in its place, or undefined. */
  replaceElement?: (element: Tree.Element, tools: ElementTools) => Tree.ChildNode[] | undefined;
};
export type ElementTools = {
  lose: Context['lose'];
  convert(nodes: readonly Tree.ChildNode[]): Tree.ChildNode[];
  createElement: typeof createElement;
  createLink(href: string, text?: string): Tree.Element;
  /** A block of its own for what another site shows in a frame; a link in a paragraph, which is named, for all else. */
  createEmbed(href: string, text?: string): Tree.Element;
  createImage(element: Tree.Element): Tree.ChildNode[];
  /** The address under which an image is kept, which is brought in. */
  addImage(source: string | undefined): string | null;
  /** A player, or a card to download; a link in a paragraph, which is named, for a file that isn’t kept. */
  createFile(source: string | undefined, title?: string): Tree.ChildNode[];
};
export type HtmlElement = Tree.Element;
export type HtmlNode = Tree.ChildNode;

const BLOCKS: ReadonlySet<string> = new Set(BLOCK_ELEMENTS);
/** Boxes of other programs: their content stays, in paragraphs of its own. */
const BOXES = new Set(
  'div section article main header footer aside nav center address hgroup body fieldset dialog search'.split(' '),
);
const REMOVED = new Set('style template title head meta link base option datalist noembed noframes'.split(' '));
const FILES = new Set(['audio', 'video']);
const EMBEDS = new Set(['iframe', 'embed', 'object']);
const DRAWINGS = new Set(['svg', 'canvas', 'math']);
const FIELDS = new Set(['input', 'select', 'textarea', 'button']);

/**
 * HTML of another program as the plain HTML that posts hold: boxes become paragraphs, what pages can’t show the nearest plain thing, which
 * is named. It is not safe yet: whoever stores it sanitises it. Returns the addresses of its images and files, too.
 */
export function toPlainHtml(html: string, context: Context): { html: string; media: string[] } {
  const converter = new Converter(context);
  const fragment = tree.createDocumentFragment();
  for (const node of wrapInlineRuns(converter.convert(parseFragment(html).childNodes)))
    tree.appendChild(fragment, node);
  return { html: serialize(fragment).trim(), media: [...converter.media] };
}

class Converter {
  readonly media = new Set<string>();
  readonly #context: Context;
  readonly #tools: ElementTools;
  #depth = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#tools = {
      lose: context.lose,
      convert: (nodes) => this.convert(nodes),
      createElement,
      createLink: (href, text) => this.#createLink(href, text),
      createEmbed: (href, text) => this.#createEmbed(href, text),
      createImage: (element) => this.#convertImage(element),
      addImage: (source) => this.#addImage(source),
      createFile: (source, title) => this.#createFile(source, title),
    };
  }

  convert(nodes: readonly Tree.ChildNode[]): Tree.ChildNode[] {
    // Deeper than any real text, and than the stack should go: its text is what stays.
    if (this.#depth > 200) return [createText(getText(nodes))];
    this.#depth += 1;
    const converted = nodes.flatMap((node) => this.#convertNode(node));
    this.#depth -= 1;
    return converted;
  }

  #convertNode(node: Tree.ChildNode): Tree.ChildNode[] {
    if (tree.isTextNode(node)) return [createText(node.value)];
    if (!tree.isElementNode(node)) return [];
    return this.#context.replaceElement?.(node, this.#tools) ?? this.#convertElement(node);
  }

  #convertElement(element: Tree.Element): Tree.ChildNode[] {
    const { lose } = this.#context;
    const { tagName } = element;
    if (REMOVED.has(tagName)) return [];
    if (tagName === 'script') return drop(() => lose('script', getAttribute(element, 'src') ?? ''));
    if (DRAWINGS.has(tagName)) return drop(() => lose('drawing'));
    if (tagName === 'noscript') return this.convert(parseFragment(getText(element.childNodes)).childNodes);
    if (tagName === 'form') return drop(() => lose('form', getAttribute(element, 'action') ?? ''));
    if (FIELDS.has(tagName)) return this.#convertField(element);
    if (EMBEDS.has(tagName)) return this.#convertEmbed(element);
    if (FILES.has(tagName)) return this.#convertFile(element);
    if (tagName === 'img') return this.#convertImage(element);
    if (tagName === 'a') return this.#convertLink(element);
    if (tagName === 'figure') return this.#convertFigure(element);
    if (tagName === 'figcaption' && element.parentNode && !isNamed(element.parentNode, 'figure'))
      return [createElement('p', this.convert(element.childNodes))];
    if (tagName === 'p' && getAttribute(element, 'data-image') !== undefined) this.#keepBlockImage(element);
    const isCallout = tagName === 'aside' && getAttribute(element, 'data-callout') !== undefined;
    if (BOXES.has(tagName) && !isCallout) return this.#convertBox(element);
    const children = this.convert(element.childNodes);
    // What became a block, such as a player, leaves its paragraph.
    if (tagName === 'p' && hasBlock(children)) return wrapInlineRuns(children);
    return [createElement(tagName, children, element.attrs)];
  }

  /** The box of a task stays. */
  #convertField(element: Tree.Element): Tree.ChildNode[] {
    if (element.tagName === 'input' && getAttribute(element, 'type')?.toLowerCase() === 'checkbox')
      return [createElement('input', [], element.attrs)];
    if (element.tagName === 'button') return this.convert(element.childNodes);
    return [];
  }

  #convertBox(element: Tree.Element): Tree.ChildNode[] {
    const children = this.convert(element.childNodes);
    return hasBlock(children) ? wrapInlineRuns(children) : wrapInParagraph(children);
  }

  #convertEmbed(element: Tree.Element): Tree.ChildNode[] {
    const source = getAttribute(element, 'src') ?? getAttribute(element, 'data-src') ?? getAttribute(element, 'data');
    const url = this.#resolve(source);
    if (!url) return drop(() => this.#context.lose('embed'));
    return [this.#createEmbed(toWatchAddress(url), getAttribute(element, 'title'))];
  }

  #createEmbed(href: string, text?: string): Tree.Element {
    const isEmbed = findEmbed(href) !== null;
    if (!isEmbed) this.#context.lose('embed', URL.parse(href)?.hostname ?? href);
    const attributes = isEmbed ? [{ name: 'data-block', value: 'embed' }] : [];
    return createElement('p', [this.#createLink(href, text)], attributes);
  }

  /** That of a card of this program, as it exported it. */
  #keepBlockImage(element: Tree.Element): void {
    const url = this.#addImage(getAttribute(element, 'data-image'));
    const others = element.attrs.filter(({ name }) => name !== 'data-image');
    element.attrs = url === null ? others : [...others, { name: 'data-image', value: url }];
  }

  #addImage(source: string | undefined): string | null {
    const url = this.#resolve(source);
    return url === null ? null : this.#addMedia(url).url;
  }

  #addMedia(address: string): Media {
    const found = this.#context.findMedia?.(address) ?? { url: address };
    this.media.add(found.url);
    return found;
  }

  #convertFile(element: Tree.Element): Tree.ChildNode[] {
    const sources = [element, ...element.childNodes.filter((node) => tree.isElementNode(node))];
    const addresses = sources.flatMap((each) => this.#resolve(getAttribute(each, 'src')) ?? []);
    return this.#createFile(addresses.find((each) => getFileKind(each) !== null) ?? addresses[0]);
  }

  #createFile(source: string | undefined, title?: string): Tree.ChildNode[] {
    const address = this.#resolve(source);
    const kind = address === null ? null : getFileKind(address);
    if (address === null || kind === null) {
      this.#context.lose('file', address ?? source ?? '');
      return address === null ? [] : [createElement('p', [this.#createLink(address, title)])];
    }
    const found = this.#addMedia(address);
    if (kind === 'video') return [createElement('video', [], [{ name: 'src', value: found.url }])];
    return [createFileBlock(kind, this.#createLink(found.url, title || found.title || toFileTitle(found.url)))];
  }

  #convertImage(element: Tree.Element): Tree.ChildNode[] {
    const source = ['data-src', 'data-lazy-src', 'data-orig-file', 'src']
      .map((name) => getAttribute(element, name))
      .find((value) => value !== undefined && !value.startsWith('data:'));
    const url = this.#resolve(source);
    if (!url) return drop(() => this.#context.lose('data_image', getAttribute(element, 'alt') ?? ''));
    const image = this.#addMedia(url);
    const alt = getAttribute(element, 'alt') || image.alt || '';
    const title = getAttribute(element, 'title');
    const attributes = [
      { name: 'src', value: image.url },
      { name: 'alt', value: alt },
    ];
    if (title && title !== alt) attributes.push({ name: 'title', value: title });
    return [createElement('img', [], attributes)];
  }

  #convertLink(element: Tree.Element): Tree.ChildNode[] {
    const children = this.convert(element.childNodes);
    const href = getAttribute(element, 'href');
    const isAnchor = href === undefined || href.startsWith('#');
    const url = isAnchor ? href : (this.#resolve(href) ?? href);
    // An image that leads to itself in full: it is shown in full here.
    const isOwnImage = url !== undefined && /\.(jpe?g|png|gif|webp|avif)$/i.test(url.replace(/[?#].*$/s, ''));
    if (isOwnImage && children.some((child) => isNamed(child, 'img'))) return children;
    const others = element.attrs.filter(({ name }) => name !== 'href' && name !== 'download');
    const link =
      url === undefined ? [] : [{ name: 'href', value: this.#isOwnFile(url) ? this.#addMedia(url).url : url }];
    // A link around blocks is one in each of them.
    if (hasBlock(children))
      return children.map((child) =>
        tree.isElementNode(child) && BLOCKS.has(child.tagName) && child.tagName !== 'figure'
          ? createElement(child.tagName, [createElement('a', child.childNodes, [...link, ...others])], child.attrs)
          : child,
      );
    return [createElement('a', children, [...link, ...others])];
  }

  /** A file on the old site itself, which a link would lose with it. */
  #isOwnFile(url: string): boolean {
    const toHost = (address: string) => URL.parse(address)?.host.replace(/^www\./, '');
    return getFileKind(url) !== null && toHost(url) !== undefined && toHost(url) === toHost(this.#context.base);
  }

  #convertFigure(element: Tree.Element): Tree.ChildNode[] {
    const inner = element.childNodes.filter((node) => !isNamed(node, 'figcaption'));
    const captions = element.childNodes.filter((node) => isNamed(node, 'figcaption'));
    const caption = captions.flatMap((node) => this.convert((node as Tree.Element).childNodes));
    const children = this.convert(inner).filter((node) => !isBlank(node));
    const shown = children.flatMap(unwrapSingleImage);
    const isShowable = (node: Tree.ChildNode) =>
      ['img', 'video', 'table', 'pre', 'blockquote', 'a'].some((name) => isNamed(node, name));
    const hasImage = shown.some((node) => containsImage(node) || !isNamed(node, 'a'));
    const parts = caption.some((node) => !isBlank(node)) ? [createElement('figcaption', caption)] : [];
    const [player] = shown;
    // What stands below a player is its title.
    if (shown.length === 1 && player && isFileBlock(player)) return [nameFileBlock(player, getText(caption))];
    // As this program writes them: images in a width of their own, and galleries.
    const layout = element.attrs.filter(({ name }) => name === 'data-layout');
    const isGallery = layout.some(({ value }) => value === 'gallery') && shown.every(containsImage);
    if ((shown.length === 1 || isGallery) && hasImage && shown.every(isShowable))
      return [createElement('figure', [...shown, ...parts], layout)];
    const nested = shown.filter((node) => isNamed(node, 'figure')) as Tree.Element[];
    const images = nested.flatMap(({ childNodes }) => childNodes.filter((node) => !isNamed(node, 'figcaption')));
    if (nested.length > 1 && nested.length === shown.length && images.every(containsImage))
      return [createElement('figure', [...images, ...joinCaptions(caption, nested)], GALLERY)];
    if (nested.length > 0) this.#context.lose('gallery');
    else if (parts.length > 0) this.#context.lose('caption', getText(caption).slice(0, 80));
    return [...wrapInlineRuns(shown), ...(parts.length > 0 ? [createElement('p', caption)] : [])];
  }

  #createLink(href: string, text?: string): Tree.Element {
    return createElement('a', [createText(text?.trim() || decodeAddress(href))], [{ name: 'href', value: href }]);
  }

  #resolve(address: string | undefined): string | null {
    const url = address ? URL.parse(address.trim(), this.#context.base) : null;
    return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
  }
}

const GALLERY = [{ name: 'data-layout', value: 'gallery' }];

/** A gallery has one caption: its own, or else what stood below its images. */
function joinCaptions(own: readonly Tree.ChildNode[], figures: readonly Tree.Element[]): Tree.Element[] {
  const inner = figures.flatMap(({ childNodes }) => childNodes.filter((node) => isNamed(node, 'figcaption')));
  const texts = inner.map((node) => getText([node]).trim()).filter((text) => text !== '');
  if (own.some((node) => !isBlank(node))) return [createElement('figcaption', own)];
  return texts.length === 0 ? [] : [createElement('figcaption', [createText([...new Set(texts)].join(' · '))])];
}

const createFileBlock = (kind: FileKind, link: Tree.Element): Tree.Element =>
  createElement('p', [link], [{ name: 'data-block', value: kind }]);

const isFileBlock = (node: Tree.ChildNode): node is Tree.Element =>
  tree.isElementNode(node) && ['audio', 'file'].includes(getAttribute(node, 'data-block') ?? '');

function nameFileBlock(block: Tree.Element, title: string): Tree.Element {
  const [link, ...others] = block.childNodes;
  if (!link || !tree.isElementNode(link) || title.trim() === '') return block;
  return createElement('p', [createElement('a', [createText(title.trim())], link.attrs), ...others], block.attrs);
}

/** The name of a file without its folder and ending. */
const toFileTitle = (url: string): string =>
  decodeAddress(URL.parse(url)?.pathname ?? url)
    .replace(/^.*\//, '')
    .replace(/\.[a-z0-9]{2,5}$/i, '');

const drop = (lose: () => void): [] => {
  lose();
  return [];
};

/** Where people watch what a player shows inside a page. */
function toWatchAddress(url: string): string {
  const video = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(url);
  if (video) return `https://www.youtube.com/watch?v=${video[1]}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(url);
  if (vimeo) return `https://vimeo.com/${vimeo[1]}`;
  const spotify = /^https?:\/\/open\.spotify\.com\/embed\/(\w+\/\w+)/.exec(url);
  return spotify ? `https://open.spotify.com/${spotify[1]}` : url;
}

export const getAttribute = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value;

export const hasClass = (element: Tree.Element, name: string): boolean =>
  (getAttribute(element, 'class') ?? '').split(/\s+/).includes(name);

export function getText(nodes: readonly Tree.ChildNode[]): string {
  let text = '';
  const open = [...nodes].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (tree.isTextNode(node)) text += node.value;
    else if (tree.isElementNode(node)) open.push(...[...node.childNodes].reverse());
  }
  return text;
}

const isNamed = (node: Tree.Node, name: string): boolean => tree.isElementNode(node) && node.tagName === name;

const isBlank = (node: Tree.ChildNode): boolean => tree.isTextNode(node) && node.value.trim() === '';

const hasBlock = (nodes: readonly Tree.ChildNode[]): boolean =>
  nodes.some((node) => tree.isElementNode(node) && BLOCKS.has(node.tagName));

const containsImage = (node: Tree.ChildNode): boolean =>
  isNamed(node, 'img') || (tree.isElementNode(node) && node.childNodes.some(containsImage));

/** The image of a paragraph that holds nothing else. */
function unwrapSingleImage(node: Tree.ChildNode): Tree.ChildNode[] {
  if (!isNamed(node, 'p')) return [node];
  const inner = (node as Tree.Element).childNodes.filter((child) => !isBlank(child));
  return inner.length > 0 && inner.every((child) => isNamed(child, 'img')) ? inner : [node];
}

export const createText = (value: string): Tree.TextNode => tree.createTextNode(value);

export function createElement(
  name: string,
  children: readonly Tree.ChildNode[],
  attributes: Tree.Element['attrs'] = [],
): Tree.Element {
  const element = tree.createElement(name, 'http://www.w3.org/1999/xhtml' as never, [...attributes]);
  for (const child of children) tree.appendChild(element, child);
  return element;
}

const wrapInParagraph = (nodes: readonly Tree.ChildNode[]): Tree.ChildNode[] =>
  nodes.every(isBlank) ? [] : [createElement('p', nodes)];

/** Text and links that stand beside blocks get paragraphs of their own. */
function wrapInlineRuns(nodes: readonly Tree.ChildNode[]): Tree.ChildNode[] {
  const wrapped: Tree.ChildNode[] = [];
  let run: Tree.ChildNode[] = [];
  const endRun = () => {
    wrapped.push(...wrapInParagraph(run));
    run = [];
  };
  for (const node of nodes) {
    if (tree.isElementNode(node) && BLOCKS.has(node.tagName)) {
      endRun();
      wrapped.push(node);
    } else run.push(node);
  }
  endRun();
  return wrapped;
}
