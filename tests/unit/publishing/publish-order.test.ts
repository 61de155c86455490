import { expect, it } from 'vitest';
import { isStalePublish } from '#src/stores/publish-order.ts';

const FIRST = '2026-11-21T00:00:00.000Z';
const AGAIN = '2026-11-21T00:00:01.000Z';
const state = (status: 'queued' | 'rendering' | 'live' | 'failed', created_at = FIRST) => ({ status, created_at });

it.each([
  ['an answer that comes after the events of its publish', state('queued'), state('live'), true],
  ['what goes on', state('live'), state('rendering'), false],
  ['the same once more', state('live'), state('live'), false],
  ['a new try of what failed', state('queued', AGAIN), state('failed'), false],
  ['the end of the try before', state('failed'), state('queued', AGAIN), true],
])('%s', (_name, one, known, expected) => {
  expect(isStalePublish(one, known)).toBe(expected);
});
