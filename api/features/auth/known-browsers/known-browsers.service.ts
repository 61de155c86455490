import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { createSignedToken, verifySignedToken } from '#api/adapters/signed-token.ts';

/** Accounts that one browser is remembered for. */
const MAX_ACCOUNTS = 5;
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

type CookieDeps = Pick<Deps, 'secrets' | 'site' | 'clock'>;

/**
 * A browser, recognised by a signed cookie. It signs nobody in: a code is bound to the browser that asked for it, and
 * one that signed in before keeps its own budgets, so that a stranger cannot lock the owner out (T2).
 */
export type KnownBrowser = { id: string; accounts: readonly string[] };

/** The browser of the request, or null without our cookie. */
export function readBrowserCookie(deps: CookieDeps, context: Context): KnownBrowser | null {
  const cookie = getCookie(context, getCookieName(deps)) ?? '';
  const token = verifySignedToken(deps.secrets, cookie, { purpose: 'known-browser', now: deps.clock.now() });
  if (!token || token.isExpired) return null;
  const [id = '', ...accounts] = token.value.split('~');
  return { id, accounts };
}

export const createKnownBrowser = (): KnownBrowser => ({ id: generateId(), accounts: [] });

/** True for a browser that signed in as this address before. */
export const isKnownBrowser = (deps: CookieDeps, browser: KnownBrowser | null, email: string) =>
  browser?.accounts.includes(hashAccount(deps, browser.id, email)) ?? false;

export function setBrowserCookie(deps: CookieDeps, context: Context, browser: KnownBrowser): void {
  const value = [browser.id, ...browser.accounts].join('~');
  const expiresAt = deps.clock.now() + MAX_AGE_SECONDS * 1000;
  const token = createSignedToken(deps.secrets, { purpose: 'known-browser', value, expiresAt });
  setCookie(context, getCookieName(deps), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(deps),
    maxAge: MAX_AGE_SECONDS,
  });
}

/** The browser after it signed in as this address. */
export function addKnownAccount(deps: CookieDeps, browser: KnownBrowser, email: string): KnownBrowser {
  const mark = hashAccount(deps, browser.id, email);
  return { ...browser, accounts: [mark, ...browser.accounts.filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS) };
}

/** Hash of a browser id, as the database stores it. */
export const hashBrowserId = ({ secrets }: Pick<Deps, 'secrets'>, browser: KnownBrowser) =>
  secrets.sign('browser id', browser.id);

const hashAccount = ({ secrets }: CookieDeps, id: string, email: string) =>
  secrets.sign('known', id, email).slice(0, 22);

/** The prefix ties the cookie to this host and to TLS; without TLS (on localhost) no browser would take it. */
const getCookieName = (deps: CookieDeps) => (isSecure(deps) ? '__Host-browser' : 'browser');

const isSecure = ({ site }: CookieDeps) => site.url.startsWith('https:');
