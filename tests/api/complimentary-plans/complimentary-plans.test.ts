import { expect, it } from 'vitest';
import { ComplimentaryPlanWorker } from '#api/features/complimentary-plans/worker.service.ts';
import { UserDeletionWorker } from '#api/features/users/deletion/worker.service.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import type { Subscriber } from '../../support/payments/subscriber.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNDO = '/api/admin/undo';
const WHY = 'Helped us with the launch';

const toPath = (user: Pick<Subscriber, 'id'>) => `/api/admin/users/${user.id}/complimentary-plans`;

const give = (site: OwnSite, user: Pick<Subscriber, 'id'>, change: object = {}) =>
  site.admin.call('POST', toPath(user), { planName: 'Crew', endsAt: null, reason: WHY, ...change });

const inDays = (site: OwnSite, days: number) => new Date(site.clock.now() + days * DAY_MS).toISOString();

const createKey = async (site: OwnSite): Promise<string> =>
  (await site.admin.call('POST', '/api/admin/api-keys', { name: 'The app', scopes: ['entitlements'] })).body.key;

async function listEntitlements(site: OwnSite, user: Pick<Subscriber, 'id'>, key?: string) {
  const token = key ?? (await createKey(site));
  const response = await site.app.request(`/api/v1/entitlements/${user.id}`, toRequestInit(token, 'GET'));
  return (
    (await response.json()) as { data: { entitlements: { plan: string; is_active: boolean; ends_at: string }[] } }
  ).data.entitlements;
}

const toAnonymous = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const listOwn = async (site: OwnSite, { token }: Subscriber) =>
  (await site.app.request('/api/complimentary-plans', toRequestInit(token, 'GET'))).json();

const listEmails = async (site: OwnSite) =>
  (await site.db.client.execute("SELECT kind, data, next_attempt_at FROM outbox WHERE kind LIKE 'complimentary%'"))
    .rows;

const listWebhooks = async (site: OwnSite) =>
  (await site.db.client.execute('SELECT type, subscription_id FROM subscription_webhooks ORDER BY id')).rows.map(
    ({ type, subscription_id: id }) => ({ type, isGift: String(id).startsWith('comp_') }),
  );

const addEndpoint = (site: OwnSite) =>
  site.admin.call('POST', '/api/admin/webhooks', { url: 'https://app.tideworks.example/hook', product_id: null });

const endDue = (site: OwnSite) => new ComplimentaryPlanWorker(site.deps).whenIdle();

it('A plan given until a day counts as paid until then, and ends by itself with an email and a webhook', async () => {
  const site = await createOwnSite();
  await addEndpoint(site);
  const user = await site.createBuyer();
  const key = await createKey(site);
  const until = inDays(site, 10);
  const given = await give(site, user, { endsAt: until });
  expect(given).toMatchObject({
    status: 200,
    body: {
      message: 'Buoy Crew given free of charge, until 1 December 2026',
      data: { user: { complimentary_plans: [{ plan_name: 'Crew', ends_at: until, reason: WHY }] } },
    },
  });
  expect(await listEntitlements(site, user)).toMatchObject([{ is_active: true, ends_at: until }]);
  expect(await listOwn(site, user)).toMatchObject({ plans: [{ product_name: 'Buoy', plan_name: 'Crew' }] });
  const [email] = await listEmails(site);
  expect(email).toMatchObject({ kind: 'complimentary-plan', next_attempt_at: site.clock.now() + 30_000 });
  expect(JSON.parse(String(email?.data))).toMatchObject({ planName: 'Crew', endsOn: '1 December 2026' });

  site.clock.advance(9 * DAY_MS);
  await endDue(site);
  expect(await listEntitlements(site, user, key)).toHaveLength(1);
  site.clock.advance(DAY_MS);
  await endDue(site);
  expect(await listEntitlements(site, user, key)).toEqual([]);
  expect((await listEmails(site)).map(({ kind }) => kind)).toEqual(['complimentary-plan', 'complimentary-plan-ended']);
  expect(await listWebhooks(site)).toEqual([
    { type: 'subscription.started', isGift: true },
    { type: 'subscription.ended', isGift: true },
  ]);
});

it('A plan can be given without Stripe', async () => {
  const site = await createOwnSite();
  site.deps.payments = null;
  const user = await site.createBuyer();
  expect((await give(site, user)).body.message).toBe('Buoy Crew given free of charge, without an end');
  expect(await listEntitlements(site, user)).toMatchObject([{ is_active: true, ends_at: null }]);
});

it('Undo takes a given plan back, and its email is never sent', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const { body } = await give(site, user);
  const undone = await site.admin.call('POST', UNDO, { ids: [body.undo.id] });
  expect(undone).toMatchObject({
    status: 200,
    body: { message: 'Undone. The plan is taken back, and no email is sent.' },
  });
  expect(await listEntitlements(site, user)).toEqual([]);
  expect(await listEmails(site)).toEqual([]);
  // It can be given again.
  expect((await give(site, user)).status).toBe(200);
});

it('Somebody who pays for a plan of the product is not given one', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  await user.subscribe('Solo');
  const refused = await give(site, user);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(
    / already pays for Buoy\. Add a coupon to the subscription, or extend it, instead\.$/,
  );
});

it('Somebody who was given a plan is not given a second one of the product', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  await give(site, user);
  const refused = await give(site, user, { planName: 'Solo' });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/ already has a plan of Buoy free of charge\. End that one first\.$/);
});

it('A given plan ends when its user buys a plan of the product, after the purchase is told', async () => {
  const site = await createOwnSite();
  await addEndpoint(site);
  const user = await site.createBuyer();
  await give(site, user);
  await user.subscribe('Solo');
  expect(await listOwn(site, user)).toEqual({ plans: [] });
  expect(await listEntitlements(site, user)).toHaveLength(1);
  expect(await listWebhooks(site)).toEqual([
    { type: 'subscription.started', isGift: true },
    { type: 'subscription.started', isGift: false },
    { type: 'subscription.ended', isGift: true },
  ]);
});

it('Staff end a given plan before its day, and undo gives it back', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const { body } = await give(site, user, { quantity: 5 });
  const [plan] = body.data.user.complimentary_plans;
  expect(plan.quantity).toBe(5);
  const ended = await site.admin.call('DELETE', `${toPath(user)}/${plan.id}`);
  expect(ended).toMatchObject({ status: 200, body: { message: 'Buoy Crew ended' } });
  expect(await listEntitlements(site, user)).toEqual([]);
  expect(await site.admin.call('DELETE', `${toPath(user)}/${plan.id}`)).toMatchObject({ status: 409 });
  const undone = await site.admin.call('POST', UNDO, { ids: [ended.body.undo.id] });
  expect(undone.body.message).toBe('Undone. The plan goes on, and no email is sent.');
  expect(await listEntitlements(site, user)).toHaveLength(1);
});

it('A given plan that was ended is not given back to somebody who has bought one since', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const { body } = await give(site, user);
  const ended = await site.admin.call('DELETE', `${toPath(user)}/${body.data.user.complimentary_plans[0].id}`);
  await user.subscribe('Solo');
  expect(await site.admin.call('POST', UNDO, { ids: [ended.body.undo.id] })).toMatchObject({
    status: 409,
    body: { message: 'There is another plan of this product by now, so this can’t be undone.' },
  });
});

it('The deletion of an account tells the product that the given plan has ended', async () => {
  const site = await createOwnSite();
  await addEndpoint(site);
  const user = await site.createBuyer();
  await give(site, user);
  await site.admin.call('DELETE', `/api/admin/users/${user.id}`);
  site.clock.advance(60_000);
  await new UserDeletionWorker(site.deps).whenIdle();
  expect((await site.db.client.execute('SELECT id FROM complimentary_plans')).rows).toEqual([]);
  expect(await listWebhooks(site)).toContainEqual({ type: 'subscription.ended', isGift: true });
});

it('An export of a user’s data has the plans that they were given', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  await give(site, user);
  const { body } = await site.admin.call('GET', `/api/admin/users/${user.id}/export`);
  expect(body.complimentary_plans).toMatchObject([{ plan_name: 'Crew', reason: WHY, ended_at: null }]);
});

it('Only staff who manage billing give plans, of those that are sold, until a day in the future', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const ask = async (token: string | null, body: object) => {
    const response = await site.app.request(
      toPath(user),
      token === null ? toAnonymous(body) : toRequestInit(token, 'POST', body),
    );
    return { status: response.status, body: await response.json() };
  };
  const good = { planName: 'Crew', endsAt: null, reason: WHY };
  expect((await ask(null, good)).status).toBe(401);
  expect((await ask(user.token, good)).status).toBe(403);
  expect((await site.admin.call('POST', '/api/admin/users/99999/complimentary-plans', good)).status).toBe(404);
  expect((await site.admin.call('DELETE', `${toPath(user)}/comp_unknown`)).status).toBe(404);
  const free = await give(site, user, { planName: 'Deckhand' });
  expect(free.body.issues).toEqual([{ path: 'planName', message: 'Choose a plan that is sold.' }]);
  const past = await give(site, user, { endsAt: inDays(site, -1) });
  expect(past.body.issues).toEqual([{ path: 'endsAt', message: 'Choose a day in the future.' }]);
  const mute = await give(site, user, { reason: ' ' });
  expect(mute.body.issues).toEqual([{ path: 'reason', message: 'Say why. Only staff see it.' }]);
});
