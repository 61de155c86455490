import { expect, it } from 'vitest';
import { formatCents } from '#api/domain/money.ts';
import { sendTrialEnding } from '#api/features/subscriptions/sync/sync.service.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK, type Subscriber } from '../../support/payments/subscriber.ts';

const PLANS = [
  { name: 'Solo', price_month: 10, price_year: 100, trial_days: 14 },
  { name: 'Crew', price_month: 30, price_year: 300, trial_days: 14, sells_seats: true },
];
const TAX = { prices_include_tax: false, label: 'VAT', rate: 19, charges_rate: true, is_automatic: false };
const DAY_S = 86_400;

type Started = { site: OwnSite; buyer: Subscriber; id: string };
type Prepare = (started: Started) => Promise<unknown>;

const listMails = async (site: OwnSite) =>
  (await site.db.client.execute("SELECT kind, data FROM outbox WHERE kind LIKE 'trial-%' ORDER BY id")).rows.map(
    ({ kind, data }) => ({ kind, ...JSON.parse(String(data)) }),
  );

async function startTrial(planName: string, quantity = 1, tax: object = TAX) {
  const site = await createOwnSite({ products: [{ name: 'Buoy', plans: PLANS }], settings: { tax } });
  const buyer = await site.createBuyer();
  const { body } = await buyer.checkout(planName, { quantity });
  await site.control.pay(body.sessionId, { card: CARD_OK, billing: { address: { country: 'NZ' } } });
  const { body: paid } = await buyer.call('GET', `/checkout/${body.sessionId}`);
  await site.deliver();
  const { stripe_subscription_id: id, trial_end: trialEnd } = paid.subscription;
  return { site, buyer, id, trialEnd: Date.parse(trialEnd) / 1000, paid };
}

/** The payment after the trial, as the email announces it and as it comes. */
async function compareFirstPayment({ site, id }: Started, trialEnd: number) {
  await site.control.advanceTo(trialEnd - 2 * DAY_S);
  await site.deliver();
  const mail = (await listMails(site)).find(({ kind }) => kind === 'trial-ending');
  await site.control.advanceTo(trialEnd + 7200);
  await site.deliver();
  const [charged] = (await site.stripe.invoices.list({ subscription: id })).data;
  return { mail, charged: formatCents(charged?.amount_paid ?? 0, 'NZD') };
}

it('The start of a trial is told by one email: until when it is free, and what is paid then with its tax', async () => {
  const { site, paid } = await startTrial('Crew', 2);
  expect(paid).toMatchObject({ status: 'active', is_charged: false, subscription: { status: 'trialing' } });
  await site.deliver();
  expect(await listMails(site)).toMatchObject([
    {
      kind: 'trial-started',
      productName: 'Buoy',
      planName: 'Crew by the month with 2 seats',
      amount: '$71.40',
      isFree: false,
      later: null,
    },
  ]);
  const buyer = await site.createBuyer();
  const { body } = await buyer.checkout('Solo');
  await site.control.pay(body.sessionId, { card: CARD_OK });
  await site.deliver();
  expect((await listMails(site)).map(({ kind }) => kind)).toEqual(['trial-started', 'trial-started']);
});

it('A trial whose tax Stripe works out is announced with the tax of its first invoice, and so it is charged', async () => {
  const tax = { prices_include_tax: false, label: 'GST', rate: 20, charges_rate: false, is_automatic: true };
  const { trialEnd, ...started } = await startTrial('Crew', 1, tax);
  expect(await listMails(started.site)).toMatchObject([{ kind: 'trial-started', amount: '$34.50' }]);
  expect((await compareFirstPayment(started, trialEnd)).charged).toBe('$34.50');
});

it('A change during a trial doesn’t announce its start again, also when the outbox no longer has the first email', async () => {
  const { site, buyer, id } = await startTrial('Crew');
  await site.db.client.execute("DELETE FROM outbox WHERE kind = 'trial-started'");
  expect((await buyer.change('change', id, { planName: 'Crew', quantity: 3 })).status).toBe(200);
  await site.deliver();
  expect(await listMails(site)).toEqual([]);
});

it.each<[string, Prepare]>([
  ['has ended', ({ site, id }) => site.stripe.subscriptions.cancel(id)],
  ['is set to end with it', ({ buyer, id }) => buyer.change('cancel', id)],
])('The end of a trial is not announced to whoever’s subscription %s', async (_, end) => {
  const { trialEnd, ...started } = await startTrial('Solo');
  await started.site.control.advanceTo(trialEnd - 2 * DAY_S);
  await end(started);
  await started.site.deliver();
  expect((await listMails(started.site)).map(({ kind }) => kind)).toEqual(['trial-started']);
});

it('The end of a trial is announced once, however often Stripe says so', async () => {
  const { site, id, trialEnd } = await startTrial('Solo');
  await site.control.advanceTo(trialEnd - 2 * DAY_S);
  await site.deliver();
  for (let times = 0; times < 2; times += 1) await sendTrialEnding({ ...site.deps, payments: site.payments }, id);
  expect((await listMails(site)).map(({ kind }) => kind)).toEqual(['trial-started', 'trial-ending']);
});

it('A subscription that begins with a payment gets a receipt and no email of a trial', async () => {
  const site = await createOwnSite();
  const buyer = await site.createBuyer();
  const { body } = await buyer.checkout('Solo');
  await site.control.pay(body.sessionId, { card: CARD_OK });
  expect((await buyer.call('GET', `/checkout/${body.sessionId}`)).body).toMatchObject({
    status: 'active',
    is_charged: true,
  });
  await site.deliver();
  expect(await listMails(site)).toEqual([]);
});

const addCoupon =
  (terms: object): Prepare =>
  async ({ site, id }) => {
    const coupon = await site.stripe.coupons.create({ duration: 'once', ...terms });
    await site.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
    await site.deliver();
  };

const cases: [what: string, plan: string, prepare: Prepare, terms: object][] = [
  ['nothing else', 'Solo', async () => {}, { amount: '$11.90', nextPlan: null, later: null }],
  ['a coupon of one payment', 'Solo', addCoupon({ percent_off: 25 }), { amount: '$8.93' }],
  [
    'a booked smaller plan',
    'Crew',
    ({ buyer, id }) => buyer.change('change', id, { planName: 'Solo' }),
    { amount: '$11.90', nextPlan: 'Solo by the month' },
  ],
  [
    'a booked year',
    'Solo',
    ({ buyer, id }) => buyer.change('change', id, { planName: 'Solo', interval: 'year', when: 'period_end' }),
    { amount: '$119.00', nextPlan: 'Solo by the year' },
  ],
  [
    'more seats at once',
    'Crew',
    ({ buyer, id }) => buyer.change('change', id, { planName: 'Crew', quantity: 3 }),
    { amount: '$107.10', planName: 'Crew by the month with 3 seats' },
  ],
  [
    'a credit',
    'Solo',
    async ({ site, id }) => {
      const { customer } = await site.stripe.subscriptions.retrieve(id);
      await site.stripe.customers.update(String(customer), { balance: -500 });
    },
    { amount: '$6.90' },
  ],
];

it.each(cases)(
  'The email that a trial ends announces the amount that is charged then: %s',
  async (_, plan, prepare, terms) => {
    const { trialEnd, ...started } = await startTrial(plan);
    await prepare(started);
    const { mail, charged } = await compareFirstPayment(started, trialEnd);
    expect(mail).toMatchObject(terms);
    expect(mail?.amount).toBe(charged);
  },
);
