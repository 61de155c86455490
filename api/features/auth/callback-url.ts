const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Pages that would lead round in a circle, and addresses that are no page. */
const NO_TARGET = /^\/(login|signup|api)(\/|$)/;

/**
 * Where a sign-in may lead: a path of this site, or an address of an origin that is on the list, exactly. Anything
 * else (other schemes, user names, back slashes, control characters, look-alikes) is null.
 */
export function parseCallbackUrl(
  raw: string,
  site: { url: string; callbackOrigins: readonly string[] },
): { url: URL; isOwn: boolean } | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(raw) || !raw.isWellFormed()) return null;
  const isPath = raw.startsWith('/') && !raw.startsWith('//');
  // A dot of another script becomes an ASCII dot when the address is parsed.
  if (!isPath && !/^https?:\/\/[\u0021-\u007e]+$/i.test(raw)) return null;
  if (!URL.canParse(raw, site.url)) return null;
  const url = new URL(raw, site.url);
  const isOwn = url.origin === new URL(site.url).origin;
  if (url.username || url.password) return null;
  if (isOwn) return NO_TARGET.test(url.pathname) ? null : { url, isOwn };
  if (url.protocol !== 'https:' && !LOCAL_HOSTS.has(url.hostname)) return null;
  return site.callbackOrigins.includes(url.origin) ? { url, isOwn } : null;
}
