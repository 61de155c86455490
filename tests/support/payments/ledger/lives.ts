import type Stripe from 'stripe';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
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

/** As many minor units as a small price has: less than each plan costs. */
const getSmallAmount = (currency: string): number =>
  countMinorUnits('3', currency) * (currency === 'KWD' || currency === 'NZD' || currency === 'EUR' ? 1 : 100);

/** Promotion codes as the owner enters them on their screen. */
const createCodes = (currency: string) => {
  const code = {
    plans: null,
    max_redemptions: null,
    last_day: null,
    percent_off: null,
    amount_off: null,
    months: null,
  };
  return [
    {
      ...code,
      code: 'SPRING20',
      percent_off: 20,
      duration: 'repeating',
      months: 3,
      idempotency_key: 'code-of-spring-20',
    },
    {
      ...code,
      code: 'HELLO',
      amount_off: getSmallAmount(currency),
      duration: 'once',
      idempotency_key: 'code-of-hello-once',
    },
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
  /** What was promised otherwise than it came. */
  differences: string[];
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
  for (const code of createCodes(currency)) {
    const made = await site.admin.call('POST', '/api/admin/promotion-codes', code);
    if (made.status !== 201) throw new Error(`a code was refused: ${JSON.stringify(made.body)}`);
  }
  await site.admin.call('POST', '/api/admin/webhooks', { url: 'https://program.example.com/hook', product_id: null });
  const acts: Record<string, number> = {};
  const lives: Life[] = [];
  for (let each = 0; each < people; each += 1) {
    lives.push({ site, random, user: await site.createBuyer(), currency, isCardGood: true, differences: [] });
  }
  for (const life of lives) await buy(life);
  for (let step = 0; step < steps; step += 1) {
    for (const life of lives) {
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
  const promised = lives.flatMap(({ differences }) => differences);
  return { ...compared, differences: [...promised, ...compared.differences], acts };
}

async function pass(site: OwnSite, days: number): Promise<void> {
  await site.control.advanceTo(site.control.now() + days * DAY_S + 7200);
  await site.deliver();
}

type Outcome = 'done' | 'not now' | 'not paid' | 'refused';
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
  type Offered = { planName: string; productName: string; sells_seats: boolean; prices: { priceId: string }[] };
  const plan = random.pick((plans as Offered[]).filter(({ prices }) => prices.length > 0));
  const { priceId } = random.pick(plan.prices);
  const { planName, productName } = plan;
  const { status, body } = await user.call('POST', '/create-checkout-session', {
    planName,
    priceId,
    userId: user.id,
    productName,
    ...(plan.sells_seats && { quantity: 1 + random.below(4) }),
  });
  if (status !== 200) return toOutcome(status);
  const promotionCode = random.pick([undefined, undefined, 'SPRING20', 'HELLO']);
  await site.control.pay(body.sessionId, { card: CARD_OK, ...(promotionCode && { promotionCode }) });
  life.isCardGood = true;
  return 'done';
}

const requireLiving =
  (act: (life: Life, subscription: Found) => Promise<Outcome>): Act =>
  async (life) => {
    const subscription = await findSubscription(life);
    return subscription ? act(life, subscription) : buy(life);
  };

type Change = { planName: string; interval: 'month' | 'year'; quantity: number; when: 'now' | 'period_end' };

/** A change by the product's own dialog: its preview, then the change with the date of the preview. What was promised is what is paid. */
async function change({ site, user, differences }: Life, { id }: Found, wanted: Partial<Change>): Promise<Outcome> {
  const before = site.control.list('invoice').length;
  const planName = wanted.planName ?? (await readPlanName({ user }, id));
  const body = { ...wanted, planName };
  const { status, body: preview } = await user.change('change-preview', id, body);
  if (status !== 200) return toOutcome(status);
  const changed = await user.change('change', id, { ...body, prorationDate: preview.proration_date });
  if (changed.status !== 200) return toOutcome(changed.status);
  // The card was declined: the change waits for its payment, and nothing has happened yet.
  if (changed.body.subscription.unpaid_upgrade_url !== null) return 'not paid';
  const paid = site.control
    .list('invoice')
    .slice(before)
    .reduce((sum, { amount_paid: amount }) => sum + amount, 0);
  if (paid !== preview.due_now) differences.push(`${id}: ${paid} was paid and ${preview.due_now} was promised`);
  const next = changed.body.subscription.next_payment?.amount ?? null;
  if (next !== preview.next_payment) {
    const { status: state, cancel_at_period_end: ends } = changed.body.subscription;
    differences.push(`${id}, ${state}, ends ${ends}: ${next} is next, ${preview.next_payment} was promised`);
  }
  return 'done';
}

async function readPlanName({ user }: Pick<Life, 'user'>, id: string): Promise<string> {
  const { body } = await user.call('GET', `/user/${user.id}`);
  type Shown = { stripe_subscription_id: string; plan_name: string };
  const own = (body.subscriptions as Shown[]).find(({ stripe_subscription_id: each }) => each === id);
  return own?.plan_name ?? 'Solo';
}

const findOtherInterval = ({ items }: Found) =>
  items.data[0]?.price.recurring?.interval === 'year' ? ('month' as const) : ('year' as const);

const changePlan = requireLiving((life, subscription) =>
  change(life, subscription, { planName: life.random.pick(['Solo', 'Crew', 'Fleet']) }),
);

/** Month to year, or back, at once. */
const changeIntervalNow = requireLiving((life, subscription) =>
  change(life, subscription, { interval: findOtherInterval(subscription), when: 'now' }),
);

/** Month to year, or back, at the end of the period. */
const changeIntervalLater = requireLiving((life, subscription) =>
  change(life, subscription, { interval: findOtherInterval(subscription), when: 'period_end' }),
);

/** All three at once. */
const changeEverything = requireLiving((life, subscription) =>
  change(life, subscription, {
    planName: 'Fleet',
    interval: life.random.pick(['month', 'year']),
    quantity: 1 + life.random.below(5),
    when: life.random.pick(['now', 'period_end']),
  }),
);

/** More or fewer seats. */
const changeSeats = requireLiving(async (life, subscription) => {
  if ((await readPlanName(life, subscription.id)) !== 'Fleet') return 'not now';
  return change(life, subscription, { quantity: 1 + life.random.below(5) });
});

const takeChangeBack = requireLiving(async ({ user }, { id }) =>
  toOutcome((await user.change('cancel-change', id)).status),
);

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
/** A coupon that staff add on the user's page: a percentage that stays, or an amount off the next payment. */
const giveCoupon = requireLiving(async ({ site, random, user, currency }, { id, discounts }) => {
  if (discounts.length > 0) return 'not now';
  const coupon = random.oneIn(2)
    ? { name: 'Fifteen', percentOff: 15, amountOff: null, duration: 'forever', months: null }
    : { name: 'Once', percentOff: null, amountOff: getSmallAmount(currency), duration: 'once', months: null };
  const added = await site.admin.call('POST', `/api/subscriptions/add-coupon/${id}`, {
    userId: user.id,
    couponId: null,
    coupon,
  });
  return toOutcome(added.status);
});
/** Staff give days free of charge on the user's page, and the time to undo that passes. */
const extend = requireLiving(async ({ site, random, user }, { id }) => {
  const days = 1 + random.below(40);
  const given = await site.admin.call('POST', `/api/subscriptions/extend/${id}`, { userId: user.id, days });
  site.clock.advance(UNDO_WINDOW_MS);
  await site.worker.whenIdle();
  return toOutcome(given.status);
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
  ['plan, interval and seats', changeEverything],
  ['a change taken back', takeChangeBack],
  ['a card that fails', loseCard],
  ['a good card', bringCard],
  ['a good card', bringCard],
  ['a refund', refundPart],
  ['cancelled', cancel],
  ['cancellation taken back', reactivate],
  ['ended', endNow],
  ['a coupon', giveCoupon],
  ['days free of charge', extend],
  ['time', wait],
];
