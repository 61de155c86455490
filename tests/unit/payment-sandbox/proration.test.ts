import { expect, test } from 'vitest';
import { addIntervals, addMonths, periodContaining } from '#api/payment-sandbox/billing/periods.ts';
import { creditUnused, prorate } from '#api/payment-sandbox/billing/proration.ts';

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);
const month = { interval: 'month', interval_count: 1 } as const;
type Interval = Parameters<typeof addIntervals>[1];
const CREATOR = 1000;
const PRO = 3000;
const STUDIO = 12_000;

test.each([
  [CREATOR, PRO, '2027-01-01T00:00', '2027-01-10T00:00', 1_900_800, -710, 2129, 1419],
  [CREATOR, PRO, '2027-01-01T00:00', '2027-01-10T12:00', 1_857_600, -694, 2081, 1387],
  [CREATOR, PRO, '2027-01-01T00:00', '2027-01-11T00:00', 1_814_400, -677, 2032, 1355],
  [PRO, STUDIO, '2027-01-01T00:00', '2027-01-10T00:00', 1_900_800, -2129, 8516, 6387],
  [PRO, STUDIO, '2027-01-01T00:00', '2027-01-10T12:00', 1_857_600, -2081, 8323, 6242],
  [PRO, STUDIO, '2027-01-01T00:00', '2027-01-11T00:00', 1_814_400, -2032, 8129, 6097],
  [CREATOR, STUDIO, '2027-01-01T00:00', '2027-01-10T12:00', 1_857_600, -694, 8323, 7629],
  [CREATOR, PRO, '2027-02-01T00:00', '2027-02-10T12:00', 1_598_400, -661, 1982, 1321],
  [CREATOR, PRO, '2028-02-01T00:00', '2028-02-10T12:00', 1_684_800, -672, 2017, 1345],
  [PRO, STUDIO, '2028-02-01T00:00', '2028-02-10T12:00', 1_684_800, -2017, 8069, 6052],
  [CREATOR, PRO, '2028-01-31T09:30', '2028-02-10T09:30', 1_641_600, -655, 1966, 1311],
  [CREATOR, PRO, '2027-01-31T09:30', '2027-03-10T09:30', 1_814_400, -677, 2032, 1355],
  [PRO, CREATOR, '2027-01-01T00:00', '2027-01-10T12:00', 1_857_600, -2081, 694, -1387],
  [CREATOR, STUDIO, '2027-01-01T00:00', '2027-01-31T23:59:59', 1, 0, 0, 0],
  [CREATOR, PRO, '2027-01-01T00:00', '2027-01-01T00:00:01', 2_678_399, -1000, 3000, 2000],
])('a change from %i to %i, anchor %s, at %s', (from, to, anchor, change, left, credit, charge, net) => {
  const period = periodContaining(at(anchor), month, at(change));
  const [line] = creditUnused([{ amount: from, period }], at(change));
  const charged = prorate(to, period, at(change));
  expect({
    left: period.end - at(change),
    credit: line?.amount,
    charge: charged,
    net: (line?.amount ?? 0) + charged,
  }).toEqual({ left, credit, charge, net });
});

test('lines are rounded one by one: the documented example is -667 + 333 = -334', () => {
  const period = { start: 0, end: 30 };
  expect([prorate(-1000, period, 10), prorate(500, period, 10)]).toEqual([-667, 333]);
  expect([prorate(5, { start: 0, end: 2 }, 1), prorate(-5, { start: 0, end: 2 }, 1)]).toEqual([3, -3]);
});

test('a second change in the period credits the earlier debit over its own time', () => {
  const start = at('2027-01-01T00:00');
  const period = { start, end: addMonths(start, 1) };
  const afterOneDay = start + 86_400;
  expect(prorate(PRO, period, afterOneDay)).toBe(2903);
  const debit = { amount: 2903, period: { start: afterOneDay, end: period.end } };
  expect(creditUnused([debit], start + 3 * 86_400).map(({ amount }) => amount)).toEqual([-2709]);
  expect(creditUnused([debit], period.end)).toEqual([]);
});

test('months are counted from the anchor and clamped to the last day', () => {
  const ends = (anchor: string, count: number, interval: Interval = month) =>
    Array.from({ length: count }, (_, index) => iso(addIntervals(at(anchor), interval, index + 1)));
  expect(ends('2027-01-31T09:30', 4)).toEqual([
    '2027-02-28T09:30',
    '2027-03-31T09:30',
    '2027-04-30T09:30',
    '2027-05-31T09:30',
  ]);
  expect(ends('2028-01-31T09:30', 1)).toEqual(['2028-02-29T09:30']);
  expect(ends('2027-01-30T23:59', 2)).toEqual(['2027-02-28T23:59', '2027-03-30T23:59']);
  expect(ends('2028-02-29T00:00', 4, { interval: 'year', interval_count: 1 })).toEqual([
    '2029-02-28T00:00',
    '2030-02-28T00:00',
    '2031-02-28T00:00',
    '2032-02-29T00:00',
  ]);
  expect(ends('2027-01-31T00:00', 1, { interval: 'week', interval_count: 2 })).toEqual(['2027-02-14T00:00']);
});

test('a period includes its start and excludes its end, also over clamped months', () => {
  const anchor = at('2027-01-31T09:30');
  const boundary = addMonths(anchor, 1);
  expect(periodContaining(anchor, month, boundary)).toEqual({ start: boundary, end: addMonths(anchor, 2) });
  expect(periodContaining(anchor, month, boundary - 1)).toEqual({ start: anchor, end: boundary });
});
