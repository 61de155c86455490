import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSameHash, randomId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';

/** Accounts that one browser is remembered for. */
const KNOWN_MAX = 5;
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

type CookieDeps = Pick<Deps, 'secrets' | 'site'>;

/**
 * A browser, recognised by a signed cookie. It signs nobody in: a code is bound to the browser that asked for it, and
 * one that signed in before keeps its own budgets, so that a stranger cannot lock the owner out (T2).
 */
export type Browser = { id: string; known: readonly string[] };

/** The browser of the request, or null when it brings no cookie of ours. */
export function readBrowser(deps: CookieDeps, context: Context): Browser | null {
  const [id = '', marks = '', signature = ''] = (getCookie(context, nameOf(deps)) ?? '').split('.');
  if (!id || !isSameHash(signature, deps.secrets.sign('browser', id, marks))) return null;
  return { id, known: marks === '' ? [] : marks.split('~') };
}

export const newBrowser = (): Browser => ({ id: randomId(), known: [] });

/** True for a browser that signed in as this address before. */
export const isKnown = (deps: CookieDeps, browser: Browser | null, email: string) =>
  browser?.known.includes(markOf(deps, browser.id, email)) ?? false;

export function rememberBrowser(deps: CookieDeps, context: Context, browser: Browser): void {
  const isTls = isSecure(deps);
  const marks = browser.known.join('~');
  setCookie(context, nameOf(deps), `${browser.id}.${marks}.${deps.secrets.sign('browser', browser.id, marks)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isTls,
    maxAge: MAX_AGE_SECONDS,
  });
}

/** The browser after it signed in as this address. */
export function withKnown(deps: CookieDeps, browser: Browser, email: string): Browser {
  const mark = markOf(deps, browser.id, email);
  return { ...browser, known: [mark, ...browser.known.filter((other) => other !== mark)].slice(0, KNOWN_MAX) };
}

/** What the database keeps of a browser. */
export const hashBrowser = ({ secrets }: Pick<Deps, 'secrets'>, browser: Browser) =>
  secrets.sign('browser id', browser.id);

const markOf = ({ secrets }: CookieDeps, id: string, email: string) => secrets.sign('known', id, email).slice(0, 22);

/** The prefix ties the cookie to this host and to TLS; without TLS (on localhost) no browser would take it. */
const nameOf = (deps: CookieDeps) => (isSecure(deps) ? '__Host-browser' : 'browser');

const isSecure = ({ site }: CookieDeps) => site.url.startsWith('https:');
