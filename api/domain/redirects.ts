import { serverParts } from './reserved-paths.ts';
import { decodeAddress } from './decode-address.ts';

/** How many redirects a site may have. */
export const REDIRECTS_MAX = 10_000;
/** Lines of one CSV file. */
export const REDIRECT_LINES_MAX = 5_000;
/** Redirects that may follow each other. Visitors need one request in any case: chains are published shortened. */
export const REDIRECT_CHAIN_MAX = 10;
/** Characters of an address, as it is sent. */
const ADDRESS_MAX = 2_000;

/** `301`: browsers and search engines keep it. `302`: they ask again each time. */
export const redirectStatuses = [301, 302] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];

export type RedirectTarget = { to: string; status: RedirectStatus };

/** An address in the form in which it is compared, or why it can't be one. */
export type ParsedAddress = { address: string; issue?: never } | { address?: never; issue: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const UNUSABLE = /[\u0000-\u0020\u007f\\]|%(0[0-9a-f]|1[0-9a-f]|7f|5c)/i;
const UNUSABLE_ISSUE = 'An address can’t contain spaces, backslashes or control characters.';

/** The part of an address that is looked up: without query and fragment. */
export const getTargetPath = (to: string): string | null => (to.startsWith('/') ? to.replace(/[?#].*$/s, '') : null);

/**
 * The address that redirects, as browsers send it: from the first slash on, percent-encoded, without a slash at its end. A full
 * address of this site is taken as its path.
 */
export function parseRedirectFrom(text: string, siteUrl: string): ParsedAddress {
  const local = toLocal(text.trim(), siteUrl);
  if (local === '') return { issue: 'Enter the old address.' };
  if (!local.startsWith('/') || local.startsWith('//')) {
    return { issue: 'The old address has to be on this site and begin with a slash, such as /old-page.' };
  }
  if (/[?#]/.test(local))
    return { issue: 'Leave out everything from ? or # on: a redirect applies with and without it.' };
  if (local.includes('*')) return { issue: 'Wildcards aren’t possible. Enter one redirect for each address.' };
  if (UNUSABLE.test(local)) return { issue: UNUSABLE_ISSUE };
  const path = normalizePath(local);
  if (path === '/') return { issue: 'The home page can’t redirect.' };
  if (serverParts.includes(path.split('/')[1] ?? ''))
    return { issue: `Addresses below ${path.split('/', 2).join('/')} can’t redirect.` };
  return path.length > ADDRESS_MAX ? { issue: TOO_LONG } : { address: path };
}

/** Where a redirect leads: an address of this site, which may have a query and a fragment, or one that begins with https://. */
export function parseRedirectTo(text: string, siteUrl: string): ParsedAddress {
  const local = toLocal(text.trim(), siteUrl);
  if (local === '') return { issue: 'Enter the new address.' };
  if (UNUSABLE.test(local)) return { issue: UNUSABLE_ISSUE };
  if (local.startsWith('/') && !local.startsWith('//')) {
    const { search, hash } = new URL(local, 'https://site.invalid');
    const path = normalizePath(local.replace(/[?#].*$/s, ''));
    if (/^\/api(\/|$)/.test(path)) return { issue: 'Addresses below /api are for programs. Choose a page.' };
    return fitAddress(path + search + hash);
  }
  const url = URL.canParse(local) ? new URL(local) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return { issue: 'The new address has to begin with / or https://.' };
  }
  return fitAddress(url.href);
}

const TOO_LONG = 'Keep the address to 2,000 characters or fewer.';
const fitAddress = (address: string): ParsedAddress =>
  address.length > ADDRESS_MAX ? { issue: TOO_LONG } : { address };

const toLocal = (text: string, siteUrl: string): string => {
  if (text === siteUrl) return '/';
  return text.startsWith(`${siteUrl}/`) ? text.slice(siteUrl.length) : text;
};

/** As a browser sends it; one slash at the end or several are left out, as the site does. */
function normalizePath(path: string): string {
  const { pathname } = new URL(path, 'https://site.invalid');
  const encoded = pathname.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  return encoded.replace(/^\/+/, '/').replace(/(?<!\/)\/+$/, '') || '/';
}

/** An address for people: letters instead of percent codes, where that is possible. */
export const formatAddress = decodeAddress;

/**
 * Follows the redirects from an address on. `path` holds every address on the way, the first included; a loop ends with the
 * address that comes up again, a chain that is too long with the last one that was followed.
 */
export function followRedirects(
  from: string,
  find: (path: string) => RedirectTarget | undefined,
): { path: string[]; end: RedirectTarget | null; isLoop: boolean; isTooLong: boolean } {
  const path = [from];
  const seen = new Set(path);
  let end = null as RedirectTarget | null;
  let next = find(from);
  while (next) {
    // Temporary as a whole if one part of it is.
    const status: RedirectStatus = end?.status === 302 ? 302 : next.status;
    end = { to: next.to, status };
    const target = getTargetPath(next.to);
    path.push(target ?? next.to);
    if (target !== null && seen.has(target)) return { path, end: null, isLoop: true, isTooLong: false };
    if (path.length > REDIRECT_CHAIN_MAX + 1) return { path, end: null, isLoop: false, isTooLong: true };
    if (target === null) break;
    seen.add(target);
    next = find(target);
  }
  return { path, end, isLoop: false, isTooLong: false };
}

/** Addresses of a loop that are named. */
const LOOP_SHOWN = 10;

/** 'This would loop: /a → /b → /a.' From the address that comes up twice; of a long loop its beginning and its end. */
export function formatLoop(path: readonly string[]): string {
  const loop = path.slice(path.indexOf(path.at(-1) ?? '')).map(formatAddress);
  const shown = loop.length > LOOP_SHOWN ? [...loop.slice(0, LOOP_SHOWN - 2), '…', ...loop.slice(-1)] : loop;
  return `This would loop: ${shown.join(' → ')}.`;
}

export const CHAIN_ISSUE = `This address leads through more than ${REDIRECT_CHAIN_MAX} redirects. Send it to the last one directly.`;
