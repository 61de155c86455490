import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#api/clock.ts';
import { createStripeClient } from '../stripe-client.ts';
import { type DeepPlace, openTestClock } from './place.ts';
import { type DeepRow, deepRows } from './rows.ts';

/** `got`: what differs; null where all is as expected. */
export type DeepResult = Pick<DeepRow, 'name' | 'source' | 'expected'> & { got: unknown; isSame: boolean };

/** Runs one row. What Stripe refuses unexpectedly is a difference like any other. */
export async function runDeepRow(row: DeepRow, place: DeepPlace): Promise<DeepResult> {
  const { name, source, expected } = row;
  const got = await row.run(place).catch((error: unknown) => `failed: ${String((error as Error).message)}`);
  return { name, source, expected, got, isSame: isDeepStrictEqual(got, expected) };
}

type Options = { secretKey: string; apiBase: string | null; clock: Clock; onResult: (result: DeepResult) => void };

/**
 * Compares how a Stripe test account behaves with what this program expects, and so with the payment sandbox. Every row makes its own
 * objects and deletes them. @throws Error for a live key: nothing is ever made in an account that charges.
 */
export async function runDeepCheck({ secretKey, apiBase, clock, onResult }: Options): Promise<DeepResult[]> {
  if (!/^[rs]k_test_/.test(secretKey)) {
    throw new Error('--deep makes objects and deletes them, so it takes a test key only (sk_test_... or rk_test_...).');
  }
  const stripe = createStripeClient({ secretKey, apiBase, timeoutMs: 30_000, maxRetries: 3 });
  const results: DeepResult[] = [];
  for (const row of deepRows) {
    const place = await openTestClock(stripe, clock.now());
    try {
      const result = await runDeepRow(row, place);
      results.push(result);
      onResult(result);
    } finally {
      await place.close();
    }
  }
  return results;
}
