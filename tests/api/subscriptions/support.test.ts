import { expect, it } from 'vitest';
import { describeEndReason } from '#api/domain/end-reasons.ts';
import { listEndReasons } from '#api/features/month-closing/month-closing.queries.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { findPriceId } from '../../support/payments/tideworks.ts';

const ROOT = '/api/subscriptions';

const undo = (site: OwnSite, id: string) => site.admin.call('POST', '/api/admin/undo', { ids: [id] });

const listEmails = async (site: OwnSite) =>
  (
    await site.db.client.execute("SELECT kind, data, next_attempt_at FROM outbox WHERE kind LIKE 'subscription-%'")
  ).rows.map(({ kind, data, next_attempt_at: at }) => ({
    kind,
    ...JSON.parse(String(data)),
    waits: Number(at) > site.clock.now(),
  }));

async function subscribe(site: OwnSite) {
  const user = await site.createBuyer();
  const id = await user.subscribe('Crew');
  const act = (name: string, body: object) =>
    site.admin.call('POST', `${ROOT}/${name}/${id}`, { userId: user.id, ...body });
  const read = async () => (await user.call('GET', `/user/${user.id}`)).body.subscriptions[0];
  const listCoupons = async () => (await site.admin.call('GET', `${ROOT}/coupons/${id}?userId=${user.id}`)).body;
  return { user, id, act, read, listCoupons };
}

it('A subscription that is set to end, or waits for another plan, is not extended', async () => {
  const site = await createOwnSite();
  const { act, user, id } = await subscribe(site);
  await user.change('change', id, { planName: 'Solo' });
  expect((await act('extend', { days: 3 })).body.message).toBe(
    'A change of plan waits for the end of the period. Take it back first.',
  );
  await user.change('cancel', id);
  expect(await act('extend', { days: 3 })).toMatchObject({
    status: 409,
    body: { message: 'This subscription is set to end. Reactivate it first.' },
  });
});

it('A new coupon is on the next payment, and the user is told what it takes off', async () => {
  const site = await createOwnSite();
  const { act, read, listCoupons } = await subscribe(site);
  const coupon = { name: 'Thank you', percentOff: 25, amountOff: null, duration: 'repeating', months: 3 };
  const answer = await act('add-coupon', { couponId: null, coupon });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Buoy Crew: 25% off for 3 months' } });
  expect((await read()).next_payment).toEqual({ amount: 2_250, currency: 'nzd' });
  expect((await listCoupons()).discounts).toMatchObject([{ name: 'Thank you', words: '25% off for 3 months' }]);
  expect(await listEmails(site)).toMatchObject([
    { kind: 'subscription-coupon', coupon: 'Thank you', words: '25% off for 3 months', isAdded: true, waits: true },
  ]);
  await undo(site, answer.body.undo.id);
  expect((await read()).next_payment).toEqual({ amount: 3_000, currency: 'nzd' });
  expect(await listEmails(site)).toEqual([]);
});

it('A new coupon of a fraction that the currency doesn’t have is refused in a sentence', async () => {
  const own = await createOwnSite({
    answers: { currency: 'ISK' },
    products: [{ name: 'Buoy', plans: [{ name: 'Solo', price_month: 4490 }] }],
  });
  const user = await own.createBuyer();
  const subscription = await user.subscribe('Solo');
  const coupon = { name: 'Takk', percentOff: null, amountOff: 100_050, duration: 'once', months: null };
  const path = `${ROOT}/add-coupon/${subscription}`;
  expect(await own.admin.call('POST', path, { userId: user.id, couponId: null, coupon })).toMatchObject({
    status: 400,
    body: {
      issues: [{ path: 'coupon.amountOff', message: 'A coupon in Icelandic krónur has no digits after the point.' }],
    },
  });
});

it('A coupon for certain products is offered only where it can apply, and refused elsewhere', async () => {
  const site = await createOwnSite();
  const { act, listCoupons } = await subscribe(site);
  const createCoupon = async (planName: string) => {
    const product = site.control.list('product').find(({ name }) => name === `Buoy ${planName}`);
    const terms = { name: `For ${planName}`, percent_off: 10, duration: 'once' } as const;
    return site.stripe.coupons.create({ ...terms, applies_to: { products: [product?.id ?? ''] } });
  };
  const [crew, solo] = [await createCoupon('Crew'), await createCoupon('Solo')];
  expect((await listCoupons()).coupons).toMatchObject([{ id: crew.id, name: 'For Crew' }]);
  expect((await act('add-coupon', { couponId: solo.id, coupon: null })).body.issues).toEqual([
    { path: 'couponId', message: 'This coupon is for other products. Choose another.' },
  ]);
  expect((await act('add-coupon', { couponId: crew.id, coupon: null })).status).toBe(200);
});

it('A coupon of the account is chosen by name, removed again, and undo of the removal adds it again', async () => {
  const site = await createOwnSite();
  await site.stripe.coupons.create({ name: 'Friends', amount_off: 500, currency: 'nzd', duration: 'forever' });
  await site.stripe.coupons.create({ name: 'Freunde', amount_off: 500, currency: 'eur', duration: 'forever' });
  const { act, read, listCoupons } = await subscribe(site);
  const { coupons } = await listCoupons();
  expect(coupons).toMatchObject([{ name: 'Friends', words: '$5.00 off every payment' }]);
  await act('add-coupon', { couponId: coupons[0].id, coupon: null });
  expect((await read()).next_payment.amount).toBe(2_500);
  expect(await act('add-coupon', { couponId: coupons[0].id, coupon: null })).toMatchObject({ status: 409 });
  const { discounts, coupons: others } = await listCoupons();
  expect(others).toEqual([]);
  const [discount] = discounts;
  const removed = await act('remove-coupon', { discountId: discount.id });
  expect(removed.body.message).toBe('The coupon ‘Friends’ was removed');
  expect((await read()).next_payment.amount).toBe(3_000);
  await undo(site, removed.body.undo.id);
  expect((await read()).next_payment.amount).toBe(2_500);
});

it('A plan that staff change for somebody is told as theirs, and one that the user changes is not', async () => {
  const site = await createOwnSite();
  const { act, user, id } = await subscribe(site);
  const readChange = async () =>
    (
      await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'plan-changed' ORDER BY id DESC LIMIT 1")
    ).rows.map(({ data }) => JSON.parse(String(data)));
  await act('change', { planName: 'Solo' });
  expect(await readChange()).toMatchObject([{ toPlan: 'Solo', isByStaff: true }]);
  const other = await site.createBuyer();
  await other.change('change', await other.subscribe('Crew'), { planName: 'Solo' });
  expect((await readChange())[0]).not.toHaveProperty('isByStaff');
  expect((await user.change('cancel-change', id)).status).toBe(200);
});

it('A plan that users change themselves a moment after an act of staff is told without staff', async () => {
  const site = await createOwnSite();
  const { act, user, id } = await subscribe(site);
  const listChanges = async () =>
    (await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'plan-changed' ORDER BY id")).rows.map(
      ({ data }) => JSON.parse(String(data)),
    );
  const coupon = { name: 'Thanks', percentOff: 25, amountOff: null, duration: 'once', months: null };
  expect((await act('add-coupon', { couponId: null, coupon })).status).toBe(200);
  expect((await user.change('change', id, { planName: 'Solo' })).status).toBe(200);
  site.clock.advance(1_000);
  expect((await user.change('cancel-change', id)).status).toBe(200);
  expect(await listChanges()).toMatchObject([{ toPlan: 'Solo' }]);
  expect((await listChanges())[0]).not.toHaveProperty('isByStaff');
  site.clock.advance(1_000);
  // Staff schedule the change and take it back; the user schedules the same one.
  expect((await act('change', { planName: 'Solo', when: 'period_end' })).status).toBe(200);
  site.clock.advance(1_000);
  expect((await act('cancel-change', {})).status).toBe(200);
  site.clock.advance(1_000);
  expect((await user.change('change', id, { planName: 'Solo' })).status).toBe(200);
  const [, byStaff, own] = await listChanges();
  expect(byStaff).toHaveProperty('isByStaff');
  expect(own).not.toHaveProperty('isByStaff');
});

it('A change that a webhook sees before the request of staff is answered is told as theirs', async () => {
  const site = await createOwnSite();
  const { act, id } = await subscribe(site);
  site.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind: '500-after', times: 2 });
  expect((await act('cancel', {})).status).toBeGreaterThanOrEqual(500);
  site.control.clearFaults();
  site.clock.advance(30 * 60_000);
  await site.deliver();
  const { rows } = await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'subscription-cancelled'");
  expect(rows.map(({ data }) => JSON.parse(String(data)))).toMatchObject([{ isByStaff: true }]);
  const [row] = (
    await site.db.client.execute(
      `SELECT is_cancelled_by_staff FROM subscriptions WHERE stripe_subscription_id = '${id}'`,
    )
  ).rows;
  expect(row?.is_cancelled_by_staff).toBe(1);
});

it('Another change than the one that staff asked for, made at Stripe, is told without staff', async () => {
  const site = await createOwnSite();
  const { act, id } = await subscribe(site);
  site.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind: '500-before', times: 2 });
  expect((await act('cancel', {})).status).toBeGreaterThanOrEqual(500);
  site.control.clearFaults();
  const [item] = (await site.stripe.subscriptions.retrieve(id)).items.data;
  await site.stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: findPriceId(site, 'Solo') }] });
  await site.deliver();
  const { rows } = await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'plan-changed'");
  expect(rows).toHaveLength(1);
  expect(JSON.parse(String(rows[0]?.data))).not.toHaveProperty('isByStaff');
});

it('An act of staff that Stripe has answered leaves no request behind', async () => {
  const site = await createOwnSite();
  const { act, id } = await subscribe(site);
  const coupon = { name: 'Thanks', percentOff: 25, amountOff: null, duration: 'once', months: null };
  expect((await act('add-coupon', { couponId: null, coupon })).status).toBe(200);
  const { rows } = await site.db.client.execute({
    sql: 'SELECT change_request FROM subscriptions WHERE stripe_subscription_id = ?',
    args: [id],
  });
  expect(rows[0]?.change_request).toBeNull();
});

it('Acts of support are for those who manage billing, and name what is wrong with their input', async () => {
  const site = await createOwnSite();
  const { act, user, id } = await subscribe(site);
  const own = await site.app.request(
    `${ROOT}/extend/${id}`,
    toRequestInit(user.token, 'POST', { userId: user.id, days: 9 }),
  );
  expect(own.status).toBe(403);
  expect((await act('extend', { days: 0 })).body.issues).toEqual([
    { path: 'days', message: 'Enter at least one day.' },
  ]);
  expect((await act('add-coupon', { couponId: 'nope', coupon: null })).body.issues).toEqual([
    { path: 'couponId', message: 'This coupon can’t be redeemed any more. Choose another.' },
  ]);
  const both = { name: 'Both', percentOff: 10, amountOff: 100, duration: 'once', months: null };
  expect((await act('add-coupon', { couponId: null, coupon: both })).status).toBe(400);
  const other = await site.admin.call('POST', `${ROOT}/extend/${id}`, { userId: site.admin.id, days: 9 });
  expect(other.status).toBe(404);
});

it('A subscription that staff end is a reason of its own among those of the month, and one without an answer stays one', async () => {
  const site = await createOwnSite();
  const { act } = await subscribe(site);
  expect((await act('cancel', { when: 'now' })).status).toBe(200);
  const other = await site.createBuyer();
  const id = await other.subscribe('Crew');
  await site.stripe.subscriptions.cancel(id);
  await site.deliver();
  const reasons = await listEndReasons(site.db, { since: 0, until: Number.MAX_SAFE_INTEGER });
  expect(reasons).toEqual([
    { reason: 'ended_by_staff', count: 1 },
    { reason: 'no_answer', count: 1 },
  ]);
  expect(reasons.map(({ reason }) => describeEndReason(reason))).toEqual(['Ended by the team', 'No answer']);
});
