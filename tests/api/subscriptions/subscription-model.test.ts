import { describe, expect, it } from 'vitest';
import { runSubscriptionModel } from '../../support/payments/subscription-model.ts';
import { chooseSize } from '../../support/random/size.ts';

const SEEDS = chooseSize(1, 10);
const FIRST_SEED = Number(process.env.SUBSCRIPTION_SEED ?? 1);
const COPIES = chooseSize(3, 100);

describe('F4 random lives of 20 subscriptions', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'end as Stripe has them, with each effect once: seed %d',
    async (seed) => {
      const result = await runSubscriptionModel({ seed, people: 20, steps: 60, copies: COPIES });
      expect(result.differences).toEqual([]);
      expect([...result.statuses]).toEqual([200]);
      expect(result.subscriptions).toBeGreaterThanOrEqual(20);
      if (COPIES > 3) printFigures(seed, result);
    },
    1_800_000,
  );
});

function printFigures(
  seed: number,
  { acknowledgements, events }: Awaited<ReturnType<typeof runSubscriptionModel>>,
): void {
  const sorted = acknowledgements.sort((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  process.stdout.write(`seed ${seed}: ${events} events, ${sorted.length} webhooks, p99 ${p99.toFixed(1)} ms\n`);
}
