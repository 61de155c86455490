import { expect, it } from 'vitest';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { createOwnSite } from '../../support/payments/own-site.ts';
import { CARD_FAILING } from '../../support/payments/subscriber.ts';

const ROOT = '/api/subscriptions';

async function start() {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const id = await user.subscribe('Solo');
  await site.deliver();
  const act = async (name: string, body: object) =>
    site.admin.call('POST', `${ROOT}/${name}/${id}`, { userId: user.id, ...body });
  const upgrade = async () => {
    const { body: offer } = await act('change-preview', { planName: 'Crew', when: 'now' });
    const answer = await act('change', { planName: 'Crew', when: 'now', prorationDate: offer.proration_date });
    return { offer, answer };
  };
  const read = async () => (await user.call('GET', `/user/${user.id}`)).body.subscriptions[0];
  const listPaid = async () =>
    (await site.stripe.invoices.list({ subscription: id })).data.map((invoice) => invoice.amount_paid);
  const listActs = async () => {
    const sql = "SELECT detail FROM audit_log WHERE action = 'billing.subscription_changed' ORDER BY id";
    return (await site.db.client.execute(sql)).rows.map(({ detail }) => JSON.parse(String(detail)).act);
  };
  const endWindow = async () => {
    site.clock.advance(UNDO_WINDOW_MS);
    await site.worker.whenIdle();
  };
  return { site, user, id, act, upgrade, read, listPaid, listActs, endWindow };
}

it('A plan that staff change now is charged once it can’t be undone, with the amount that was shown', async () => {
  const { upgrade, read, listPaid, listActs, endWindow, site } = await start();
  const { offer, answer } = await upgrade();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Crew starts in 30 seconds.',
      undo: { id: expect.any(String) },
      subscription: { plan_name: 'Solo' },
    },
  });
  await site.worker.whenIdle();
  expect(await listPaid()).toEqual([1_000]);
  await endWindow();
  expect(await read()).toMatchObject({ plan_name: 'Crew' });
  expect(await listPaid()).toEqual([offer.due_now, 1_000]);
  await endWindow();
  expect(await listPaid()).toHaveLength(2);
  expect(await listActs()).toEqual(['change_plan']);
  const { rows } = await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'plan-changed'");
  expect(rows.map(({ data }) => JSON.parse(String(data)))).toMatchObject([{ toPlan: 'Crew', isByStaff: true }]);
});

it('Undo of a change of plan leaves no invoice, no email and no change at Stripe', async () => {
  const { site, id, upgrade, read, listPaid, listActs, endWindow } = await start();
  const { answer } = await upgrade();
  const undone = await site.admin.call('POST', '/api/admin/undo', { ids: [answer.body.undo.id] });
  expect(undone).toMatchObject({
    status: 200,
    body: { message: 'Undone. The plan stays as it was, and nothing was charged.' },
  });
  await endWindow();
  expect(await read()).toMatchObject({ plan_name: 'Solo' });
  expect(await listPaid()).toEqual([1_000]);
  expect((await site.stripe.subscriptions.retrieve(id)).pending_update).toBeNull();
  expect(await listActs()).toEqual(['change_plan', 'undo_change']);
  expect((await site.admin.call('POST', '/api/admin/undo', { ids: [answer.body.undo.id] })).status).toBe(409);
});

it('A second change of a plan waits until the first one has begun', async () => {
  const { act, upgrade, endWindow } = await start();
  await upgrade();
  const again = await act('change', { planName: 'Crew', interval: 'month', when: 'now' });
  expect(again).toMatchObject({
    status: 409,
    body: { message: 'Another change of this subscription is about to begin. Undo it, or wait until it has begun.' },
  });
  await endWindow();
  expect((await act('change', { planName: 'Solo', when: 'now' })).status).toBe(200);
});

it('A change of plan whose answer is lost is made once', async () => {
  const { site, upgrade, read, listPaid, endWindow } = await start();
  const { offer } = await upgrade();
  site.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind: '500-after', times: 2 });
  await endWindow();
  site.control.clearFaults();
  site.clock.advance(60_000);
  await site.worker.whenIdle();
  expect(await read()).toMatchObject({ plan_name: 'Crew' });
  expect((await listPaid()).filter((paid) => paid > 0)).toEqual([offer.due_now, 1_000]);
});

it('A change of plan is made after an outage of Stripe, though another act removed what earlier undos needed', async () => {
  const { site, act, upgrade, read, listPaid, endWindow } = await start();
  const other = await site.createBuyer();
  const otherId = await other.subscribe('Crew');
  const { offer } = await upgrade();
  site.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind: '429', times: 1 });
  await endWindow();
  expect(await read()).toMatchObject({ plan_name: 'Solo' });
  site.clock.advance(10 * 60_000);
  const extended = await site.admin.call('POST', `${ROOT}/extend/${otherId}`, { userId: other.id, days: 1 });
  expect(extended.status).toBe(200);
  await site.worker.whenIdle();
  expect(await read()).toMatchObject({ plan_name: 'Crew' });
  expect(await listPaid()).toEqual([offer.due_now, 1_000]);
  expect((await act('change', { planName: 'Solo', when: 'period_end' })).status).toBe(200);
});

it('A change of plan that isn’t possible any more when it is to begin is recorded as failed, and charges nothing', async () => {
  const { user, id, upgrade, read, listPaid, listActs, endWindow } = await start();
  await upgrade();
  expect((await user.change('cancel', id)).status).toBe(200);
  await endWindow();
  expect(await read()).toMatchObject({ plan_name: 'Solo', cancel_at_period_end: true });
  expect(await listPaid()).toEqual([1_000]);
  expect(await listActs()).toEqual(['change_plan', 'change_failed']);
});

it('A change of plan whose payment fails leaves the plan, and waits for the payment', async () => {
  const { site, id, upgrade, read, endWindow } = await start();
  const { customer } = await site.stripe.subscriptions.retrieve(id);
  await site.control.dashboard.replaceCard(String(customer), CARD_FAILING);
  await upgrade();
  await endWindow();
  expect(await read()).toMatchObject({ plan_name: 'Solo' });
  expect((await site.stripe.subscriptions.retrieve(id)).pending_update).not.toBeNull();
});
