import {
  createAttribute,
  isAllowedLink,
  isPresent,
  parseLanguageClass,
  toAnchorAttributes,
  toAnchorId,
  type Attributes,
  type StoredAttributes,
} from './content-html.ts';
import { parseImageUrl } from './image-variants.ts';

/**
 * The elements that posts and documents may hold (SECURITY.md T20), one entry for each. Sanitisers, editor, paste, comparisons
 * and pages read this table; what is not in it goes, and its text stays. What the editor does with an element is in src/editor/elements.
 */
export type ContentElement = {
  /**
   * What is in it: text with inline elements, code, one line of text or blocks (`flow`), blocks only (lines become
   * paragraphs), its own parts only, or nothing.
   */
  holds: 'text' | 'code' | 'flow' | 'blocks' | 'parts' | 'nothing';
  isInline?: boolean;
  /** It stands only in the element that it is a part of, as an item does in its list. */
  isPart?: boolean;
  /** It has an end tag though it holds nothing. */
  hasEndTag?: boolean;
  /** The attributes that are stored. */
  attributes?: readonly string[];
  /**
   * The attributes as they are stored, in their order; null when it does not stay as an element. Without it, as they are.
   * `linkedAnchors`: names of anchors in this content that a link in it leads to. Others are stored only with the prefix.
   */
  store?: (attributes: Attributes, linkedAnchors?: ReadonlySet<string>) => StoredAttributes | null;
  /** Older and presentational names, stored under this one. */
  aliases?: readonly string[];
  /** Elements that are pasted as this one. */
  pastedFrom?: readonly string[];
  /** What it is called in menus and in comparisons. Empty: a comparison does not say it. */
  label?: string;
  /** What a comparison of two versions writes before and behind its text, so that no change is invisible. */
  textBefore?: (attributes: Attributes) => string;
  textAfter?: (attributes: Attributes) => string;
  /** What pages add: attributes, and an element around it. */
  onPage?: { attributes?: StoredAttributes; frame?: StoredAttributes };
};

const heading = (level: number): ContentElement => ({ holds: 'text', label: `Heading ${level}` });
const inline = (extra?: Omit<ContentElement, 'holds'>): ContentElement => ({ ...extra, holds: 'text', isInline: true });
const atom = (extra?: Omit<ContentElement, 'holds'>): ContentElement => ({
  ...extra,
  holds: 'nothing',
  isInline: true,
});
const part = (holds: ContentElement['holds'], extra?: Omit<ContentElement, 'holds'>): ContentElement => ({
  ...extra,
  holds,
  isPart: true,
});

/** One attribute, stored where it has one of these values. */
const oneOf = (name: string, values: readonly string[]): Pick<ContentElement, 'attributes' | 'store'> => ({
  attributes: [name],
  store: ({ [name]: value }) => createAttribute(name, value && values.includes(value) ? value : null),
});

const cell = part('flow', { attributes: ['colspan', 'rowspan', 'align'], textAfter: () => ' | ' });

/** Kinds of callout; style sheets write them before the text. */
export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning'] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

/** How wide an image is beyond the text, or several side by side. */
export const FIGURE_LAYOUTS = ['wide', 'full', 'gallery'] as const;
export type FigureLayout = (typeof FIGURE_LAYOUTS)[number];

/** Paragraphs that are shown as blocks of their own; each holds a link. */
const PARAGRAPH_BLOCKS = ['button', 'quiet-button', 'embed', 'bookmark', 'audio', 'file'];
/** Those that may have an image of this site. */
const BLOCKS_WITH_IMAGE = ['embed', 'bookmark'];

/** Of code: the name of its file, for instance. */
export const TITLE_MAX_LENGTH = 100;

const ELEMENTS: Record<string, ContentElement> = {
  p: {
    holds: 'text',
    label: '',
    attributes: ['data-block', 'data-image'],
    store: toParagraphAttributes,
    textBefore: ({ 'data-image': image }) => (image ? `[Image: ${image}] ` : ''),
  },
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  blockquote: { holds: 'blocks', label: 'Quote' },
  aside: {
    holds: 'blocks',
    label: 'Callout',
    attributes: ['data-callout'],
    store: ({ 'data-callout': kind }) => ({ 'data-callout': CALLOUT_KINDS.find((each) => each === kind) ?? 'note' }),
    textBefore: ({ 'data-callout': kind }) => `${kind}: `,
    onPage: { attributes: { role: 'note' } },
  },
  pre: {
    holds: 'code',
    label: 'Code',
    attributes: ['data-title'],
    store: ({ 'data-title': title }) =>
      createAttribute('data-title', title?.replace(/\s+/g, ' ').slice(0, TITLE_MAX_LENGTH).trim() || null),
    textBefore: ({ 'data-title': title }) => (title ? `${title}\n` : ''),
    onPage: { attributes: { tabindex: '0' } },
  },
  hr: { holds: 'nothing', label: 'Divider' },

  ul: { holds: 'parts', label: 'List' },
  ol: { holds: 'parts', label: 'Numbered list', attributes: ['start'] },
  li: part('flow', {
    attributes: ['id'],
    store: ({ id }, linked) => toAnchorAttributes(id, linked),
    textBefore: () => '• ',
  }),
  dl: { holds: 'parts', label: 'Definition list' },
  dt: part('text'),
  dd: part('flow'),

  details: {
    holds: 'flow',
    label: 'Toggle',
    attributes: ['open'],
    store: ({ open }) => createAttribute('open', isPresent(open) ? '' : null),
  },
  summary: part('text'),

  // A table that is wider than its page scrolls in the frame.
  table: {
    holds: 'parts',
    label: 'Table',
    onPage: { frame: { class: 'table-scroll', role: 'group', 'aria-label': 'Table', tabindex: '0' } },
  },
  caption: part('text'),
  thead: part('parts'),
  tbody: part('parts'),
  tfoot: part('parts'),
  tr: part('parts'),
  th: cell,
  td: cell,

  figure: { holds: 'parts', label: 'Figure', ...oneOf('data-layout', FIGURE_LAYOUTS) },
  figcaption: part('text'),
  img: atom({
    label: 'Image',
    attributes: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    store: (attributes) => ({
      ...pick(attributes, 'src'),
      alt: attributes.alt ?? '',
      ...pick(attributes, 'title', 'width', 'height'),
      loading: 'lazy',
      decoding: 'async',
    }),
    textBefore: ({ alt, src }) => `[Image: ${alt || src || 'no alt text'}]`,
  }),
  video: atom({
    label: 'Video',
    hasEndTag: true,
    attributes: ['src', 'width', 'height', 'controls', 'preload'],
    store: (attributes) => ({ ...pick(attributes, 'src', 'width', 'height'), controls: '', preload: 'none' }),
    textBefore: ({ src }) => `[Video: ${src ?? ''}]`,
  }),
  br: atom({ textBefore: () => '\n' }),
  // The box of a task.
  input: atom({
    attributes: ['type', 'checked', 'disabled', 'aria-label'],
    store: toCheckboxAttributes,
    textBefore: ({ checked }) => (isPresent(checked) ? '[x]' : '[ ]'),
  }),

  a: inline({
    label: 'Link',
    attributes: ['href', 'title', 'id', 'rel'],
    store: toLinkAttributes,
    textAfter: ({ href }) => ` (${href ?? ''})`,
  }),
  strong: inline({ label: 'Bold', aliases: ['b'] }),
  em: inline({ label: 'Italic', aliases: ['i'], pastedFrom: ['var', 'cite', 'dfn'] }),
  del: inline({ label: 'Strikethrough', aliases: ['s', 'strike'] }),
  mark: inline({ label: 'Highlight' }),
  sub: inline({ label: 'Subscript' }),
  sup: inline({
    label: 'Superscript',
    attributes: ['id'],
    store: ({ id }, linked) => toAnchorAttributes(id, linked),
  }),
  kbd: inline({ label: 'Key' }),
  code: inline({
    label: 'Code',
    attributes: ['class'],
    store(attributes) {
      const language = parseLanguageClass(attributes.class ?? '');
      return createAttribute('class', language && `language-${language}`);
    },
    pastedFrom: ['tt', 'samp'],
  }),
};

/** By their names. A map: a name such as `constructor` is in no table. */
export const CONTENT_ELEMENTS: ReadonlyMap<string, ContentElement> = new Map(Object.entries(ELEMENTS));

/** The names of the elements of a kind. */
export const listElements = (isKind: (element: ContentElement, name: string) => boolean | undefined): string[] =>
  [...CONTENT_ELEMENTS].flatMap(([name, element]) => (isKind(element, name) ? [name] : []));

/** Elements that begin a line of their own. */
export const BLOCK_ELEMENTS: readonly string[] = listElements(({ isInline }) => !isInline);

/** The attributes of an element as they are stored, in their order; null when it does not stay as an element. */
export function toStoredAttributes(
  name: string,
  attributes: Attributes,
  linkedAnchors?: ReadonlySet<string>,
): StoredAttributes | null {
  const element = CONTENT_ELEMENTS.get(name);
  if (!element) return null;
  return element.store ? element.store(attributes, linkedAnchors) : pickPresent(attributes, element);
}

/** Attributes that are not empty. */
function pick(attributes: Attributes, ...names: string[]): StoredAttributes {
  return Object.fromEntries(names.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])));
}

/** The attributes of an element, in the order in which they are written. */
function pickPresent(attributes: Attributes, { attributes: names = [] }: ContentElement): StoredAttributes {
  const isKept = (each: [string, string | null | undefined]): each is [string, string] =>
    names.includes(each[0]) && isPresent(each[1]);
  return Object.fromEntries(Object.entries(attributes).filter(isKept));
}

function toParagraphAttributes({ 'data-block': block, 'data-image': image }: Attributes): StoredAttributes {
  if (!block || !PARAGRAPH_BLOCKS.includes(block)) return {};
  const isShown = BLOCKS_WITH_IMAGE.includes(block) && isPresent(image) && parseImageUrl(image) !== null;
  return { 'data-block': block, ...createAttribute('data-image', isShown ? image : null) };
}

function toLinkAttributes(attributes: Attributes, linked?: ReadonlySet<string>): StoredAttributes | null {
  const href = attributes.href ?? '';
  const isLink = isAllowedLink(href);
  const own = toAnchorAttributes(attributes.id, linked);
  const id = own.id === undefined ? toAnchorAttributes(attributes.name, linked) : own;
  if (!isLink) return id.id === undefined ? null : id;
  const anchor = href.startsWith('#') && linked?.has(href.slice(1)) ? toAnchorId(href.slice(1)) : null;
  return { href: anchor ? `#${anchor}` : href, ...pick(attributes, 'title'), ...id, rel: 'noopener noreferrer' };
}

/** The box of a task: it shows a state and cannot be pressed on the page. Other fields go. */
function toCheckboxAttributes({ type, checked }: Attributes): StoredAttributes | null {
  if (type?.toLowerCase() !== 'checkbox') return null;
  const isDone = isPresent(checked);
  return { type: 'checkbox', ...(isDone && { checked: '' }), disabled: '', 'aria-label': isDone ? 'Done' : 'To do' };
}
