import { expect, it } from 'vitest';
import { suggestTimes } from '#src/features/drafts/publish/suggest-times.ts';

const list = (now: string, zone = 'Pacific/Auckland') => suggestTimes(Date.parse(now), zone);

it('suggests tomorrow morning in the company’s time zone first, then Monday and a week later', () => {
  // Tuesday, 24 November, 11:30 pm in Auckland.
  expect(list('2026-11-24T10:30:00Z')).toEqual([
    { label: 'Tomorrow, 9:00 am', at: '2026-11-24T20:00:00.000Z' },
    { label: 'Monday, 9:00 am', at: '2026-11-29T20:00:00.000Z' },
    { label: 'In a week, 9:00 am', at: '2026-11-30T20:00:00.000Z' },
  ]);
});

it('names Monday once, whether it is tomorrow or in a week', () => {
  expect(list('2026-11-29T01:00:00Z').map(({ label }) => label)).toEqual(['Tomorrow, 9:00 am', 'In a week, 9:00 am']);
  expect(list('2026-11-30T01:00:00Z').map(({ label }) => label)).toEqual(['Tomorrow, 9:00 am', 'Monday, 9:00 am']);
});
