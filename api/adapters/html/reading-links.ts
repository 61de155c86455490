import { BIDI_CONTROLS } from '#api/domain/bidi-controls.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';
import type { RemovedLink, RemovedLinkReason, RemovedLinks } from '#api/domain/removed-links.ts';

const LINKS_MAX = 100;
const ADDRESS_MAX_LENGTH = 500;
const TEXT_MAX_LENGTH = 100;
/** Schemes whose address is what a browser runs or shows, not where it leads. */
const SCRIPT_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:', 'blob:']);

/** Links to a place of the same text: chapters have ids of our own, so these lead nowhere. */
const isWithinText = (href: string) => /^\s*(#|$)/.test(href);

/** Where a link of a text leads: a whole https: address without a user name, or why it is removed. Null within the text. */
export function judgeLink(href: string, baseUrl?: string): { url: string } | { reason: RemovedLinkReason } | null {
  if (isWithinText(href)) return null;
  const url = URL.parse(href, baseUrl);
  if (!url) return { reason: 'invalid' };
  if (SCRIPT_SCHEMES.has(url.protocol)) return { reason: 'script' };
  if (url.protocol !== 'https:') return { reason: 'not_https' };
  return url.username === '' && url.password === '' ? { url: url.href } : { reason: 'user_name' };
}

/** A line of text of a stranger, as it may stand on our screens. */
export const toPlainLine = (text: string, maxLength: number): string => {
  const line = removeControlCharacters(text).replace(BIDI_CONTROLS, '').replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
};

/** Collects the links that lose their address, each once, in the order of the text. */
export function createRemovedLinks(baseUrl: string) {
  const links = new Map<string, RemovedLink>();
  return {
    add(href: string, text: string, reason: RemovedLinkReason) {
      // Parsed, so that a scheme with line breaks in it can be read as what it is.
      const address = toPlainLine(URL.parse(href, baseUrl)?.href ?? href, ADDRESS_MAX_LENGTH);
      const link = { address, text: toPlainLine(text, TEXT_MAX_LENGTH), reason };
      links.set(JSON.stringify(link), link);
    },
    list: (): RemovedLinks => ({ count: links.size, links: [...links.values()].slice(0, LINKS_MAX) }),
  };
}
