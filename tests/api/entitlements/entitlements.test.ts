import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiScope } from '#api/domain/api-keys.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { sellOtherwise } from '../../support/app/catalogue.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_NAME, DECKHAND, SOLO, toKey } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
let admin: ApiCaller;
let key: string;

beforeAll(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
  key = await createKey('entitlements');
});
afterAll(() => test.close());

const createKey = async (...scopes: ApiScope[]): Promise<string> =>
  (await admin.call('POST', '/api/admin/api-keys', { name: 'The app', scopes })).body.key;

async function ask(user: string | number, token: string | undefined = key) {
  const path = `/api/v1/entitlements/${encodeURIComponent(user)}`;
  const response = await test.app.request(path, toRequestInit(token, 'GET'));
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  return { status: response.status, body: (await response.json()) as any };
}

it('A program reads what a user has, by id and by address.', async () => {
  const user = await createSubscriber(test);
  const { status, body } = await ask(user.id);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ user: { id: user.id, is_suspended: false }, entitlements: [] });
  const id = await user.subscribe(SOLO);
  const answer = await ask(user.email.toUpperCase());
  expect(answer.body.data.entitlements).toMatchObject([
    {
      subscription_id: id,
      product: 'buoy',
      plan: toKey(SOLO),
      plan_name: SOLO,
      status: 'active',
      is_active: true,
      quantity: 1,
      interval: 'month',
      ends_at: null,
    },
  ]);
  expect(answer.body.data.entitlements[0].limits.moorings_per_month).toBeGreaterThan(0);
  // T54: who counts ids learns no addresses.
  const byId = await ask(user.id);
  expect([answer.body.data.user.email, byId.body.data.user.email]).toEqual([user.email, null]);
  expect(byId.body.data).toEqual({ ...answer.body.data, user: { ...answer.body.data.user, email: null } });
});

it('A program reads the free plans with their limits, also for a user who bought nothing.', async () => {
  const user = await createSubscriber(test);
  const { free_plans } = (await ask(user.id)).body.data;
  const limits = { moorings_per_month: 3, guests_per_mooring: 10_000 };
  const names = { product: 'buoy', product_name: BUOY_NAME, plan: toKey(DECKHAND), plan_name: DECKHAND };
  expect(free_plans).toEqual([{ ...names, limits }]);
});

it('says until when one lasts that was cancelled, and keeps its keys when plans are renamed', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await user.change('cancel', id);
  const [before] = (await ask(user.id)).body.data.entitlements;
  expect(before).toMatchObject({ is_active: true, ends_at: before.period_end });
  sellOtherwise({ plans: { Solo: { planName: 'Enkel' } } });
  const [after] = (await ask(user.id)).body.data.entitlements;
  expect(after).toMatchObject({ plan: before.plan, plan_name: 'Enkel' });
});

it('a blacklisted user is marked, and an unknown one is not found', async () => {
  const user = await createSubscriber(test);
  await test.db.client.execute({
    sql: "UPDATE users SET is_blacklisted = 1, blacklist_reason = 'Spam' WHERE id = ?",
    args: [user.id],
  });
  expect((await ask(user.id)).body.data.user.is_suspended).toBe(true);
  expect(await ask('nobody@example.com')).toMatchObject({ status: 404, body: { message: 'User not found' } });
});

it('is for keys with that permission only', async () => {
  const refused = { message: 'This API key isn’t meant for this. Make one with the right permission.' };
  expect(await ask(admin.id, await createKey('people'))).toMatchObject({ status: 403, body: refused });
  expect((await ask(admin.id, admin.token)).status).toBe(401);
  expect((await ask(admin.id, 'key_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).status).toBe(401);
});
