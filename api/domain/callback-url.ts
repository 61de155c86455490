import { isLocalHost } from './local-host.ts';

/** Pages that would redirect in a circle, and addresses that are no page. */
const EXCLUDED_PATHS = /^\/(login|signup|api)(\/|$)/;

/** Our origin, and the other origins that a sign-in may lead to. */
export type CallbackSite = { url: string; callbackOrigins: readonly string[] };
/** An address that a sign-in may lead to. */
export type Callback = { url: URL; isOwn: boolean };

/**
 * Where a sign-in may lead: a path of this site, or an address of an origin that is on the list, exactly. Anything
 * else (other schemes, user names, back slashes, control characters, look-alikes) is null.
 */
export function parseCallbackUrl(raw: string, site: CallbackSite): Callback | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(raw) || !raw.isWellFormed()) return null;
  const isPath = raw.startsWith('/') && !raw.startsWith('//');
  // A dot of another script becomes an ASCII dot when the address is parsed.
  if (!isPath && !/^https?:\/\/[\u0021-\u007e]+$/i.test(raw)) return null;
  const url = URL.parse(raw, site.url);
  if (!url || url.username || url.password) return null;
  // Judged after parsing, which removes dot segments: '/.//host' has the path '//host', an address of another site.
  if (url.pathname.startsWith('//')) return null;
  const isOwn = url.origin === new URL(site.url).origin;
  if (isOwn) return EXCLUDED_PATHS.test(url.pathname) ? null : { url, isOwn };
  if (url.protocol !== 'https:' && !isLocalHost(url.hostname)) return null;
  return site.callbackOrigins.includes(url.origin) ? { url, isOwn } : null;
}

/** The address to open, with a token in its query. Absolute: a browser resolves it the same way from every page. */
export function addToken({ url }: Callback, token: string): string {
  const target = new URL(url);
  target.searchParams.set('token', token);
  return target.href;
}

/** The parsed address, short for our own origin; it is checked by `parseCallbackUrl` each time that it is read. */
export const toCallbackParameter = ({ url, isOwn }: Callback): string =>
  isOwn ? url.href.slice(url.origin.length) : url.href;
