import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTicks, formatPercent, toPercent } from '#src/features/openshelf/stats/percents.ts';
import {
  type CategoryAgreement,
  completeStats,
  findWorstCategories,
  formatBand,
  formatWeek,
  listBands,
} from '#src/features/openshelf/stats/stats-figures.ts';
import {
  describeAdminReviews,
  describeAiReviews,
  describeCategories,
  describeConfidence,
  describeOverruled,
  describePublished,
  describeWeekRange,
  describeWeeks,
} from '#src/features/openshelf/stats/stats-findings.ts';

const category = (name: string, agreed: number, decided = 100): CategoryAgreement => ({
  category: name,
  agreed,
  decided,
});
const band = (from: number, agreed: number, decided = 100) => ({
  from,
  to: from === 0 ? 0.5 : from + 0.1,
  agreed,
  decided,
});
const week = (approved: number, changes_requested = 0, rejected = 0) => ({
  week: '2026-09-21',
  approved,
  changes_requested,
  rejected,
});
const row = (ai_decision: 'approved' | 'rejected' | 'needs_review', approved: number, rejected: number) => ({
  ai_decision,
  approved,
  rejected,
});

/** Each case under its text. */
const byText = <Input>(cases: [Input, string][]) => cases.map(([input, text]): [string, Input] => [text, input]);

describe('percents', () => {
  it.each([
    [0, 0, '0%'],
    [0, 9, '0%'],
    [1, 3, '33%'],
    [9, 1284, '0.7%'],
    [1, 5000, '<0.1%'],
    [999, 1000, '99.9%'],
    [4999, 5000, '>99.9%'],
    [7, 7, '100%'],
  ])('%i of %i is %s', (part, whole, text) => expect(formatPercent(part, whole)).toBe(text));

  it('say 0% only for nothing and 100% only for all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), (whole, other) => {
        const part = Math.min(whole, other);
        expect(formatPercent(part, whole) === '0%').toBe(part === 0);
        expect(formatPercent(part, whole) === '100%').toBe(part === whole);
      }),
    );
  });
});

describe('the axis', () => {
  it.each([
    [0, [0, 1, 2, 3]],
    [3, [0, 1, 2, 3]],
    [4, [0, 2, 4, 6]],
    [115, [0, 40, 80, 120]],
    [151, [0, 60, 120, 180]],
    [1_582, [0, 600, 1_200, 1_800]],
  ])('for %i has the ticks %j', (max, ticks) => expect(createTicks(max)).toEqual(ticks));

  it('ends at the largest value or above it, and not far above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 1e7 }), (max) => {
        const last = createTicks(max).at(-1) as number;
        expect(last).toBeGreaterThanOrEqual(max);
        expect(last).toBeLessThanOrEqual(2 * max);
      }),
    );
  });
});

it.each([
  [0, 0, 'Nothing is published yet'],
  [5, 0, 'Nothing is published yet'],
  [1, 1, 'Every publication is published'],
  [3, 1, '1 of 3 publications is published'],
  [19, 12, '12 of 19 publications are published'],
  [1284, 821, '64% of publications are published'],
])('of %i publications, %i published: %s', (total_publications, published_count, text) => {
  expect(describePublished(completeStats({ total_publications, published_count }))).toBe(text);
});

it.each([
  [[0, 0, 0], 'The AI hasn’t reviewed anything yet'],
  [[1, 0, 0], 'The AI decides everything itself'],
  [[0, 0, 3], 'The AI passes everything on'],
  [[1, 1, 1], 'The AI has decided 2 of 3 reviews itself'],
  [[811, 118, 171], 'The AI decides 84% itself and passes on 16%'],
  [[999, 0, 1], 'The AI decides nearly everything itself'],
  [[1, 0, 999], 'The AI passes nearly everything on'],
])('AI reviews %j: %s', ([approved = 0, rejected = 0, needs = 0], text) => {
  const reviews = { ai_approved_reviews: approved, ai_rejected_reviews: rejected, ai_needs_review: needs };
  expect(describeAiReviews(reviews)).toBe(text);
});

it.each(
  byText<Parameters<typeof describeOverruled>[0]>([
    [[], 'No decisions to compare yet'],
    [[row('needs_review', 4, 4)], 'No decisions to compare yet'],
    [[row('approved', 4, 0), row('rejected', 0, 2)], 'Reviewers have never overruled the AI'],
    [[row('approved', 0, 1)], 'Reviewers have always overruled the AI'],
    [
      [row('approved', 752, 38), row('needs_review', 104, 48), row('rejected', 46, 52)],
      'Reviewers overruled the AI in 84 of 888 decisions',
    ],
  ]),
)('%s', (text, matrix) => expect(describeOverruled(matrix)).toBe(text));

describe('agreement by confidence', () => {
  it.each(
    byText<Parameters<typeof describeConfidence>[0]>([
      [[], 'No decisions to compare yet'],
      [[band(0.5, 0, 0)], 'No decisions to compare yet'],
      [[band(0.9, 1, 1)], 'Reviewers have agreed with the AI in 1 of 1 decision so far'],
      [[band(0.5, 2, 4), band(0.9, 5, 6)], 'Reviewers have agreed with the AI in 7 of 10 decisions so far'],
      [[band(0.5, 60), band(0.8, 95), band(0.9, 99)], 'From 80% confidence, reviewers nearly always agree'],
      [[band(0.5, 60), band(0.8, 0, 0), band(0.9, 99)], 'From 90% confidence, reviewers nearly always agree'],
      [[band(0.5, 97), band(0.9, 99)], 'Reviewers nearly always agree, however confident the AI is'],
      [[band(0.5, 70), band(0.9, 70)], 'Reviewers agree in 70% of decisions, however confident the AI is'],
      [[band(0.5, 96), band(0.9, 80)], 'Reviewers agree most at 50–59% confidence, in 96% of decisions'],
      [
        [band(0.5, 80), band(0.7, 85), band(0.9, 85)],
        'Reviewers agree most at 70–79% and 90–100% confidence, in 85% of decisions',
      ],
    ]),
  )('%s', (text, bands) => expect(describeConfidence(bands)).toBe(text));

  it('has no empty bands below the lowest one with a decision', () => {
    const bands = [band(0, 0, 0), band(0.5, 1, 2), band(0.6, 0, 0)];
    expect(listBands(bands).map(formatBand)).toEqual(['50–59%', '60–69%']);
    expect(listBands([band(0, 0, 0)])).toEqual([]);
    expect([band(0, 1), band(0.9, 1)].map(formatBand)).toEqual(['0–49%', '90–100%']);
  });
});

describe('agreement by category', () => {
  it.each(
    byText<Parameters<typeof describeCategories>[0]>([
      [[], 'No decisions to compare yet'],
      [[category('Fiction', 0, 0)], 'No decisions to compare yet'],
      [
        [category('Fiction', 2, 9), category('Drama', 7, 9)],
        'Reviewers have agreed with the AI in 9 of 18 decisions so far',
      ],
      [[category('Fiction', 93)], 'The AI and reviewers agree on 93% of Fiction'],
      [[category('Fiction', 100), category('Lifestyle', 7, 7)], 'The AI and reviewers agree in every category'],
      [[category('Fiction', 93), category('Lifestyle', 93)], 'The AI and reviewers agree on 93% in every category'],
      [[category('Fiction', 93), category('Lifestyle', 92)], 'The AI and reviewers differ most on Lifestyle'],
      [
        [category('Fiction', 93), category('Lifestyle', 83), category('Creative Works', 85)],
        'The AI and reviewers differ most on Lifestyle and Creative Works',
      ],
      [
        [category('a', 93), category('b', 80), category('c', 80), category('d', 80)],
        'The AI and reviewers agree on 80% to 93%, by category',
      ],
    ]),
  )('%s', (text, categories) => expect(describeCategories(categories)).toBe(text));

  it('the worst ones, at most two, have less agreement than every other one', () => {
    const categories = fc.array(
      fc.record({ agreed: fc.nat(30), decided: fc.nat(30) }).filter(({ agreed, decided }) => agreed <= decided),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(categories, (figures) => {
        const all = figures.map((figure, at) => ({ ...figure, category: `c${at}` }));
        const worst = findWorstCategories(all);
        expect(worst.length).toBeLessThanOrEqual(2);
        const others = all.filter((each) => each.decided > 0 && !worst.includes(each.category));
        for (const name of worst) {
          const { agreed, decided } = all.find((each) => each.category === name) as CategoryAgreement;
          expect(decided).toBeGreaterThan(0);
          for (const other of others) {
            expect(toPercent(agreed, decided)).toBeLessThan(toPercent(other.agreed, other.decided));
          }
        }
        if (worst.length > 0) expect(others.length).toBeGreaterThan(0);
      }),
    );
  });
});

it.each([
  [0, 0, 'Reviewers haven’t decided anything yet'],
  [1, 0, 'Reviewers have approved everything'],
  [0, 1, 'Reviewers have rejected everything'],
  [1, 1, 'Reviewers have approved 1 of 2 so far'],
  [902, 138, 'Reviewers approve 87%'],
])('%i approved and %i rejected: %s', (approved, rejected, text) => {
  expect(describeAdminReviews({ admin_approved_reviews: approved, admin_rejected_reviews: rejected })).toBe(text);
});

describe('decisions per week', () => {
  it.each(
    byText<Parameters<typeof describeWeeks>[0]>([
      [[], 'No decisions in the last 12 weeks'],
      [[week(0), week(0)], 'No decisions in the last 2 weeks'],
      [[week(0), week(1)], '1 decision so far this week'],
      [[week(1), week(0)], 'About 1 decision a week, none ask for changes'],
      [[week(1), week(0), week(0), week(0), week(9)], 'Less than one decision a week, none ask for changes'],
      [[week(3), week(61)], '61 decisions so far this week, about 3 a week before'],
      [[week(0), week(90, 5, 5), week(70, 15, 5), week(3)], 'About 95 decisions a week, 10% ask for changes'],
    ]),
  )('%s', (text, weeks) => expect(describeWeeks(weeks)).toBe(text));

  it('are read out as a range', () => {
    expect(describeWeekRange([week(77), week(92), week(26)])).toBe(
      'Decisions per week, the last 3 weeks: from 26 to 92, 26 so far this week',
    );
    expect(describeWeekRange([week(1), week(1)])).toBe(
      'Decisions per week, the last 2 weeks: 1 decision in each, 1 so far this week',
    );
  });

  it('are named by the day on which the week starts', () => expect(formatWeek('2026-09-21')).toBe('21 Sept'));
});

it('missing values are 0', () => {
  const stats = completeStats({ total_publications: 3, draft_count: null as never });
  expect(stats).toMatchObject({ total_publications: 3, draft_count: 0, matrix: [], decisions_by_week: [] });
});
