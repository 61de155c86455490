import { isAllowedLink } from '#api/domain/content-html.ts';

/** Completes a typed address: `example.org` gets a scheme, `me@example.org` becomes `mailto:`. Null if it is none. */
export function normalizeLinkUrl(typed: string): string | null {
  const address = typed.trim();
  if (/^\+[\d ()./-]{5,}$/.test(address)) return `tel:${address.replace(/[^+\d]/g, '')}`;
  if (/[\s\\]/.test(address)) return null;
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(address)) return `https://${address}`;
  const isWritten = /^([a-z][a-z0-9+.-]*:|[/#?.])/i.test(address);
  return isWritten && isAllowedLink(address) ? address : null;
}

/** The stored form of an address in HTML, or null when links to it are not allowed. */
export function readLinkHref(written: string): string | null {
  const href = written
    .trim()
    .replace(/[\t\n\r]+/g, '')
    .replaceAll(' ', '%20');
  // Word writes the path of its temporary file before the name of a footnote.
  const address = /^file:[^#]*#/i.test(href) ? href.slice(href.indexOf('#')) : href;
  return isAllowedLink(address) ? address : null;
}

/** Whether an image or a video is from this site. The pages show no others. */
export const isOwnMediaUrl = (src: string | null): src is string => src !== null && /^\/(?![/\\])/.test(src);
