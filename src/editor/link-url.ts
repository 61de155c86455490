const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** What a link may lead to: https, mailto, a path of this site or a place in the text. The server allows no other. */
export function isAllowedUrl(address: string): boolean {
  if (/[\s\\]/.test(address) || address === '') return false;
  if (SCHEME.test(address)) return /^(https:\/\/[^/]|mailto:.)/i.test(address);
  return /^(\/(?!\/)|#|\?|\.)/.test(address);
}

/** What a person types as an address, made one: `example.org` and `me@example.org` get what they lack. Null if it is none. */
export function normalizeLinkUrl(typed: string): string | null {
  const address = typed.trim();
  if (isAllowedUrl(address)) return address;
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`;
  if (/^http:\/\//i.test(address)) return normalizeLinkUrl(address.replace(/^http:/i, 'https:'));
  if (/^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address)) return normalizeLinkUrl(`https://${address}`);
  return null;
}

/** Whether a picture or a film comes from this site. Others the pages do not show. */
export const isOwnMediaUrl = (src: string | null): src is string => src !== null && /^\/(?![/\\])/.test(src);
