import { expect, it } from 'vitest';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROOT = '/api/subscriptions';
const PLANS = [
  { name: 'Solo', price_month: 10, price_year: 100 },
  { name: 'Crew', price_month: 30, price_year: 300, sells_seats: true },
  { name: 'Try', price_month: 20, trial_days: 14 },
];

const listMails = async (site: OwnSite) =>
  (
    await site.db.client.execute(
      "SELECT kind, data FROM outbox WHERE kind IN ('subscription-extended', 'trial-ending', 'plan-changed') ORDER BY id",
    )
  ).rows.map(({ kind, data }) => ({ kind, ...JSON.parse(String(data)) }));

const listPaid = async (site: OwnSite, subscription: string) =>
  (await site.stripe.invoices.list({ subscription })).data.map((each) => each.amount_paid).filter((paid) => paid > 0);

async function subscribe(planName: string) {
  const site = await createOwnSite({ products: [{ name: 'Buoy', plans: PLANS }] });
  const user = await site.createBuyer();
  const { body } = await user.checkout(planName);
  await site.control.pay(body.sessionId, { card: CARD_OK });
  const { body: paid } = await user.call('GET', `/checkout/${body.sessionId}`);
  await site.deliver();
  const id: string = paid.subscription.stripe_subscription_id;
  const act = (name: string, change: object) =>
    site.admin.call('POST', `${ROOT}/${name}/${id}`, { userId: user.id, ...change });
  const read = async () => (await user.call('GET', `/user/${user.id}`)).body.subscriptions[0];
  const endWindow = async () => {
    site.clock.advance(UNDO_WINDOW_MS);
    await site.worker.whenIdle();
    await site.deliver();
  };
  const extend = async (days: number) => {
    const answer = await act('extend', { days });
    await endWindow();
    return answer;
  };
  const pass = async (until: string) => {
    await site.control.advanceTo(Date.parse(until) / 1000 + 7200);
    await site.deliver();
  };
  return { site, user, id, act, read, extend, endWindow, pass };
}

it('An extension of a paying customer moves the next payment by its days once it can’t be undone, and stays a paid subscription', async () => {
  const { site, id, act, read, endWindow, pass } = await subscribe('Crew');
  const before = await read();
  expect(await act('extend', { days: 14 })).toMatchObject({
    status: 200,
    body: {
      message: 'The next payment of Buoy Crew moves to 4 January 2027 in 30 seconds.',
      undo: { id: expect.any(String) },
    },
  });
  expect(await read()).toEqual(before);
  expect(await listMails(site)).toEqual([]);
  await endWindow();
  const after = await read();
  expect(Date.parse(after.current_period_end) - Date.parse(before.current_period_end)).toBe(14 * DAY_MS);
  expect(after).toMatchObject({ status: 'active', trial_end: null, next_payment: { amount: 3_000, currency: 'nzd' } });
  expect(await listPaid(site, id)).toEqual([3_000]);
  expect(await listMails(site)).toMatchObject([
    { kind: 'subscription-extended', planName: 'Crew', days: 14, until: '4 January 2027', isTrial: false },
  ]);
  const { body: figures } = await site.admin.call('GET', '/api/admin/billing/revenue');
  expect(JSON.stringify(figures)).toContain('3000');
  await pass(after.current_period_end);
  expect(await listPaid(site, id)).toEqual([3_000, 3_000]);
  expect(await read()).toMatchObject({ status: 'active', trial_end: null });
  expect((await listMails(site)).map(({ kind }) => kind)).toEqual(['subscription-extended']);
});

it('Undo of an extension leaves the subscription at Stripe as it was, and no email is sent', async () => {
  const { site, id, act, read, endWindow } = await subscribe('Crew');
  const [before, atStripe] = [await read(), await site.stripe.subscriptions.retrieve(id)];
  const { body } = await act('extend', { days: 14 });
  expect(await site.admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).toMatchObject({
    status: 200,
    body: { message: 'Undone. The subscription isn’t extended, and no email is sent.' },
  });
  await endWindow();
  expect(await read()).toEqual(before);
  expect(await site.stripe.subscriptions.retrieve(id)).toEqual(atStripe);
  expect(await listMails(site)).toEqual([]);
  expect((await act('extend', { days: 1 })).status).toBe(200);
});

it.each([
  ['a larger plan', { planName: 'Crew' }, 3_000],
  ['the year', { planName: 'Solo', interval: 'year' }, 10_000],
])(
  'During an extension a change that gives more begins with its end and is paid then: %s',
  async (_, change, amount) => {
    const { site, user, id, act, read, extend, pass } = await subscribe('Solo');
    await extend(14);
    const { current_period_end: end } = await read();
    const { body: offer } = await user.change('change-preview', id, change);
    expect(offer).toMatchObject({ when: 'period_end', due_now: 0, effective_at: end, next_payment: amount });
    for (const call of [
      user.change('change', id, { ...change, when: 'now' }),
      act('change', { ...change, when: 'now' }),
    ]) {
      expect(await call).toMatchObject({
        status: 409,
        body: {
          message: 'This subscription was extended to 4 January 2027. A change can begin then, with the next payment.',
        },
      });
    }
    expect((await user.change('change', id, change)).status).toBe(200);
    expect(await read()).toMatchObject({ plan_name: 'Solo', status: 'active', next_payment: { amount } });
    await pass(end);
    expect(await read()).toMatchObject({ plan_name: change.planName, status: 'active' });
    expect(await listPaid(site, id)).toEqual([amount, 1_000]);
  },
);

it('A trial that is extended stays a trial, and its end is announced', async () => {
  const { site, read, extend, pass } = await subscribe('Try');
  const before = await read();
  expect((await extend(7)).body.message).toBe(
    'The end of the trial of Buoy Try moves to 12 December 2026 in 30 seconds.',
  );
  const after = await read();
  expect(after).toMatchObject({ status: 'trialing', trial_end: after.current_period_end });
  expect(Date.parse(after.trial_end) - Date.parse(before.trial_end)).toBe(7 * DAY_MS);
  await pass(new Date(Date.parse(after.trial_end) - 2 * DAY_MS).toISOString());
  await pass(after.trial_end);
  expect(await read()).toMatchObject({ status: 'active', trial_end: after.trial_end });
  expect(await listMails(site)).toMatchObject([
    { kind: 'subscription-extended', isTrial: true },
    { kind: 'trial-ending' },
  ]);
});

it('An extension after a trial keeps the day on which the trial ended, and one without a trial leaves a later trial possible', async () => {
  const tried = await subscribe('Try');
  const { trial_end: trialEnd } = await tried.read();
  await tried.pass(trialEnd);
  await tried.extend(7);
  expect(await tried.read()).toMatchObject({ status: 'active', trial_end: trialEnd });
  const { site, user, id, extend } = await subscribe('Solo');
  await extend(7);
  await site.stripe.subscriptions.cancel(id);
  await site.deliver();
  const { body } = await user.checkout('Try');
  await site.control.pay(body.sessionId, { card: CARD_OK });
  const { body: again } = await user.call('GET', `/checkout/${body.sessionId}`);
  expect(again.subscription.status).toBe('trialing');
});

it('A payment that was moved in Stripe’s dashboard weeks after the start makes no trial of a paid subscription', async () => {
  const { site, id, read } = await subscribe('Solo');
  const { current_period_end: end } = await read();
  await site.control.advanceTo(site.control.now() + 10 * 86_400);
  const trialEnd = Date.parse(end) / 1000 + 5 * 86_400;
  await site.stripe.subscriptions.update(id, { trial_end: trialEnd, proration_behavior: 'none' });
  await site.deliver();
  expect(await read()).toMatchObject({ status: 'active', trial_end: null });
});

it('An extension is not made where the subscription was cancelled in the meantime, and the audit log says so', async () => {
  const { site, user, id, act, read, endWindow } = await subscribe('Solo');
  const { current_period_end: end } = await read();
  await act('extend', { days: 14 });
  await user.change('cancel', id);
  await endWindow();
  expect(await read()).toMatchObject({ current_period_end: end, cancel_at_period_end: true });
  expect(await listMails(site)).toEqual([]);
  const { rows } = await site.db.client.execute(
    "SELECT detail FROM audit_log WHERE action = 'billing.subscription_changed' ORDER BY id",
  );
  expect(rows.map(({ detail }) => JSON.parse(String(detail)).act)).toEqual(['extend', 'extension_failed']);
});

it('An extension whose answer from Stripe is lost is made once, with one email', async () => {
  const { site, read, act, endWindow } = await subscribe('Solo');
  const { current_period_end: before } = await read();
  await act('extend', { days: 14 });
  site.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind: '500-after', times: 2 });
  await endWindow();
  site.control.clearFaults();
  site.clock.advance(60_000);
  await site.worker.whenIdle();
  const { current_period_end: after } = await read();
  expect(Date.parse(after) - Date.parse(before)).toBe(14 * DAY_MS);
  expect(await listMails(site)).toHaveLength(1);
});
