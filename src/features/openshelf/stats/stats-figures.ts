import { formatCalendarDay } from '#src/lib/format/dates.ts';
import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { toPercent } from './percents.ts';

export type Agreement = { agreed: number; decided: number };
export type Band = OpenshelfStatsJson['agreement_by_confidence'][number];
export type CategoryAgreement = OpenshelfStatsJson['agreement_by_category'][number];
export type Week = OpenshelfStatsJson['decisions_by_week'][number];
export type MatrixRow = OpenshelfStatsJson['matrix'][number];

/** Below this number a share says little: headings give the numbers instead, and nothing is called the worst. */
export const MIN_SAMPLE_SIZE = 20;

const EMPTY: OpenshelfStatsJson = {
  total_publications: 0,
  published_count: 0,
  publication_rate: 0,
  pending_admin_review: 0,
  admin_approval_rate: 0,
  ai_approval_rate: 0,
  draft_count: 0,
  submitted_count: 0,
  ai_reviewing_count: 0,
  ai_approved_count: 0,
  ai_rejected_count: 0,
  admin_reviewing_count: 0,
  approved_count: 0,
  rejected_count: 0,
  withdrawn_count: 0,
  ai_approved_reviews: 0,
  ai_rejected_reviews: 0,
  ai_needs_review: 0,
  admin_approved_reviews: 0,
  admin_rejected_reviews: 0,
  admin_changes_requested: 0,
  oldest_queued_at: null,
  matrix: [],
  agreement_by_confidence: [],
  agreement_by_category: [],
  decisions_by_week: [],
  as_of: '',
};

/** Missing values show as 0 (specification, section 5). */
export function completeStats(stats: Partial<OpenshelfStatsJson>): OpenshelfStatsJson {
  const known = Object.entries(stats).filter(([, value]) => value !== null && value !== undefined);
  return { ...EMPTY, ...Object.fromEntries(known) };
}

export const getAgreementPercent = ({ agreed, decided }: Agreement): number => toPercent(agreed, decided);

/** Those with something to compare. */
export const listDecided = <Item extends Agreement>(items: readonly Item[]): Item[] =>
  items.filter(({ decided }) => decided > 0);

export const sumAgreement = (items: readonly Agreement[]): Agreement => ({
  agreed: items.reduce((sum, { agreed }) => sum + agreed, 0),
  decided: items.reduce((sum, { decided }) => sum + decided, 0),
});

/** The bands of confidence from the lowest one with a decision; those below it are left out. */
export function listBands(bands: readonly Band[]): Band[] {
  const first = bands.findIndex(({ decided }) => decided > 0);
  return first === -1 ? [] : bands.slice(first);
}

/** '80–89%' for 0.8 to 0.9; the last one ends at 100%. */
export function formatBand({ from, to }: Pick<Band, 'from' | 'to'>): string {
  const [start, end] = [Math.round(from * 100), Math.round(to * 100)];
  return `${start}–${end >= 100 ? 100 : end - 1}%`;
}

/** '80–89%', '90%+': short enough for six side by side on the phone. */
export const formatBandLabel = (band: Pick<Band, 'from' | 'to'>): string =>
  band.to >= 1 ? `${Math.round(band.from * 100)}%+` : formatBand(band);

/** By agreement, the best first. */
export const sortByAgreement = (categories: readonly CategoryAgreement[]): CategoryAgreement[] =>
  [...categories].sort((a, b) => getAgreementPercent(b) - getAgreementPercent(a) || b.decided - a.decided);

/**
 * The two categories with the least agreement, the worst first, as far as every other one has more: one where two more
 * share the second place, none where all are alike or the decisions are few.
 */
export function findWorstCategories(categories: readonly CategoryAgreement[]): string[] {
  const sorted = sortByAgreement(listDecided(categories)).reverse();
  if (sumAgreement(sorted).decided < MIN_SAMPLE_SIZE) return [];
  const isBelowNext = (count: number) => {
    const [last, next] = [sorted[count - 1], sorted[count]];
    return last !== undefined && next !== undefined && getAgreementPercent(last) < getAgreementPercent(next);
  };
  const count = [2, 1].find(isBelowNext) ?? 0;
  return sorted.slice(0, count).map(({ category }) => category);
}

export const countDecisions = ({ approved, changes_requested, rejected }: Week): number =>
  approved + changes_requested + rejected;

/** '21 Sep' for the week that starts on 2026-09-21. */
export const formatWeek = formatCalendarDay;
