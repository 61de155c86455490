import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserDeletionWorker } from '#api/features/users/deletion/worker.service.ts';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createUser } from '../../support/app/users.ts';

const USERS = '/api/admin/users';
let test: PaymentApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const blacklist = (id: number, body: object = {}) =>
  admin.call('POST', `${USERS}/${id}/blacklist`, { reason: 'Two chargebacks', ...body });

async function signUp(email: string) {
  test.clock.advance(60_000);
  await test.db.client.execute("DELETE FROM outbox WHERE kind = 'sign-in-code'");
  await startSignIn(test, { email });
  const response = await verifyCode(test, email, await findCode(test, email));
  return { status: response.status, message: ((await response.json()) as { message?: string }).message };
}
const REFUSED = { status: 403, message: 'This account is suspended. Reason: Two chargebacks' };

async function deleteUser(id: number) {
  await admin.call('DELETE', `${USERS}/${id}`);
  test.clock.advance(30_000);
  const worker = new UserDeletionWorker(test.deps);
  await worker.whenIdle();
  await worker.stop();
}
const undo = (action: { body: { undo: { id: string } } }) =>
  admin.call('POST', '/api/admin/undo', { ids: [action.body.undo.id] });
const listAddresses = async (email: string) =>
  (await admin.call('GET', `${USERS}/blacklisted-addresses?email=${encodeURIComponent(email)}`)).body.data.addresses;

describe('T10 a blacklisting and the address', () => {
  it('outlives the account by a keyed hash: the address can’t sign up again until an admin removes it', async () => {
    const { id } = await createUser(test, { email: 'mere@example.com' });
    await blacklist(id);
    await deleteUser(id);
    expect(await signUp('mere@example.com')).toEqual(REFUSED);
    const { rows } = await test.db.client.execute('SELECT * FROM blacklisted_addresses');
    expect(JSON.stringify(rows)).not.toContain('mere');
    const [address] = await listAddresses('mere@example.com');
    expect(address).toMatchObject({ scope: 'address', user_id: id, reason: 'Two chargebacks' });
    const remove = () => admin.call('DELETE', `${USERS}/blacklisted-addresses/${address.id}`);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await signUp('mere@example.com')).status).toBe(200);
  });

  it('of a deleted account ends by itself where the blacklisting had an end, and none is kept without one', async () => {
    const blacklistedUntil = new Date(test.clock.now() + 3_600_000).toISOString();
    const { id } = await createUser(test, { email: 'mere@example.com' });
    const other = await createUser(test, { email: 'sam@example.com' });
    await blacklist(id, { blacklistedUntil });
    await deleteUser(id);
    await deleteUser(other.id);
    expect((await signUp('sam@example.com')).status).toBe(200);
    expect((await signUp('mere@example.com')).status).toBe(403);
    test.clock.advance(3_600_000);
    expect((await signUp('mere@example.com')).status).toBe(200);
  });

  it('is shown with every other form of the address, also once the account is deleted', async () => {
    const { id } = await createUser(test, { email: 'mere@example.com' });
    await blacklist(id);
    const again = await createUser(test, { email: 'mere+1@example.com' });
    await createUser(test, { email: 'mere+1@example.org' });
    const getRelated = async () =>
      (await admin.call('GET', `${USERS}/${again.id}`)).body.data.user.related_blacklistings;
    expect(await getRelated()).toEqual([{ user_id: id, email: 'mere@example.com', reason: 'Two chargebacks' }]);
    await deleteUser(id);
    expect(await getRelated()).toEqual([{ user_id: null, email: null, reason: 'Two chargebacks' }]);
  });

  it('refuses every form of the address, or everybody of its domain, where the admin chose so', async () => {
    const { id } = await createUser(test, { email: 'mere@example.com' });
    const other = await createUser(test, { email: 'sam@spam.example' });
    await blacklist(id, { scope: 'base_address' });
    await blacklist(other.id, { scope: 'domain' });
    expect(await signUp('mere+2@example.com')).toEqual(REFUSED);
    expect((await signUp('mary@example.com')).status).toBe(200);
    expect(await signUp('anybody@spam.example')).toEqual(REFUSED);
    await admin.call('DELETE', `${USERS}/${other.id}/blacklist`);
    expect((await signUp('anybody@spam.example')).status).toBe(200);
  });

  it('is taken back with its undo, and comes back with the undo of its removal', async () => {
    const { id } = await createUser(test, { email: 'mere@example.com' });
    await undo(await blacklist(id, { scope: 'base_address' }));
    expect(await listAddresses('mere+2@example.com')).toEqual([]);
    await blacklist(id, { scope: 'base_address' });
    const removal = await admin.call('DELETE', `${USERS}/${id}/blacklist`);
    expect(await listAddresses('mere+2@example.com')).toEqual([]);
    await undo(removal);
    expect(await listAddresses('mere+2@example.com')).toHaveLength(1);
  });

  it('holds for the old address of an account whose address was changed, for as long as the blacklisting holds', async () => {
    const { id } = await createUser(test, { email: 'mere@example.com' });
    await blacklist(id);
    const change = (email: string) => admin.call('PUT', `${USERS}/${id}/contact`, { email, endSessions: false });
    expect((await change('tane@example.org')).status).toBe(200);
    expect(await signUp('mere@example.com')).toEqual(REFUSED);
    expect(await listAddresses('mere@example.com')).toMatchObject([
      { scope: 'address', user_id: id, user_email: 'tane@example.org' },
    ]);
    const other = await createUser(test, { email: 'mere+1@example.com' });
    expect((await admin.call('GET', `${USERS}/${other.id}`)).body.data.user.related_blacklistings).toEqual([
      { user_id: id, email: 'tane@example.org', reason: 'Two chargebacks' },
    ]);
    // The account itself may have it back.
    expect((await change('mere@example.com')).status).toBe(200);
    await change('tane@example.org');
    await admin.call('DELETE', `${USERS}/${id}/blacklist`);
    expect((await signUp('mere@example.com')).status).toBe(200);
  });

  it('holds for the old address until the end that it got last, and not at all once it is undone', async () => {
    const in1Hour = new Date(test.clock.now() + 3_600_000).toISOString();
    const { id } = await createUser(test, { email: 'mere@example.com' });
    const first = await blacklist(id, { blacklistedUntil: in1Hour });
    await admin.call('PUT', `${USERS}/${id}/contact`, { email: 'tane@example.org', endSessions: false });
    const second = await blacklist(id, { reason: 'Three chargebacks' });
    expect(await listAddresses('mere@example.com')).toMatchObject([
      { reason: 'Three chargebacks', blacklisted_until: null },
    ]);
    await undo(second);
    expect(await listAddresses('mere@example.com')).toMatchObject([
      { reason: 'Two chargebacks', blacklisted_until: in1Hour },
    ]);
    await undo(first);
    expect(await listAddresses('mere@example.com')).toEqual([]);
  });

  it('of the old address goes with the undo of the change', async () => {
    const { id } = await createUser(test, { email: 'mere@example.com' });
    await blacklist(id);
    const changed = await admin.call('PUT', `${USERS}/${id}/contact`, {
      email: 'tane@example.org',
      endSessions: false,
    });
    await undo(changed);
    expect(await listAddresses('mere@example.com')).toEqual([]);
  });

  it('is shown with the account in the list and on its page, also of an earlier address, while it holds', async () => {
    const { id } = await createUser(test, { email: 'mere@spam.example' });
    await createUser(test, { email: 'sam@example.com' });
    const readScopes = async () => {
      const listed = (await admin.call('GET', `${USERS}?search=${encodeURIComponent('.')}&role=user`)).body.data.users;
      const detail = (await admin.call('GET', `${USERS}/${id}`)).body.data.user;
      return [...listed, detail].map((user: { email: string; blacklisted_scopes: string[] }) => [
        user.email,
        user.blacklisted_scopes,
      ]);
    };
    await blacklist(id, { scope: 'domain' });
    const other = ['sam@example.com', []];
    const mere = ['mere@spam.example', ['domain']];
    expect(await readScopes()).toEqual([other, mere, mere]);
    await admin.call('PUT', `${USERS}/${id}/contact`, { email: 'mere@example.org', endSessions: false });
    const moved = ['mere@example.org', ['address', 'domain']];
    expect(await readScopes()).toEqual([other, moved, moved]);
    await admin.call('DELETE', `${USERS}/${id}/blacklist`);
    expect((await readScopes()).at(-1)).toEqual(['mere@example.org', []]);
    await blacklist(id);
    expect((await readScopes()).at(-1)).toEqual(['mere@example.org', []]);
  });

  it('is deleted 30 days after its end or its removal, and not before', async () => {
    const HOUR = 3_600_000;
    const [ending, lifted, lasting] = [await createUser(test), await createUser(test), await createUser(test)];
    const blacklistedUntil = new Date(test.clock.now() + HOUR).toISOString();
    await blacklist(ending.id, { scope: 'base_address', blacklistedUntil });
    await blacklist(lasting.id, { scope: 'base_address' });
    await blacklist(lifted.id, { scope: 'base_address' });
    test.clock.advance(HOUR);
    await admin.call('DELETE', `${USERS}/${lifted.id}/blacklist`);
    const listUsers = async () => {
      await deleteExpiredRows(test.deps);
      const { rows } = await test.db.client.execute('SELECT user_id FROM blacklisted_addresses ORDER BY user_id');
      return rows.map(({ user_id }) => user_id);
    };
    test.clock.advance(30 * 24 * HOUR - 1);
    expect(await listUsers()).toEqual([ending.id, lifted.id, lasting.id]);
    test.clock.advance(1);
    expect(await listUsers()).toEqual([lasting.id]);
  });

  it('that has ended goes with its account', async () => {
    const { id } = await createUser(test);
    await blacklist(id, { scope: 'base_address', reason: 'Two chargebacks' });
    await admin.call('DELETE', `${USERS}/${id}/blacklist`);
    await deleteUser(id);
    expect((await test.db.client.execute('SELECT * FROM blacklisted_addresses')).rows).toEqual([]);
  });

  it('can’t be of a domain where everybody can have an address', async () => {
    const { id } = await createUser(test, { email: 'mere@gmail.com' });
    expect(await blacklist(id, { scope: 'domain' })).toMatchObject({
      status: 400,
      body: { message: 'Strangers use gmail.com too, so it can’t be blacklisted as a whole.' },
    });
  });
});
