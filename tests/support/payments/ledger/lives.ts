import type Stripe from 'stripe';
import { CARD_FAILING, CARD_OK, type Subscriber } from '../subscriber.ts';
import { createSeededRandom, type Random } from '../../random/seeded-random.ts';
import { createOwnSite, type OwnSite } from '../own-site.ts';
import { compareWithLedger } from './compare.ts';
import { countMinorUnits } from './money.ts';

const DAY_S = 24 * 3600;

type OwnPlan = { name: string; price_month: number; price_year: number; trial_days?: number; sells_seats?: boolean };

/** What an owner asks in each currency: a small, a middle and a large plan, by the month and by the year. */
const priceLists: Readonly<Record<string, readonly [month: number, year: number][]>> = {
  NZD: [
    [9.5, 95],
    [29, 290],
    [149.99, 1499],
  ],
  EUR: [
    [7.9, 79],
    [24.9, 249],
    [129, 1290],
  ],
  HUF: [
    [1990, 19_900],
    [5990, 59_900],
    [24_990, 249_900],
  ],
  ISK: [
    [1500, 15_000],
    [4490, 44_900],
    [19_900, 199_000],
  ],
  JPY: [
    [980, 9800],
    [2980, 29_800],
    [12_800, 128_000],
  ],
  KWD: [
    [2.75, 27.5],
    [8.25, 82.5],
    [39.95, 399.5],
  ],
  UGX: [
    [25_000, 250_000],
    [75_000, 750_000],
    [349_000, 3_490_000],
  ],
};

const createPlans = (currency: string): OwnPlan[] => {
  const [small, middle, large] = priceLists[currency] ?? [];
  if (!small || !middle || !large) throw new Error(`no price list in ${currency}`);
  return [
    { name: 'Solo', price_month: small[0], price_year: small[1] },
    { name: 'Crew', price_month: middle[0], price_year: middle[1], trial_days: 14 },
    { name: 'Fleet', price_month: large[0], price_year: large[1], sells_seats: true },
  ];
};

export type LivesOptions = { currency: string; seed: number; people: number; steps: number };
export type LivesResult = {
  differences: string[];
  subscriptions: number;
  invoices: number;
  amounts: number;
  acts: Record<string, number>;
};

type Life = {
  site: OwnSite;
  random: Random;
  user: Subscriber;
  currency: string;
  isCardGood: boolean;
  isDead: boolean;
};

/**
 * A site after a first run sells three plans by the month and by the year in one currency, made by the calls of the screens. People buy,
 * change, fail to pay, get refunds and cancel at random; then every amount that the product says is compared with the ledger.
 */
export async function runLives({ currency, seed, people, steps }: LivesOptions): Promise<LivesResult> {
  const random = createSeededRandom(seed);
  const plans = createPlans(currency);
  const product = { name: 'Buoy', has_waiting_list: false, plans };
  const site = await createOwnSite({ answers: { currency }, products: [product] });
  await site.admin.call('POST', '/api/admin/webhooks', { url: 'https://program.example.com/hook', product_id: null });
  const acts: Record<string, number> = {};
  const lives: Life[] = [];
  for (let each = 0; each < people; each += 1) {
    lives.push({ site, random, user: await site.createBuyer(), currency, isCardGood: true, isDead: false });
  }
  for (const life of lives) await buy(life);
  for (let step = 0; step < steps; step += 1) {
    for (const life of lives) {
      if (life.isDead) continue;
      const [name, act] = random.pick(lifeActs);
      const result = await act(life);
      const key = result === 'done' ? name : `${name}: ${result}`;
      acts[key] = (acts[key] ?? 0) + 1;
      await site.deliver();
    }
    await pass(site, 1 + random.below(24));
  }
  // Months later every scheduled change has begun, and whoever doesn't pay has lost the plan.
  for (let month = 0; month < 3; month += 1) await pass(site, 20);
  const priced = plans.flatMap(({ name, price_month: month, price_year: year }) => [
    { plan: name, interval: 'month', amount: countMinorUnits(String(month), currency) },
    { plan: name, interval: 'year', amount: countMinorUnits(String(year), currency) },
  ]);
  const compared = await compareWithLedger(site, { currency, priced, users: lives.map(({ user }) => user) });
  return { ...compared, acts };
}

async function pass(site: OwnSite, days: number): Promise<void> {
  await site.control.advanceTo(site.control.now() + days * DAY_S + 7200);
  await site.deliver();
}

type Outcome = 'done' | 'not now' | 'refused';
type Act = (life: Life) => Promise<Outcome>;
type Found = Stripe.Subscription;

const findSubscription = async ({ site, user }: Life): Promise<Found | null> => {
  const own = site.control
    .list('subscription')
    .find(({ metadata, status }) => metadata.user_id === String(user.id) && status !== 'canceled');
  return own ? site.stripe.subscriptions.retrieve(own.id) : null;
};

const toOutcome = (status: number): Outcome => {
  if (status < 300) return 'done';
  if (status < 500) return 'refused';
  throw new Error(`the API answered ${status}`);
};

/** Sees the plans, chooses an interval, and pays on the page. */
async function buy(life: Life): Promise<Outcome> {
  const { site, random, user } = life;
  const { body: plans } = await user.call('GET', '/plans');
  const plan = random.pick(plans as { planName: string; productName: string; prices: { priceId: string }[] }[]);
  const { priceId } = random.pick(plan.prices);
  const { planName, productName } = plan;
  const { status, body } = await user.call('POST', '/create-checkout-session', {
    planName,
    priceId,
    userId: user.id,
    productName,
  });
  if (status !== 200) return toOutcome(status);
  await site.control.pay(body.sessionId, { card: CARD_OK });
  life.isCardGood = true;
  return 'done';
}

const requireLiving =
  (act: (life: Life, subscription: Found) => Promise<Outcome>): Act =>
  async (life) => {
    const subscription = await findSubscription(life);
    return subscription ? act(life, subscription) : buy(life);
  };

/** Another plan by the product's own dialog: its preview, then the change with the date of the preview. */
const changePlan = requireLiving(async ({ user, random }, { id }) => {
  const planName = random.pick(['Solo', 'Crew', 'Fleet']);
  const preview = await user.change('change-preview', id, { planName });
  if (preview.status !== 200) return toOutcome(preview.status);
  return toOutcome((await user.change('change', id, { planName, prorationDate: preview.body.proration_date })).status);
});

const findOtherPrice = (site: OwnSite, { items }: Found): string | null => {
  const [item] = items.data;
  const planKey = item ? site.payments.findPlanKey(item.price.id) : null;
  if (!item || !planKey) return null;
  const other = item.price.recurring?.interval === 'year' ? 'month' : 'year';
  return site.payments.findPriceId(planKey, other);
};

/** Month to year, or back, at once. */
const changeIntervalNow = requireLiving(async (life, subscription) => {
  const { site } = life;
  const price = findOtherPrice(site, subscription);
  if (!price || !life.isCardGood || subscription.status !== 'active' || subscription.schedule) return 'not now';
  await site.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', price, quantity: subscription.items.data[0]?.quantity ?? 1 }],
    proration_behavior: 'always_invoice',
  });
  return 'done';
});

/** Month to year, or back, at the end of the period. */
const changeIntervalLater = requireLiving(async ({ site }, subscription) => {
  const price = findOtherPrice(site, subscription);
  const [item] = subscription.items.data;
  if (!price || !item || subscription.status !== 'active' || subscription.schedule) return 'not now';
  if (subscription.cancel_at_period_end || subscription.cancel_at) return 'not now';
  const interval = item.price.recurring?.interval === 'year' ? ('month' as const) : ('year' as const);
  const schedule = await site.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [phase] = schedule.phases;
  if (!phase) throw new Error('a schedule without a phase');
  await site.stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        items: [{ price: item.price.id, quantity: item.quantity ?? 1 }],
        start_date: phase.start_date,
        end_date: phase.end_date,
      },
      {
        items: [{ price, quantity: item.quantity ?? 1 }],
        billing_cycle_anchor: 'phase_start',
        duration: { interval, interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  });
  return 'done';
});

/** More or fewer seats, paid at once. */
const changeSeats = requireLiving(async (life, subscription) => {
  const { site, random } = life;
  if (!life.isCardGood || subscription.status !== 'active' || subscription.schedule) return 'not now';
  await site.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 1 + random.below(5) }],
    proration_behavior: 'always_invoice',
  });
  return 'done';
});

const setCard = async (life: Life, subscription: Found, card: string): Promise<void> => {
  await life.site.control.dashboard.replaceCard(String(subscription.customer), card);
  life.isCardGood = card === CARD_OK;
};

const loseCard = requireLiving(async (life, subscription) => {
  await setCard(life, subscription, CARD_FAILING);
  await pass(life.site, 20);
  return 'done';
});

const bringCard = requireLiving(async (life, subscription) => {
  if (life.isCardGood) return 'not now';
  await setCard(life, subscription, CARD_OK);
  return 'done';
});

/** Support gives back a part of a payment: a whole number of the currency's steps. */
const refundPart = requireLiving(async ({ site, user, random, currency }) => {
  const { body } = await user.call('GET', `/user/${user.id}/billing`);
  const paid = (body.invoices as { id: string; amount_paid: number; amount_refunded: number; status: string }[]).filter(
    (invoice) => invoice.status === 'paid' && invoice.amount_paid - invoice.amount_refunded > 0,
  );
  if (paid.length === 0) return 'not now';
  const invoice = random.pick(paid);
  const unit = countMinorUnits('1', currency);
  const amount = Math.max(unit, Math.floor((invoice.amount_paid - invoice.amount_refunded) / 3 / unit) * unit);
  const answer = await site.admin.call('POST', `/api/admin/users/${user.id}/payments/${invoice.id}/refund`, {
    amount,
    refundedBefore: invoice.amount_refunded,
    reason: 'requested_by_customer',
    idempotencyKey: `refund-of-lives-${random.below(1e9)}`,
  });
  return toOutcome(answer.status);
});

const cancel = requireLiving(async ({ user }, { id }) => toOutcome((await user.change('cancel', id)).status));
const reactivate = requireLiving(async ({ user }, { id }) => toOutcome((await user.change('reactivate', id)).status));
const endNow = requireLiving(async ({ site }, { id }) => {
  await site.stripe.subscriptions.cancel(id);
  return 'done';
});
/** A coupon of support: a percentage that stays, or an amount off the next payment. */
const giveCoupon = requireLiving(async ({ site, random, currency }, { id, discounts }) => {
  if (discounts.length > 0) return 'not now';
  const coupon = random.oneIn(2)
    ? await site.stripe.coupons.create({ percent_off: 15, duration: 'forever', name: 'Fifteen' })
    : await site.stripe.coupons.create({
        amount_off: countMinorUnits('3', currency) * (currency === 'KWD' ? 1 : 100),
        currency: currency.toLowerCase(),
        duration: 'once',
        name: 'Once',
      });
  await site.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  return 'done';
});
const wait: Act = async ({ site, random }) => {
  await pass(site, 1 + random.below(10));
  return 'done';
};

const lifeActs: readonly (readonly [string, Act])[] = [
  ['another plan', changePlan],
  ['another plan', changePlan],
  ['another interval now', changeIntervalNow],
  ['another interval later', changeIntervalLater],
  ['seats', changeSeats],
  ['a card that fails', loseCard],
  ['a good card', bringCard],
  ['a good card', bringCard],
  ['a refund', refundPart],
  ['cancelled', cancel],
  ['cancellation taken back', reactivate],
  ['ended', endNow],
  ['a coupon', giveCoupon],
  ['time', wait],
];
