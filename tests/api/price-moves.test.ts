import { expect, it } from 'vitest';
import { PriceMoveWorker } from '#api/features/price-moves/worker.service.ts';
import { createOwnSite, type OwnSite } from '../support/payments/own-site.ts';

const ROOT = '/api/admin/price-moves';
const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_SECONDS = DAY_MS / 1000;

/** The owner sells a plan for another price from now on; 0 makes it free. */
async function sellFor(site: OwnSite, name: string, price: number) {
  const plan = await site.findPlan(name);
  await site.saveDraft('plans', plan.id, { price_month: price });
  if (price > 0) await site.admin.call('POST', `/api/admin/plans/${plan.id}/price`, { interval: 'month' });
  await site.publish();
}

/** Two people pay an earlier price of Crew. */
async function createSite() {
  const site = await createOwnSite();
  const buyers = [await site.createBuyer(), await site.createBuyer()];
  const ids: string[] = [];
  for (const buyer of buyers) ids.push(await buyer.subscribe('Crew'));
  await sellFor(site, 'Crew', 24);
  return { site, buyers, ids };
}

const list = async (site: OwnSite) => (await site.admin.call('GET', ROOT)).body;

async function start(site: OwnSite, days = 20) {
  const { plans } = await list(site);
  return site.admin.call('POST', ROOT, {
    plan: plans[0].key,
    priceIds: plans[0].prices.map((price: { price_id: string }) => price.price_id),
    effectiveFrom: new Date(site.clock.now() + days * DAY_MS).toISOString(),
    message: 'Crew is cheaper by now.',
  });
}

const run = (site: OwnSite) => new PriceMoveWorker(site.deps).whenIdle();
const endWindow = (site: OwnSite) => site.clock.advance(31_000);
const listEmails = async (site: OwnSite) =>
  (await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'price-move' ORDER BY id")).rows.map(({ data }) =>
    JSON.parse(String(data)),
  );

it('Subscribers of an earlier price are told once, and move with their next renewal after the notice', async () => {
  const { site, buyers } = await createSite();
  expect((await list(site)).plans).toMatchObject([
    {
      name: 'Buoy Crew',
      is_free: false,
      now: [{ words: '$24.00 per month' }],
      prices: [{ words: '$30.00 per month', count: 2, own_payments: null }],
    },
  ]);
  const started = await start(site);
  expect(started).toMatchObject({
    status: 200,
    body: { message: '2 subscribers of Buoy Crew move from 11 December 2026 on', undo: { id: expect.any(String) } },
  });
  await run(site);
  expect(await listEmails(site)).toEqual([]);
  endWindow(site);
  await run(site);
  await run(site);
  expect(await listEmails(site)).toMatchObject([
    { before: '$30.00 per month', after: '$24.00 per month', startsOn: '21 December 2026', isCancelled: false },
    { before: '$30.00 per month', message: 'Crew is cheaper by now.' },
  ]);
  expect((await list(site)).moves[0].counts).toMatchObject({ scheduled: 2, waiting: 0 });
  await site.control.advanceTo(site.control.now() + 31 * DAY_SECONDS);
  await site.deliver();
  const [after] = (await buyers[0]?.call('GET', `/user/${buyers[0].id}`))?.body.subscriptions ?? [];
  expect(after).toMatchObject({ plan_name: 'Crew', price: { unit_amount: 2_400 } });
  site.clock.advance(31 * DAY_MS);
  await run(site);
  const { rows } = await site.db.client.execute('SELECT state, count(*) AS n FROM price_move_members GROUP BY state');
  expect(rows).toEqual([expect.objectContaining({ state: 'moved', n: 2 })]);
});

it('Whoever is set to end, waits for another plan or has ended is left out with the reason, and is told nothing', async () => {
  const { site, buyers, ids } = await createSite();
  await buyers[0]?.change('cancel', ids[0] ?? '');
  await buyers[1]?.change('change', ids[1] ?? '', { planName: 'Solo' });
  await start(site);
  endWindow(site);
  await run(site);
  const [move] = (await list(site)).moves;
  expect(move.counts).toMatchObject({ left_out: 2, scheduled: 0 });
  const { members } = (await site.admin.call('GET', `${ROOT}/${move.id}/members`)).body;
  expect(members).toMatchObject([
    { email: buyers[0]?.email, state: 'left_out', obstacle: 'set_to_end' },
    { email: buyers[1]?.email, state: 'left_out', obstacle: 'other_change' },
  ]);
  expect(await listEmails(site)).toEqual([]);
});

it('A subscriber with a discount is told what they pay of the new price, and from when the full price', async () => {
  const { site, ids } = await createSite();
  const coupon = await site.stripe.coupons.create({ percent_off: 50, duration: 'repeating', duration_in_months: 3 });
  await site.stripe.subscriptions.update(ids[0] ?? '', { discounts: [{ coupon: coupon.id }] });
  await site.deliver();
  expect((await list(site)).plans[0].prices).toMatchObject([
    { count: 2, own_payments: { count: 1, least: 1_200, most: 1_200 } },
  ]);
  await start(site);
  endWindow(site);
  await run(site);
  const emails = await listEmails(site);
  expect(emails.filter(({ payments }) => payments)).toMatchObject([
    {
      payments: expect.stringMatching(
        /^\$12\.00 every month from 21 December 2026, then \$24\.00 every month from 21 /,
      ),
      hasDiscount: true,
    },
  ]);
  expect(emails).toHaveLength(2);
});

it('Where tax comes on top, a subscriber is told the new payment with its tax, which is then charged', async () => {
  const site = await createOwnSite({
    answers: { country: 'AT', currency: 'EUR', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    settings: { tax: { charges_rate: true, is_automatic: false, prices_include_tax: false, label: 'USt.', rate: 20 } },
    products: [{ name: 'Werkbank', plans: [{ name: 'Team', price_month: 60 }] }],
  });
  const id = await (await site.createBuyer()).subscribe('Team');
  await sellFor(site, 'Team', 75);
  expect((await list(site)).plans[0].prices).toMatchObject([
    { count: 1, own_payments: { count: 1, least: 9_000, most: 9_000 } },
  ]);
  await start(site);
  endWindow(site);
  await run(site);
  expect(await listEmails(site)).toMatchObject([
    { payments: expect.stringMatching(/^€\s90,00 every month from 21/), hasDiscount: false },
  ]);
  await site.control.advanceTo(site.control.now() + 31 * DAY_SECONDS);
  const [invoice] = (await site.stripe.invoices.list({ subscription: id })).data;
  expect(invoice?.total).toBe(9_000);
});

it('A subscriber who has just moved to another price moves on to the next one', async () => {
  const { site, ids } = await createSite();
  const move = async () => {
    await start(site);
    endWindow(site);
    await run(site);
    await site.control.advanceTo(site.control.now() + 31 * DAY_SECONDS);
    await site.deliver();
    // The clock of the site stays, as sessions end within a month: what is due then is due now.
    await site.db.client.execute('UPDATE price_move_members SET next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL');
    await run(site);
  };
  await move();
  await sellFor(site, 'Crew', 27);
  await move();
  const current = await site.payments.getSubscription(ids[0] ?? '');
  expect(current).toMatchObject({ unitAmount: 2_700, pending: null });
  expect((await list(site)).moves.map(({ counts }: { counts: object }) => counts)).toMatchObject([
    { moved: 2 },
    { moved: 2 },
  ]);
});

it('Who waits for another change is named as left out before the move begins', async () => {
  const { site, buyers, ids } = await createSite();
  expect(await buyers[1]?.change('cancel', ids[1] ?? '')).toMatchObject({ status: 200 });
  await site.deliver();
  expect((await list(site)).plans[0].prices).toMatchObject([{ count: 2, left_out: 1 }]);
  expect((await start(site)).body.message).toMatch(/^1 subscriber of Buoy Crew moves/);
});

it('Subscribers with seats are told what all of them cost, and the amounts range from one seat with a discount to all seats', async () => {
  const site = await createOwnSite({
    products: [{ name: 'Buoy', plans: [{ name: 'Crew', price_month: 30, sells_seats: true }] }],
  });
  const ids = [await (await site.createBuyer()).subscribe('Crew'), await (await site.createBuyer()).subscribe('Crew')];
  const [item] = (await site.stripe.subscriptions.retrieve(ids[0] ?? '')).items.data;
  await site.stripe.subscriptions.update(ids[0] ?? '', { items: [{ id: item?.id ?? '', quantity: 3 }] });
  const coupon = await site.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  await site.stripe.subscriptions.update(ids[1] ?? '', { discounts: [{ coupon: coupon.id }] });
  await site.deliver();
  await sellFor(site, 'Crew', 24);
  expect((await list(site)).plans[0].prices).toMatchObject([
    { count: 2, own_payments: { count: 2, least: 1_200, most: 7_200 } },
  ]);
  await start(site);
  endWindow(site);
  await run(site);
  expect(await listEmails(site)).toMatchObject([
    {
      payments: '$72.00 every month from 21 December 2026',
      hasDiscount: false,
      seats: 3,
      before: '$30.00 per seat and month',
      after: '$24.00 per seat and month',
    },
    { payments: '$12.00 every month from 21 December 2026', hasDiscount: true },
  ]);
});

it('Undo takes a move back before anybody is told', async () => {
  const { site } = await createSite();
  const { body } = await start(site);
  const undone = await site.admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
  expect(undone.body.message).toBe('Undone. Everyone keeps their price, and no one was told.');
  endWindow(site);
  await run(site);
  expect(await listEmails(site)).toEqual([]);
  expect((await list(site)).plans).toMatchObject([{ prices: [{ count: 2 }] }]);
});

it('A cancelled move takes the changes back at Stripe, and tells who was told that the price stays', async () => {
  const { site, buyers, ids } = await createSite();
  await start(site);
  endWindow(site);
  await run(site);
  const [move] = (await list(site)).moves;
  expect((await site.admin.call('POST', `${ROOT}/${move.id}/cancel`)).status).toBe(200);
  expect((await site.admin.call('POST', `${ROOT}/${move.id}/cancel`)).status).toBe(409);
  await run(site);
  expect((await site.payments.getSubscription(ids[0] ?? '')).pending).toBeNull();
  expect((await listEmails(site)).filter(({ isCancelled }) => isCancelled)).toHaveLength(2);
  const [after] = (await buyers[0]?.call('GET', `/user/${buyers[0].id}`))?.body.subscriptions ?? [];
  expect(after).toMatchObject({ pending_plan_name: null, next_payment: { amount: 3_000 } });
});

it('A move goes on after a stop between Stripe and the database, without a second change or email', async () => {
  const { site, ids } = await createSite();
  await start(site);
  endWindow(site);
  await run(site);
  const before = await site.payments.getSubscription(ids[0] ?? '');
  await site.db.client.execute("UPDATE price_move_members SET state = 'waiting', next_attempt_at = 0");
  await run(site);
  expect((await site.payments.getSubscription(ids[0] ?? '')).scheduleId).toBe(before.scheduleId);
  expect(await listEmails(site)).toHaveLength(2);
  expect((await list(site)).moves[0].counts).toMatchObject({ scheduled: 2 });
});

it('Who waits for a renewal before the notice is over pays the earlier price once more', async () => {
  const { site } = await createSite();
  await start(site, 45);
  endWindow(site);
  await run(site);
  expect((await list(site)).moves[0].counts).toMatchObject({ waiting: 2, scheduled: 0 });
  expect((await listEmails(site))[0].startsOn).toBe('21 January 2027');
});

it('Subscribers of a plan that is free by now keep it, and their payments end with the period', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  await user.subscribe('Crew');
  await sellFor(site, 'Crew', 0);
  expect((await list(site)).plans).toMatchObject([{ name: 'Buoy Crew', is_free: true, prices: [{ count: 1 }] }]);
  await start(site);
  endWindow(site);
  await run(site);
  expect(await listEmails(site)).toMatchObject([{ after: null, startsOn: '21 December 2026' }]);
  const [after] = (await user.call('GET', `/user/${user.id}`)).body.subscriptions;
  expect(after).toMatchObject({ cancel_at_period_end: true });
});

it('A move needs its notice, and prices that somebody pays', async () => {
  const { site } = await createSite();
  expect((await start(site, 3)).body.issues).toEqual([
    { path: 'effectiveFrom', message: 'Choose a day at least 14 days from now.' },
  ]);
  const { plans } = await list(site);
  const unknown = await site.admin.call('POST', ROOT, {
    plan: plans[0].key,
    priceIds: ['price_unknown'],
    effectiveFrom: new Date(site.clock.now() + 20 * DAY_MS).toISOString(),
    message: '',
  });
  expect(unknown.status).toBe(409);
  expect((await site.admin.call('GET', `${ROOT}/unknown/members`)).status).toBe(404);
});

it('A move of 620 subscribers moves all of them, and lists them page by page, each once', async () => {
  const { site } = await createSite();
  const { rows: columns } = await site.db.client.execute("SELECT name FROM pragma_table_info('subscriptions')");
  const copied = columns.map(({ name }) => String(name)).filter((name) => name !== 'id');
  const values = copied.map((name) => {
    if (name === 'stripe_subscription_id') return "'sub_copy_' || numbers.n";
    return name === 'user_id' ? 'NULL' : name;
  });
  await site.db.client.execute(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 618)
    INSERT INTO subscriptions (${copied.join(', ')})
    SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM subscriptions LIMIT 1)`);
  expect((await start(site)).body.message).toMatch(/^620 subscribers of Buoy Crew move/);
  const [move] = (await list(site)).moves;
  const ids: number[] = [];
  const left: number[] = [];
  do {
    const path = `${ROOT}/${move.id}/members?after=${ids.at(-1) ?? 0}`;
    const { body } = await site.admin.call('GET', path);
    ids.push(...body.members.map(({ id }: { id: number }) => id));
    left.push(body.left);
  } while (left.at(-1) !== 0);
  expect(left).toEqual([520, 420, 320, 220, 120, 20, 0]);
  expect(new Set(ids).size).toBe(620);
});
