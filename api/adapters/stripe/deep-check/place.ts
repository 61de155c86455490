import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';

/** The place in which a row of the comparison runs: a Stripe test account with a test clock of its own, or a payment sandbox. */
export type DeepPlace = {
  stripe: Stripe;
  /** The clock's time at first, Unix seconds: a 1 January, 00:00 UTC. */
  start: number;
  /** Moves the clock forward, and waits until everything due on the way has happened. */
  advanceTo(time: number): Promise<void>;
  createCustomer(params?: Stripe.CustomerCreateParams): Promise<string>;
  /** Saves a test card that pays. Returns its payment method. */
  addCard(customer: string): Promise<string>;
  /** Clean-up: each function given to `deletes` runs when the row has ended. */
  atEnd(deletes: () => Promise<unknown>): void;
};

const POLL_MS = 1_000;
const POLLS_MAX = 120;

/** A test clock in a Stripe test account. `close` deletes everything that the row has made. */
export async function openTestClock(stripe: Stripe, now: number): Promise<DeepPlace & { close(): Promise<void> }> {
  const start = Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1) / 1000;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'stripe:check --deep' });
  const endings: (() => Promise<unknown>)[] = [];
  return {
    stripe,
    start,
    async advanceTo(frozen_time) {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time });
      for (let poll = 0; poll < POLLS_MAX; poll += 1) {
        await sleep(POLL_MS);
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
        if (status === 'ready') return;
        if (status !== 'advancing') break;
      }
      throw new Error('The test clock didn’t arrive.');
    },
    createCustomer: async (params = {}) => (await stripe.customers.create({ ...params, test_clock: clock.id })).id,
    addCard: async (customer) => (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id,
    atEnd: (deletes) => void endings.push(deletes),
    async close() {
      // Customers and subscriptions go with their clock.
      const results = await Promise.allSettled([
        ...endings.map((deletes) => deletes()),
        stripe.testHelpers.testClocks.del(clock.id),
      ]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
