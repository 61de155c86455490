/** Rules for the HTML of posts and documents: links, anchors, code and text. Its elements are in content-elements.ts. */

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
const IGNORED_BY_BROWSERS = /[\u0000-\u001f\u007f]|^ +|(?<! ) +$/g;

/** Whether a link may lead there: http, https, mailto, tel, a path of this site or a place on the page. */
export function isAllowedLink(href: string): boolean {
  const address = href.replace(IGNORED_BY_BROWSERS, '');
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? [];
  if (scheme === undefined) return address !== '' && !/^[/\\]{2}/.test(address);
  const name = scheme.toLowerCase();
  return LINK_SCHEMES.includes(name) && (name.startsWith('http') ? /^\/\/[^/\\]/ : /\S/).test(rest);
}

/** HTML without line breaks and indentation of its source: readers don't see them, and the editor doesn't keep them. */
export const collapseSpaces = (html: string): string =>
  html.replace(/\s+/g, ' ').replace(/> | </g, (edge) => edge.trim());

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

export type Attributes = Readonly<Record<string, string | null | undefined>>;
export type StoredAttributes = Record<string, string>;

export const isPresent = (value: string | null | undefined): value is string => value !== null && value !== undefined;

/** The id of an anchor as it is stored; one without the prefix only when a link of the content leads to it. */
export function toAnchorAttributes(name: string | null | undefined, linked?: ReadonlySet<string>): StoredAttributes {
  const isKept = isPresent(name) && (name.startsWith(ANCHOR_PREFIX) || linked?.has(name) === true);
  return createAttribute('id', isKept ? toAnchorId(name) : null);
}

/** One attribute, or none. */
export const createAttribute = (name: string, value: string | null): StoredAttributes =>
  value === null ? {} : { [name]: value };

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
