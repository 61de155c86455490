import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { toRequestInit } from '../../support/app/users.ts';

let test: TestApp;
let admin: ApiCaller;
let maker: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  maker = await createApiCaller(test);
});
afterEach(() => test.close());

async function makeKey(name: string): Promise<{ id: number; key: string }> {
  const { body } = await maker.call('POST', '/api/admin/api-keys', { name, scopes: ['entitlements'] });
  return { id: body.data.id, key: body.key };
}

const isOpen = async (key: string) =>
  (await test.app.request(`/api/v1/entitlements/${admin.id}`, toRequestInit(key, 'GET'))).status === 200;

const listKeyEntries = async () =>
  (
    await test.db.client.execute(
      "SELECT action, actor_id, subject FROM audit_log WHERE action IN ('api_key.revoked', 'api_key.restored') ORDER BY id",
    )
  ).rows.map((row) => `${row.action} ${row.subject} ${row.actor_id === admin.id ? 'admin' : 'other'}`);

/** Acts that take the right to have keys, each with its request that keeps some. */
const acts: Record<string, (keep?: number[]) => Promise<{ status: number; body: { undo: { id: string } } }>> = {
  'a role without keys': (keepKeys) =>
    admin.call('PUT', `/api/admin/users/${maker.id}/role`, { role: 'editor', ...(keepKeys && { keepKeys }) }),
  'the blacklist': (keepKeys) =>
    admin.call('POST', `/api/admin/users/${maker.id}/blacklist`, { reason: 'Left', ...(keepKeys && { keepKeys }) }),
  'a deletion': (keepKeys) =>
    admin.call('DELETE', `/api/admin/users/${maker.id}${keepKeys ? `?keepKeys=${keepKeys.join(',')}` : ''}`),
};

describe.each(Object.entries(acts))('T59 with %s', (_name, act) => {
  it('the keys of a person end, but for those that are kept by name', async () => {
    const [ended, kept] = [await makeKey('Old script'), await makeKey('The app')];
    expect((await act([kept.id])).status).toBe(200);
    expect([await isOpen(ended.key), await isOpen(kept.key)]).toEqual([false, true]);
    expect(await listKeyEntries()).toEqual([`api_key.revoked api-key:${ended.id} admin`]);
  });

  it('all keys end when nobody says which to keep, and an undo brings them back', async () => {
    const [one, other] = [await makeKey('One'), await makeKey('Other')];
    const revoked = await makeKey('Revoked before');
    await admin.call('DELETE', `/api/admin/api-keys/${revoked.id}`);
    test.clock.advance(1_000);
    const { body } = await act();
    expect([await isOpen(one.key), await isOpen(other.key)]).toEqual([false, false]);
    expect((await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).status).toBe(200);
    expect(await Promise.all([one, other, revoked].map(({ key }) => isOpen(key)))).toEqual([true, true, false]);
    expect((await listKeyEntries()).slice(-2)).toEqual([
      `api_key.restored api-key:${one.id} admin`,
      `api_key.restored api-key:${other.id} admin`,
    ]);
  });
});

it('T59 several people who are blacklisted at once lose all their keys', async () => {
  const { key } = await makeKey('The app');
  const body = { ids: [maker.id], action: 'blacklist', reason: 'Left' };
  expect((await admin.call('POST', '/api/admin/users/bulk', body)).body.updated).toEqual([maker.id]);
  expect(await isOpen(key)).toBe(false);
});

it('The keys of others go on, and a list of keys names those in use alone', async () => {
  const { id } = await makeKey('The app');
  const own = await admin.call('POST', '/api/admin/api-keys', { name: 'Mine', scopes: ['entitlements'] });
  const list = await admin.call('GET', `/api/admin/users/${maker.id}/api-keys`);
  expect(list.body.data.keys).toEqual([{ id, name: 'The app', scopes: ['entitlements'] }]);
  await acts['a role without keys']?.();
  expect(await isOpen(own.body.key)).toBe(true);
  expect((await admin.call('GET', `/api/admin/users/${maker.id}/api-keys`)).body.data.keys).toEqual([]);
});

it.each([[['one']], [[0]], ['1,2']])('Keys to keep must be ids, not %j', async (keepKeys) => {
  const { status } = await admin.call('PUT', `/api/admin/users/${maker.id}/role`, { role: 'user', keepKeys });
  expect(status).toBe(400);
});
