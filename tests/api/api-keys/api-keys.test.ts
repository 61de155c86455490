import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY_REQUESTS_PER_MINUTE, type ApiScope } from '#api/domain/api-keys.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { toRequestInit } from '../../support/app/users.ts';

const KEYS = '/api/admin/api-keys';
const MINUTE_MS = 60_000;

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

async function createKey(...scopes: ApiScope[]): Promise<{ key: string; id: number }> {
  const { body } = await admin.call('POST', KEYS, { name: 'Release notes', scopes });
  return { key: body.key, id: body.data.id };
}

async function callWith(key: string, method: string, path: string, body?: unknown) {
  const response = await test.app.request(path, toRequestInit(key, method, body));
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const listKeys = async () => (await admin.call('GET', KEYS)).body.data;

describe('an API key', () => {
  it('is shown once; the list and the database have its start only', async () => {
    const { key, id } = await createKey('content', 'people');
    expect(key).toMatch(/^key_[\w-]{43}$/);
    const start = key.slice(0, 10);
    expect(await listKeys()).toEqual([
      expect.objectContaining({ id, name: 'Release notes', start, scopes: ['content', 'people'], revoked_at: null }),
    ]);
    for (const table of ['api_keys', 'audit_log']) {
      const { rows } = await test.db.client.execute(`SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(key);
    }
  });

  it('needs a name, and to be good for something', async () => {
    expect(await admin.call('POST', KEYS, { name: ' ', scopes: [] })).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: 'name', message: 'Enter a name.' },
          { path: 'scopes', message: 'Choose what the key may do.' },
        ],
      },
    });
  });

  it('acts in the name of its maker, and the audit log says that it did', async () => {
    const { key } = await createKey('content');
    const created = await callWith(key, 'POST', '/api/blogs', createBlogRequest({ title: 'Version 2' }));
    expect(created.status).toBe(201);
    const { body } = await admin.call('GET', '/api/admin/audit?action=blog.created');
    expect(body.data).toMatchObject([{ actor: { id: admin.id }, api_key: 'Release notes' }]);
    await admin.call('POST', '/api/blogs', createBlogRequest({ title: 'By hand' }));
    const again = await admin.call('GET', '/api/admin/audit?action=blog.created');
    expect(again.body.data.map((entry: { api_key: string | null }) => entry.api_key)).toEqual([null, 'Release notes']);
  });

  it('opens what its scopes name and nothing else', async () => {
    const ofScope: Record<ApiScope, string> = {
      content: '/api/blogs',
      documentation: '/api/documents',
      people: '/api/admin/users',
      entitlements: `/api/v1/entitlements/${admin.id}`,
    };
    for (const scope of Object.keys(ofScope) as ApiScope[]) {
      const { key } = await createKey(scope);
      const opened = [];
      for (const [other, path] of Object.entries(ofScope)) {
        if ((await callWith(key, 'GET', path)).status === 200) opened.push(other);
      }
      expect([scope, opened]).toEqual([scope, [scope]]);
    }
  });

  it('T54 for people reads names, addresses and plans of users, and no more about them', async () => {
    const { key } = await createKey('people');
    const person = await createApiCaller(test, 'user');
    const of = `/api/admin/users/${person.id}`;
    for (const path of ['/api/admin/users', of]) expect((await callWith(key, 'GET', path)).status).toBe(200);
    const address = '/api/admin/users/blacklisted-addresses?email=a@example.com';
    for (const path of [`${of}/sessions`, `${of}/payments`, `${of}/notes`, `${of}/timeline`, address])
      expect([path, (await callWith(key, 'GET', path)).status]).toEqual([path, 403]);
    expect((await admin.call('GET', `${of}/sessions`)).status).toBe(200);
  });

  it('opens nothing that is about a person’s own account, or makes keys', async () => {
    const { key } = await createKey('content', 'documentation', 'people', 'entitlements');
    const refused = { status: 403, body: { message: expect.stringContaining('API key') } };
    for (const path of ['/api/auth/me', '/api/profile', '/api/account/export', KEYS, '/api/admin/audit'])
      expect(await callWith(key, 'GET', path)).toMatchObject(refused);
    expect(await callWith(key, 'DELETE', '/api/account', { email: 'admin@example.com' })).toMatchObject(refused);
  });

  it('is refused from the request after it was revoked, and stays in the list', async () => {
    const { key, id } = await createKey('content');
    expect((await callWith(key, 'GET', '/api/blogs')).status).toBe(200);
    expect(await admin.call('DELETE', `${KEYS}/${id}`)).toMatchObject({ status: 200 });
    expect(await callWith(key, 'GET', '/api/blogs')).toMatchObject({
      status: 401,
      body: { message: 'This API key is wrong, or it was revoked.' },
    });
    expect(await listKeys()).toMatchObject([{ id, revoked_at: expect.any(String) }]);
    expect((await admin.call('DELETE', `${KEYS}/${id}`)).status).toBe(409);
    expect((await admin.call('DELETE', `${KEYS}/999`)).status).toBe(404);
  });

  it('notes its last use, at most once a minute', async () => {
    const { key } = await createKey('content');
    const readLastUse = async () => (await listKeys())[0].last_used_at;
    expect(await readLastUse()).toBeNull();
    await callWith(key, 'GET', '/api/blogs');
    const first = await readLastUse();
    expect(Date.parse(first)).toBe(test.clock.now());
    test.clock.advance(MINUTE_MS - 1);
    await callWith(key, 'GET', '/api/blogs');
    expect(await readLastUse()).toBe(first);
    test.clock.advance(1);
    await callWith(key, 'GET', '/api/blogs');
    expect(Date.parse(await readLastUse())).toBe(test.clock.now());
  });

  it('may send so many requests a minute', async () => {
    const { key } = await createKey('entitlements');
    const other = await createKey('entitlements');
    const path = '/api/v1/entitlements/999';
    for (let n = 0; n < API_KEY_REQUESTS_PER_MINUTE; n += 1)
      expect((await callWith(key, 'GET', path)).status).toBe(404);
    const refused = await callWith(key, 'GET', path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await callWith(other.key, 'GET', path)).status).toBe(404);
    test.clock.advance(MINUTE_MS);
    expect((await callWith(key, 'GET', path)).status).toBe(404);
  });

  it('writes no more once its maker may not; entitlements go on', async () => {
    const { key } = await createKey('content', 'entitlements');
    await test.db.client.execute({ sql: "UPDATE users SET role = 'user' WHERE id = ?", args: [admin.id] });
    expect((await callWith(key, 'GET', '/api/blogs')).status).toBe(403);
    await test.db.client.execute({ sql: "UPDATE users SET role = 'admin' WHERE id = ?", args: [admin.id] });
    const { id } = await createApiCaller(test, 'user');
    await test.db.client.execute({ sql: 'DELETE FROM users WHERE id = ?', args: [admin.id] });
    expect(await callWith(key, 'GET', '/api/blogs')).toMatchObject({
      status: 403,
      body: { message: 'The account that made this API key was deleted. Make a new key.' },
    });
    expect((await callWith(key, 'GET', `/api/v1/entitlements/${id}`)).status).toBe(200);
  });
});
