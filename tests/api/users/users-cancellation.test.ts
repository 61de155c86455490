import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toIso } from '#api/clock.ts';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { BlacklistWorker } from '#api/features/users/blacklist/worker.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import type { EmailMessage } from '#api/adapters/mailer.ts';
import { CARD_FAILING, createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
let admin: ApiCaller;
let worker: BlacklistWorker;
beforeAll(async () => {
  test = await createPaymentApp();
});
beforeEach(async () => {
  admin = await createApiCaller(test);
  worker = new BlacklistWorker(test.deps);
});
afterEach(async () => {
  await worker.stop();
  test.control.clearFaults();
});
afterAll(() => test.close());

const toPath = (id: number) => `/api/admin/users/${id}`;
const blacklist = async (id: number, subscriptions: BlacklistedSubscriptionAct = 'now') =>
  (await admin.call('POST', `${toPath(id)}/blacklist`, { reason: 'Spam', subscriptions })).body;
const undo = (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });
const getBlacklisting = async (id: number) => (await admin.call('GET', toPath(id))).body.data.user.blacklisting;
const getStatus = async (subscription: string) => (await test.payments.getSubscription(subscription)).status;

async function prepare() {
  const user = await createSubscriber(test);
  return { id: user.id, subscription: await user.subscribe(CREW) };
}
async function pass(milliseconds: number) {
  test.clock.advance(milliseconds);
  await worker.whenIdle();
}

describe('a blacklisting that cancels the subscriptions', () => {
  it('cancels them at Stripe once it can’t be undone any more, and keeps the customer', async () => {
    const { id, subscription } = await prepare();
    const { undo: offer } = await blacklist(id);
    expect((await getBlacklisting(id)).cancellation).toEqual({ act: 'now', next_attempt_at: offer.until, error: null });
    await pass(29_999);
    expect(await getStatus(subscription)).toBe('active');
    await pass(1);
    expect(await getStatus(subscription)).toBe('canceled');
    expect((await getBlacklisting(id)).cancellation).toBeNull();
    const { subscriptions } = (await admin.call('GET', toPath(id))).body.data.user;
    expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
    expect((await undo(offer.id)).status).toBe(409);
  });

  it('survives a restart', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    await worker.stop();
    worker = new BlacklistWorker(test.deps);
    await pass(60_000);
    expect(await getStatus(subscription)).toBe('canceled');
  });

  it('leaves them alone when it is undone or removed in time, and when nobody asked for it', async () => {
    const [undone, removed, kept] = [await prepare(), await prepare(), await prepare()];
    expect((await undo((await blacklist(undone.id)).undo.id)).status).toBe(200);
    await blacklist(removed.id);
    expect((await admin.call('DELETE', `${toPath(removed.id)}/blacklist`)).status).toBe(200);
    await blacklist(kept.id, 'keep');
    expect((await getBlacklisting(kept.id)).cancellation).toBeNull();
    await pass(60_000);
    for (const { subscription } of [undone, removed, kept]) expect(await getStatus(subscription)).toBe('active');
  });

  it('cancels them after all when its removal is undone', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    const { undo: offer } = (await admin.call('DELETE', `${toPath(id)}/blacklist`)).body;
    expect((await undo(offer.id)).status).toBe(200);
    await pass(30_000);
    expect(await getStatus(subscription)).toBe('canceled');
  });

  it('says why it failed, and tries again until it works', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    test.control.setFault({ match: { method: 'DELETE', path: '/v1/subscriptions/:id' }, kind: '429', times: 1 });
    await pass(30_000);
    const { cancellation } = await getBlacklisting(id);
    expect(cancellation).toEqual({
      act: 'now',
      next_attempt_at: expect.any(String),
      error: 'We couldn’t reach Stripe, so the subscriptions aren’t cancelled yet.',
    });
    test.clock.set(cancellation.next_attempt_at);
    await worker.whenIdle();
    expect(await getStatus(subscription)).toBe('canceled');
    expect((await getBlacklisting(id)).cancellation).toBeNull();
  });

  it('do not wait for a retry that lies ahead after the clock was put back', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    test.control.setFault({ match: { method: 'DELETE', path: '/v1/subscriptions/:id' }, kind: '429', times: 1 });
    await pass(30_000);
    await test.db.client.execute('UPDATE blacklistings SET cancel_after = cancel_after + 300 * 86400000');
    await worker.whenIdle();
    expect(await getStatus(subscription)).toBe('canceled');
  });
});

const DAY_MS = 24 * 60 * 60_000;
/** The same time here and at Stripe (UTC ms), with what happened there until then. */
async function passAtStripe(time: number) {
  test.clock.set(toIso(time));
  await test.control.advanceTo(time / 1000);
  await test.deliver();
  // The session has ended meanwhile.
  admin = await createApiCaller(test);
}
const listRefunds = async (subscription: string) => {
  const invoice = String((await test.payments.getSubscription(subscription)).latestInvoiceId);
  const { amountPaid, amountRefunded, refunds } = await test.payments.getInvoice(invoice);
  return { amountPaid, amountRefunded, count: refunds.length };
};

it('A blacklisting can end a subscription with the period that is paid: it goes on until then and is not charged again.', async () => {
  const { id, subscription } = await prepare();
  await blacklist(id, 'period_end');
  await pass(30_000);
  expect(await test.payments.getSubscription(subscription)).toMatchObject({
    status: 'active',
    cancelAt: expect.any(Number),
  });
  expect((await getBlacklisting(id)).cancellation).toBeNull();
  expect(await listRefunds(subscription)).toMatchObject({ amountRefunded: 0 });
});

it('A scheduled change of plan makes way for the end with the period.', async () => {
  const user = await createSubscriber(test);
  const subscription = await user.subscribe(CREW);
  expect((await user.change('change', subscription, { planName: SOLO })).status).toBe(200);
  await blacklist(user.id, 'period_end');
  await pass(30_000);
  const { cancelAt, scheduleId } = await test.payments.getSubscription(subscription);
  expect({ isEnding: cancelAt !== null, scheduleId }).toEqual({ isEnding: true, scheduleId: null });
});

it('A subscription whose payment failed ends at once where others end with their period.', async () => {
  const { id, subscription } = await prepare();
  const { customerId, currentPeriodEnd } = await test.payments.getSubscription(subscription);
  const card = await test.control.dashboard.addCard(customerId, CARD_FAILING);
  await test.stripe.subscriptions.update(subscription, { default_payment_method: card.id });
  await passAtStripe(currentPeriodEnd + 2 * 60 * 60_000);
  expect(await getStatus(subscription)).toBe('past_due');
  await blacklist(id, 'period_end');
  await pass(30_000);
  expect(await getStatus(subscription)).toBe('canceled');
});

it('A blacklisting can refund the rest of the paid period, once, also when Stripe’s answer is lost in between.', async () => {
  const { id, subscription } = await prepare();
  const { currentPeriodStart, currentPeriodEnd } = await test.payments.getSubscription(subscription);
  await passAtStripe(test.clock.now() + 10 * DAY_MS);
  const left = (currentPeriodEnd - test.clock.now()) / (currentPeriodEnd - currentPeriodStart);
  await blacklist(id, 'refund');
  test.control.setFault({ match: { method: 'DELETE', path: '/v1/subscriptions/:id' }, kind: '429', times: 1 });
  await pass(30_000);
  expect(await getStatus(subscription)).toBe('active');
  await pass(15 * 60_000);
  expect(await getStatus(subscription)).toBe('canceled');
  const { amountPaid, amountRefunded, count } = await listRefunds(subscription);
  expect({ amountRefunded, count }).toEqual({ amountRefunded: Math.floor(amountPaid * left), count: 1 });
});

it('What becomes of the subscriptions is in the audit log, with the refund that it asks for.', async () => {
  const { id, subscription } = await prepare();
  await blacklist(id, 'refund');
  await pass(30_000);
  const { latestInvoiceId } = await test.payments.getSubscription(subscription);
  const { rows } = await test.db.client.execute({
    sql: 'SELECT action, actor_id, detail FROM audit_log WHERE subject IN (?, ?) AND actor_id = ? ORDER BY id',
    args: [`user:${id}`, `invoice:${latestInvoiceId}`, admin.id],
  });
  expect(rows.map(({ action }) => action)).toEqual(['user.blacklisted', 'payment.refund_requested']);
  expect(JSON.parse(String(rows[0]?.detail))).toEqual({ subscriptions: 'refund' });
});

it('A blacklisting of many does the same with the subscriptions of each.', async () => {
  const [one, other] = [await prepare(), await prepare()];
  await admin.call('POST', '/api/admin/users/bulk', {
    action: 'blacklist',
    ids: [one.id, other.id],
    reason: 'Spam',
    subscriptions: 'period_end',
  });
  await pass(30_000);
  for (const { subscription } of [one, other])
    expect((await test.payments.getSubscription(subscription)).cancelAt).not.toBeNull();
});

it('A receipt to a suspended user links to the invoice itself, and says whom to write to.', async () => {
  const { id, subscription } = await prepare();
  await blacklist(id, 'keep');
  const { currentPeriodEnd } = await test.payments.getSubscription(subscription);
  await passAtStripe(currentPeriodEnd + 2 * 60 * 60_000);
  const { rows } = await test.db.client.execute({ sql: 'SELECT email FROM users WHERE id = ?', args: [id] });
  const sent: EmailMessage[] = [];
  const send = async (message: EmailMessage) => void sent.push(message);
  const outbox = new OutboxWorker({ ...test.deps, mailer: { send, close: () => undefined } });
  await outbox.whenIdle();
  await outbox.stop();
  const receipt = sent.findLast(({ to, subject }) => to.email === rows[0]?.email && subject.includes('receipt'));
  const text = receipt?.text ?? '';
  expect(text).not.toContain('localhost:4321/subscriptions');
  expect(text).toContain('Your account is suspended, so you can’t sign in.');
  expect(text).toContain(`write to ${test.deps.site.settings.company.email}`);
  const path = /http:\/\/localhost:4321(\/api\/subscriptions\/invoice-links\/\S+)/.exec(text)?.[1] ?? '';
  const response = await test.app.request(path, { redirect: 'manual' });
  expect(response.status).toBe(303);
});
