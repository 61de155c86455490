import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToken, parseCallbackUrl, toCallbackParameter } from '#api/domain/callback-url.ts';

const OWN = 'http://localhost:4321';
const LISTED = 'https://app.example.com';
const SITE = { url: OWN, callbackOrigins: [LISTED] };
/** Pages of this site against which a URL is resolved. */
const PAGES = ['/', '/login', '/login?callbackUrl=/a', '/login/link', '/a/b/', '//a'];

/** The origins that are not allowed, when the URL is resolved on each page as by `location.assign`. */
const findForeignOrigins = (address: string) =>
  PAGES.map((page) => new URL(address, OWN + page).origin).filter((origin) => origin !== OWN && origin !== LISTED);

const slashes = fc.constantFrom('/', '/', '/', '\\', '%2f', '%5c');
const dots = fc.constantFrom('.', '.', '..', '%2e', '%2E', '.%2e', '%2e%2e');
const others = fc.constantFrom('\t', '\n', '\r', ' ', '\0', '@', ';', ':', '?', '#', 'x', '%', '。');
const hosts = fc.constantFrom('evil.example', 'localhost:4321', 'app.example.com', 'http:', 'https:', OWN, LISTED);
const piece = fc.oneof({ weight: 4, arbitrary: slashes }, { weight: 4, arbitrary: dots }, others, hosts);
const start = fc.constantFrom('', '/', '/', '/', OWN, LISTED, 'http:', 'https:', 'blob:', 'javascript:');
const callbackUrls = fc
  .tuple(start, fc.array(piece, { maxLength: 10 }))
  .map(([first, pieces]) => first + pieces.join(''));

describe('T6 callbackUrl', () => {
  it('never resolves to an origin that is not allowed, with or without the token, from any page', () => {
    let allowed = 0;
    fc.assert(
      fc.property(callbackUrls, (raw) => {
        const callback = parseCallbackUrl(raw, SITE);
        if (!callback) return;
        allowed += 1;
        for (const address of [callback.url.href, addToken(callback, 'secret'), toCallbackParameter(callback)])
          expect(findForeignOrigins(address), address).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
    // Not all generated URLs are refused.
    expect(allowed).toBeGreaterThan(100);
  });

  it('is returned as an absolute URL with one token and a path that is not protocol-relative', () => {
    fc.assert(
      fc.property(callbackUrls, (raw) => {
        const callback = parseCallbackUrl(raw, SITE);
        if (!callback) return;
        const answered = new URL(addToken(callback, 'secret'));
        expect([OWN, LISTED]).toContain(answered.origin);
        expect(answered.pathname).not.toMatch(/^\/[/\\]/);
        expect(answered.searchParams.getAll('token')).toEqual(['secret']);
        expect(answered.username + answered.password).toBe('');
      }),
      { numRuns: 20_000 },
    );
  });

  it('is unchanged after it was in the link of an email', () => {
    fc.assert(
      fc.property(callbackUrls, (raw) => {
        const callback = parseCallbackUrl(raw, SITE);
        if (!callback) return;
        const reparsed = parseCallbackUrl(toCallbackParameter(callback), SITE);
        expect(reparsed?.url.href).toBe(callback.url.href);
      }),
      { numRuns: 20_000 },
    );
  });
});
