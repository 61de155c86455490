/** The HTML that posts and documents may hold (SECURITY.md T20): one source for the sanitiser, the editor and the islands. */

/** Elements, each with the attributes that are stored. What is not named goes; its text stays. */
const NAMED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'id', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
  video: ['src', 'width', 'height', 'controls', 'preload'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
  details: ['open'],
  th: ['colspan', 'rowspan', 'align'],
  td: ['colspan', 'rowspan', 'align'],
  ol: ['start'],
  li: ['id'],
  sup: ['id'],
  code: ['class'],
};
const PLAIN_ELEMENTS =
  'h1 h2 h3 h4 h5 h6 p br hr strong em del sub kbd mark pre blockquote ul dl dt dd summary figure figcaption table thead tbody tfoot tr caption'.split(
    ' ',
  );

export const CONTENT_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ...PLAIN_ELEMENTS.map((name): [string, readonly string[]] => [name, []]),
  ...Object.entries(NAMED_ATTRIBUTES),
]);

/** Inline elements. */
export const INLINE_ELEMENTS: readonly string[] = 'a strong em del sub sup kbd mark code br img video input'.split(' ');

/** Older and presentational names of elements that content holds. */
export const ELEMENT_ALIASES: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };

/** Elements that are removed with their content. */
export const DROPPED_ELEMENTS: readonly string[] =
  'script style template svg math iframe object embed noscript textarea select option title xmp noembed noframes'.split(
    ' ',
  );

export const LINK_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel'];

/** Before the id of every anchor in content, so that none can take the place of one of the page (DOM clobbering). */
const ANCHOR_PREFIX = 'user-content-';
const ANCHOR = /^[\p{L}\p{N}_.:%-]{1,80}$/u;

/** The stored id for an anchor of this name, or null when it cannot be one. */
export function toAnchorId(name: string): string | null {
  const bare = name.startsWith(ANCHOR_PREFIX) ? name.slice(ANCHOR_PREFIX.length) : name;
  return ANCHOR.test(bare) ? ANCHOR_PREFIX + bare : null;
}

/** Equal for a heading and the names that other programs derive from it: its letters and digits. */
export const toHeadingKey = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The anchor of a heading: `base`, with a number behind it where another heading has that. `used` knows for each anchor the
 * last number that was tried.
 */
export function createUniqueAnchor(base: string, used: Map<string, number>): string {
  let id = base;
  let number = used.get(base) ?? 1;
  while (used.has(id)) {
    number += 1;
    id = `${base}-${number}`;
  }
  used.set(base, number).set(id, used.get(id) ?? 1);
  return id;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these characters when they read an address
const IGNORED_BY_BROWSERS = /[\u0000-\u001f\u007f]|^ +| +$/g;

/** Whether a link may lead there: http, https, mailto, tel, a path of this site or a place on the page. */
export function isAllowedLink(href: string): boolean {
  const address = href.replace(IGNORED_BY_BROWSERS, '');
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? [];
  if (scheme === undefined) return address !== '' && !/^[/\\]{2}/.test(address);
  const name = scheme.toLowerCase();
  return LINK_SCHEMES.includes(name) && (name.startsWith('http') ? /^\/\/[^/\\]/ : /\S/).test(rest);
}

/** The text of the link that is stored in place of an image that pages cannot show. */
export const formatImageLink = (src: string, alt: string | null | undefined): string => alt?.trim() || src;

/** `ts` of `language-ts` or `lang-TS`, as far as it is stored. */
export function parseLanguageClass(classes: string): string | null {
  const [, language = ''] = /(?:^|\s)lang(?:uage)?-(\S+)/i.exec(classes) ?? [];
  return normalizeLanguage(language);
}

/** The name of a language of code as it is stored, or null for none. */
export function normalizeLanguage(name: string): string | null {
  const language = name.toLowerCase();
  return /^[a-z0-9+#-]{1,30}$/.test(language) ? language : null;
}

type Attributes = Readonly<Record<string, string | null | undefined>>;
export type StoredAttributes = Record<string, string>;

/**
 * The attributes of an element as they are stored, in their order; null when it does not stay as an element.
 * `linkedAnchors`: names of anchors in this content that a link in it leads to. An anchor without the prefix is stored only then.
 */
export function toStoredAttributes(
  name: string,
  attributes: Attributes,
  linkedAnchors?: ReadonlySet<string>,
): StoredAttributes | null {
  switch (name) {
    case 'a':
      return toLinkAttributes(attributes, linkedAnchors);
    case 'img':
      return {
        ...pick(attributes, 'src'),
        alt: attributes.alt ?? '',
        ...pick(attributes, 'title', 'width', 'height'),
        loading: 'lazy',
        decoding: 'async',
      };
    case 'video':
      return { ...pick(attributes, 'src', 'width', 'height'), controls: '', preload: 'none' };
    case 'input':
      return toCheckboxAttributes(attributes);
    case 'details':
      return isPresent(attributes.open) ? { open: '' } : {};
    case 'code': {
      const language = parseLanguageClass(attributes.class ?? '');
      return language ? { class: `language-${language}` } : {};
    }
    case 'li':
    case 'sup':
      return toAnchorAttributes(attributes.id, linkedAnchors);
    default: {
      const allowed = CONTENT_ATTRIBUTES.get(name);
      return allowed ? pickPresent(attributes, allowed) : null;
    }
  }
}

const isPresent = (value: string | null | undefined): value is string => value !== null && value !== undefined;

/** Attributes that are not empty. */
function pick(attributes: Attributes, ...names: string[]): StoredAttributes {
  return Object.fromEntries(names.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])));
}

/** Attributes of these names, in the order in which they are written. */
function pickPresent(attributes: Attributes, names: readonly string[]): StoredAttributes {
  const present = Object.entries(attributes).filter(([name]) => names.includes(name));
  return Object.fromEntries(present.filter((each): each is [string, string] => isPresent(each[1])));
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

function toAnchorAttributes(name: string | null | undefined, linked?: ReadonlySet<string>): StoredAttributes {
  const isKept = isPresent(name) && (name.startsWith(ANCHOR_PREFIX) || linked?.has(name) === true);
  const id = isKept ? toAnchorId(name) : null;
  return id ? { id } : {};
}

/** The box of a task: it shows a state and cannot be pressed on the page. Other fields go. */
function toCheckboxAttributes({ type, checked }: Attributes): StoredAttributes | null {
  if (type?.toLowerCase() !== 'checkbox') return null;
  const isDone = isPresent(checked);
  return { type: 'checkbox', ...(isDone && { checked: '' }), disabled: '', 'aria-label': isDone ? 'Done' : 'To do' };
}

/** The names of anchors that links of the same content lead to, from `[name, …]` of its anchors and the `href` of its links. */
export function findLinkedAnchors(names: Iterable<string>, hrefs: Iterable<string>): ReadonlySet<string> {
  const targets = new Set([...hrefs].flatMap((href) => (href.startsWith('#') ? [href.slice(1)] : [])));
  return new Set([...names].filter((name) => targets.has(name)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters cannot be stored (SECURITY.md R9)
const UNSTORABLE = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Text without control characters but newline and tab, and without half surrogate pairs. */
export const removeControlCharacters = (text: string): string =>
  text.replaceAll('\r\n', '\n').toWellFormed().replace(UNSTORABLE, '');
