import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreReturn } from '#api/publishing/queue/store-return.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';

/** Longer than the pause between two questions (ms). */
const NEXT_QUESTION_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createReturn(answers: boolean[]) {
  const isReachable = vi.fn(async () => answers.shift() ?? true);
  const onReturn = vi.fn();
  return { storeReturn: new StoreReturn({ isReachable }, onReturn), isReachable, onReturn };
}

async function advance(questions: number): Promise<void> {
  for (let n = 0; n < questions; n += 1) await vi.advanceTimersByTimeAsync(NEXT_QUESTION_MS);
}

it('A bucket that is away is asked until it answers, and then publishing goes on once', async () => {
  const { storeReturn, isReachable, onReturn } = createReturn([false, false, false]);
  storeReturn.watch();
  storeReturn.watch();
  await vi.waitUntil(() => isReachable.mock.calls.length === 3, HANG_MS);
  expect(onReturn).not.toHaveBeenCalled();
  await advance(3);
  expect([isReachable.mock.calls.length, onReturn.mock.calls.length]).toEqual([4, 1]);
});

it('A bucket that answers the first question is left to the backoff of the publisher', async () => {
  const { storeReturn, isReachable, onReturn } = createReturn([true]);
  storeReturn.watch();
  await advance(3);
  expect([isReachable.mock.calls.length, onReturn.mock.calls.length]).toEqual([1, 0]);
});

it('A publisher that stops asks no more, and is not woken by an answer that comes afterwards', async () => {
  const { storeReturn, isReachable, onReturn } = createReturn([false]);
  storeReturn.watch();
  await vi.waitUntil(() => isReachable.mock.calls.length === 1, HANG_MS);
  storeReturn.stop();
  await advance(3);
  expect([isReachable.mock.calls.length, onReturn.mock.calls.length]).toEqual([1, 0]);
});
