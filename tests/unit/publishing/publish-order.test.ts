import { expect, it } from 'vitest';
import { isStalePublish } from '#src/stores/publish-order.ts';

const FIRST = '2026-11-21T00:00:00.000Z';
const RETRIED = '2026-11-21T00:00:01.000Z';
const state = (status: 'queued' | 'rendering' | 'live' | 'failed', created_at = FIRST) => ({ status, created_at });

it.each([
  ['a response that arrives after the events of its publish is stale', state('queued'), state('live'), true],
  ['a later status is not stale', state('live'), state('rendering'), false],
  ['the same status is not stale', state('live'), state('live'), false],
  ['a retry of a failed publish is not stale', state('queued', RETRIED), state('failed'), false],
  ['the result of the attempt before a retry is stale', state('failed'), state('queued', RETRIED), true],
])('%s', (_name, one, known, expected) => {
  expect(isStalePublish(one, known)).toBe(expected);
});
