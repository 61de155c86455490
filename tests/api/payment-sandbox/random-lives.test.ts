import Stripe from 'stripe';
import { expect, it } from 'vitest';
import type { SandboxControl } from '#api/payment-sandbox/payment-sandbox.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, subscribe } from '../../support/payments/subscribe.ts';
import { createSeededRandom, type Random } from '../../support/random/seeded-random.ts';

const DAY = 24 * 3600;
const PRICES = ['price_creator', 'price_pro', 'price_studio'];
const CARDS = ['4242424242424242', '5555555555554444', '4000000000000341', '4000002760003184'];
const PAYMENT_BEHAVIORS = [undefined, 'pending_if_incomplete'] as const;
const PRORATIONS = ['always_invoice', 'create_prorations', 'none'] as const;
const LIVES = [1, 2, 3, 4, 5, 6];
const STEPS = 30;

type Life = { stripe: Stripe; control: SandboxControl; random: Random; id: string; customer: string };

/** Compares what was announced before a change with what it cost. */
async function changePlan({ stripe, random, id }: Life): Promise<void> {
  const items = [{ id: firstItem(await stripe.subscriptions.retrieve(id)).id, price: random.pick(PRICES) }];
  const proration_behavior = random.pick(PRORATIONS);
  const change = { items, proration_behavior };
  const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
  const { latest_invoice: former } = await stripe.subscriptions.retrieve(id);
  const payment_behavior = random.pick(PAYMENT_BEHAVIORS);
  const { latest_invoice: latest } = await stripe.subscriptions.update(id, { ...change, payment_behavior });
  if (proration_behavior !== 'always_invoice' || latest === former) return;
  expect((await stripe.invoices.retrieve(latest as string)).total).toBe(preview.total);
}

const STEP_KINDS: ((life: Life) => Promise<unknown>)[] = [
  changePlan,
  changePlan,
  ({ stripe, random, id }) => stripe.subscriptions.update(id, { cancel_at_period_end: random.oneIn(2) }),
  ({ stripe, control, random, id }) =>
    stripe.subscriptions.update(id, {
      cancel_at: random.oneIn(2) ? '' : control.get('subscription', id)?.items.data[0]?.current_period_end,
    }),
  async ({ stripe, control, random, id, customer }) => {
    const method = await control.dashboard.addCard(customer, random.pick(CARDS));
    await stripe.subscriptions.update(id, { default_payment_method: method.id });
  },
  async ({ stripe, id }) => {
    const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id);
    await stripe.invoices.pay(latest as string);
  },
  async ({ stripe, random, id }) => {
    const { schedule } = await stripe.subscriptions.retrieve(id);
    if (schedule) return stripe.subscriptionSchedules.release(schedule as string);
    const created = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [{ items, start_date, end_date }] = created.phases as [Stripe.SubscriptionSchedule.Phase];
    return stripe.subscriptionSchedules.update(created.id, {
      end_behavior: 'release',
      phases: [
        { items: items.map(({ price, quantity }) => ({ price: price as string, quantity })), start_date, end_date },
        {
          items: [{ price: random.pick(PRICES), quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    });
  },
  ({ control, random }) => control.advanceTo(control.now() + (1 + random.below(40)) * DAY),
  ({ control, random }) => control.advanceTo(control.now() + (1 + random.below(40)) * DAY),
];

function checkBooks({ control }: Life): void {
  const charged = control.list('charge').filter(({ status }) => status === 'succeeded');
  const paid = control.list('invoice').filter(({ status }) => status === 'paid');
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(sum(charged.map(({ amount }) => amount))).toBe(sum(paid.map(({ amount_paid }) => amount_paid)));
  for (const invoice of control.list('invoice').filter(({ number }) => number !== null)) {
    const { amount_due, ending_balance, total, starting_balance } = invoice;
    expect(amount_due + (ending_balance ?? 0)).toBe(total + starting_balance);
  }
  for (const subscription of control.list('subscription')) {
    const ends = subscription.items.data.map((item) => item.current_period_end);
    const isRunning = subscription.status !== 'canceled';
    expect(isRunning ? Math.min(...ends) : Infinity).toBeGreaterThan(control.now());
    expect(subscription.pending_update !== null).toBe(
      control.get('sandbox.pending_change', subscription.id) !== undefined,
    );
  }
}

it.each(LIVES)('the books of the random life %i agree', async (seed) => {
  const { stripe, control } = await startTestSandbox();
  const random = createSeededRandom(seed);
  const start = async (): Promise<Life> => {
    const { subscription, customer } = await subscribe({ stripe, control });
    return { stripe, control, random, id: subscription.id, customer: customer.id };
  };
  let life = await start();
  for (let step = 0; step < STEPS; step += 1) {
    if (control.get('subscription', life.id)?.status === 'canceled') life = await start();
    try {
      await random.pick(STEP_KINDS)(life);
    } catch (error) {
      // What the API refuses in this state is part of life; a fault of the sandbox is not.
      const isRefused = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) < 500;
      if (!isRefused) throw error;
    }
    checkBooks(life);
  }
});
