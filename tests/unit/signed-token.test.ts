import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecrets } from '#api/adapters/secrets.ts';
import { createSignedToken, verifySignedToken } from '#api/adapters/signed-token.ts';

const secrets = createSecrets('a secret of at least thirty-two characters');
const NOW = Date.UTC(2026, 0, 1);
const token = createSignedToken(secrets, { purpose: 'preview', value: '7', expiresAt: NOW + 1 });

it('returns the value, the expiry and whether it has expired', () => {
  expect(verifySignedToken(secrets, token, { purpose: 'preview', now: NOW })).toEqual({
    value: '7',
    expiresAt: NOW + 1,
    isExpired: false,
  });
  expect(verifySignedToken(secrets, token, { purpose: 'preview', now: NOW + 1 })).toMatchObject({ isExpired: true });
});

it('does not expire when created with expiresAt: never', () => {
  const lasting = createSignedToken(secrets, { purpose: 'waiting-list', value: 'abc', expiresAt: 'never' });
  const verified = verifySignedToken(secrets, lasting, { purpose: 'waiting-list', now: Number.MAX_SAFE_INTEGER });
  expect(verified).toMatchObject({ value: 'abc', isExpired: false });
});

it('is invalid for another purpose, another binding and another secret', () => {
  const bound = createSignedToken(secrets, { purpose: 'preview', value: '7', expiresAt: 'never', boundTo: ['a', 'b'] });
  const verify = (boundTo: string[]) => verifySignedToken(secrets, bound, { purpose: 'preview', now: NOW, boundTo });
  expect(verify(['a', 'b'])).not.toBeNull();
  for (const boundTo of [[], ['a'], ['b', 'a'], ['ab'], ['a', 'b', '']]) expect(verify(boundTo)).toBeNull();
  expect(verifySignedToken(secrets, token, { purpose: 'release-viewer', now: NOW })).toBeNull();
  const other = createSecrets('another secret of at least thirty-two characters');
  expect(verifySignedToken(other, token, { purpose: 'preview', now: NOW })).toBeNull();
});

it('is invalid when any character is changed, and so is any other text', () => {
  const changed = fc
    .tuple(fc.nat(token.length - 1), fc.constantFrom(...'019azAZ_-.~'))
    .map(([index, character]) => token.slice(0, index) + character + token.slice(index + 1));
  fc.assert(
    fc.property(fc.oneof(changed, fc.string()), (text) => {
      fc.pre(text !== token);
      expect(verifySignedToken(secrets, text, { purpose: 'preview', now: NOW })).toBeNull();
    }),
  );
});

it('returns any value unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w~.-]{1,60}$/), fc.nat(), (value, expiresAt) => {
      const any = createSignedToken(secrets, { purpose: 'form', value, expiresAt });
      expect(verifySignedToken(secrets, any, { purpose: 'form', now: 0 })).toMatchObject({ value, expiresAt });
    }),
  );
});
