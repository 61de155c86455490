import fc from 'fast-check';
import { getTableColumns } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#db/schema/index.ts';
import {
  toBearerHeader,
  toRequestInit,
  createUser,
  createTestSession,
  findUserByEmail,
} from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  token = await createTestSession(test, await createUser(test, { email: 'mere@example.com' }));
});
afterEach(() => test.close());

const PROFILE = '/api/profile';
const PROGRAM = '/api/settings/taxmate-program';
const call = (method: string, path: string, body?: unknown, as = token) =>
  test.app.request(path, toRequestInit(as, method, body));
const mere = () => findUserByEmail(test, 'mere@example.com');

describe('GET /api/profile', () => {
  it('returns all four fields, null where there is no value', async () => {
    const response = await call('GET', PROFILE);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      first_name: 'Mere',
      last_name: 'Tane',
      email: 'mere@example.com',
      profile_photo: null,
    });
  });
});

describe('PUT /api/profile', () => {
  it('changes the names and returns the profile', async () => {
    test.clock.advance(5_000);
    const response = await call('PUT', PROFILE, { firstName: '  Mere  Ana ', lastName: 'Ngāti' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ first_name: 'Mere Ana', last_name: 'Ngāti' });
    expect(await mere()).toMatchObject({ firstName: 'Mere Ana', lastName: 'Ngāti', updatedAt: test.clock.now() });
  });

  it('accepts any e-mail and photo, and ignores them', async () => {
    const before = await mere();
    for (const value of ['other@example.com', '', null, 7, { a: 1 }]) {
      const body = { firstName: 'Mere', lastName: 'Tane', email: value, profilePhoto: value };
      expect((await call('PUT', PROFILE, body)).status).toBe(200);
    }
    expect(await mere()).toEqual(before);
  });

  it('an empty name clears the field, an absent one leaves it unchanged', async () => {
    await call('PUT', PROFILE, { firstName: ' ' });
    expect(await mere()).toMatchObject({ firstName: null, lastName: 'Tane' });
    await call('PUT', PROFILE, { lastName: null });
    expect(await mere()).toMatchObject({ firstName: null, lastName: null });
  });

  it('an empty body changes nothing, as `{}` does', async () => {
    const before = await mere();
    expect((await call('PUT', PROFILE, '')).status).toBe(200);
    expect(await mere()).toMatchObject({ firstName: before?.firstName, lastName: before?.lastName });
  });

  it('changes no other user', async () => {
    const other = await createUser(test, { email: 'other@example.com' });
    await call('PUT', PROFILE, { firstName: 'New', lastName: 'Name' });
    expect(await findUserByEmail(test, 'other@example.com')).toEqual(other);
  });

  it.each([
    ['a number', { firstName: 7 }, 'firstName'],
    ['101 characters', { lastName: 'x'.repeat(101) }, 'lastName'],
    ['a line break', { firstName: 'a\r\nBcc: b@example.com' }, 'firstName'],
    ['NUL', { firstName: 'a\u0000b' }, 'firstName'],
    ['an unknown field', { role: 'admin' }, 'role'],
    ['a list', [], ''],
    ['a word', '"Mere"', ''],
  ])('rejects %s with 400 and names the field', async (_what, body, path) => {
    const before = await mere();
    const response = await call('PUT', PROFILE, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path }] });
    expect(await mere()).toEqual(before);
  });

  it('rejects malformed JSON with 400', async () => {
    const response = await call('PUT', PROFILE, '{"firstName": "Me');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      message: 'The request body isn’t valid JSON.',
      issues: [{ path: '' }],
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'rejects the content type "%s" with 415',
    async (type) => {
      const headers = { ...toBearerHeader(token), 'Content-Type': type };
      const response = await test.app.request(PROFILE, { method: 'PUT', headers, body: '{"firstName":"Ana"}' });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
    },
  );
});

describe('the TaxMate program', () => {
  it('defaults to Normal and can be changed', async () => {
    expect(await (await call('GET', PROGRAM)).json()).toEqual({ program: { taxmate: 'Normal' } });
    for (const taxmate of ['Alpha', 'Beta', 'Normal']) {
      const response = await call('PUT', PROGRAM, { taxmate });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ program: { taxmate } });
      expect(await (await call('GET', PROGRAM)).json()).toEqual({ program: { taxmate } });
    }
  });

  it.each([{ taxmate: 'alpha' }, { taxmate: 'Gamma' }, { taxmate: null }, {}, { taxmate: 'Beta', role: 'admin' }])(
    'rejects %j with 400 and stays unchanged',
    async (body) => {
      const response = await call('PUT', PROGRAM, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'validation_failed', message: expect.stringMatching(/\w/) });
      expect(await mere()).toMatchObject({ taxmateProgram: 'Normal' });
    },
  );
});

describe('T7 without a session', () => {
  it.each([
    ['GET', PROFILE],
    ['PUT', PROFILE],
    ['GET', PROGRAM],
    ['PUT', PROGRAM],
    ['GET', '/api/account/export'],
    ['DELETE', '/api/account'],
  ])('%s %s returns 401 before the body is validated', async (method, path) => {
    const unknown = 'a'.repeat(43);
    for (const init of [
      { method },
      toRequestInit(unknown, method, method === 'GET' ? undefined : { nonsense: true }),
    ]) {
      const response = await test.app.request(path, init);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('a blacklisted user gets 403 and nothing is changed', async () => {
    const banned = await createUser(test, { isBlacklisted: true, blacklistReason: 'spam' });
    const theirToken = await createTestSession(test, banned);
    expect((await call('PUT', PROFILE, { firstName: 'X' }, theirToken)).status).toBe(403);
    expect((await call('GET', '/api/account/export', undefined, theirToken)).status).toBe(403);
    expect((await call('DELETE', '/api/account', { email: banned.email }, theirToken)).status).toBe(403);
    expect(await findUserByEmail(test, banned.email)).toEqual(banned);
  });
});

describe('T8 mass assignment', () => {
  const columns = Object.entries(getTableColumns(users)).flatMap(([property, column]) => [property, column.name]);
  const hostileKeys = [...columns, '__proto__', 'constructor', 'prototype', 'userId', 'token', 'isAdmin'];
  const extras = fc.dictionary(
    fc.constantFrom(...hostileKeys),
    fc.oneof(fc.constantFrom('admin', 'Alpha', true, false, 0, 1, null), fc.string({ maxLength: 12 }), fc.object()),
    { minKeys: 1, maxKeys: 4, noNullPrototype: true },
  );
  const names = fc.record(
    { firstName: fc.constantFrom('Ana', '', null), lastName: fc.constantFrom('Rua', null), email: fc.string() },
    { requiredKeys: [] },
  );
  /** Written by hand, because JSON.stringify would drop an own `__proto__` key of an object literal. */
  const toJsonText = (parts: object[]) =>
    `{${parts
      .flatMap((part) => Object.entries(part))
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',')}}`;

  it('no key except the two names changes anything, in 2,000 random bodies', async () => {
    const before = await mere();
    const allowed = new Set(['firstName', 'lastName']);
    await fc.assert(
      fc.asyncProperty(names, extras, async (body, extra) => {
        const response = await call('PUT', PROFILE, toJsonText([body, extra]));
        const hasUnknown = Object.keys(extra).some(
          (key) => !['firstName', 'lastName', 'email', 'profilePhoto'].includes(key),
        );
        expect(response.status === 400 || (response.status === 200 && !hasUnknown)).toBe(true);
        const after = Object.entries(await mere()).filter(([key]) => !allowed.has(key));
        expect(after).toEqual(Object.entries(before).filter(([key]) => !allowed.has(key)));
      }),
      { numRuns: 2_000 },
    );
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'prototype', 'is_blacklisted', 'email_verified'])(
    'rejects the key %s with 400',
    async (key) => {
      const before = await mere();
      const response = await call('PUT', PROFILE, `{"firstName":"Ana","${key}":{"role":"admin"}}`);
      expect(response.status).toBe(400);
      expect(await mere()).toEqual(before);
    },
  );

  it.each(['__proto__', 'role', 'userId'])('rejects the key %s in the program with 400', async (key) => {
    const before = await mere();
    expect((await call('PUT', PROGRAM, `{"taxmate":"Beta","${key}":{"role":"admin"}}`)).status).toBe(400);
    expect(await mere()).toEqual(before);
  });
});
