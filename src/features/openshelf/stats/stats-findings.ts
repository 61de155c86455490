import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatPercent, toPercent } from './percents.ts';
import {
  type Agreement,
  type Band,
  type CategoryAgreement,
  countDecisions,
  MIN_SAMPLE_SIZE,
  findWorstCategories,
  formatBand,
  getAgreementPercent,
  listDecided,
  type MatrixRow,
  sumAgreement,
  type Week,
} from './stats-figures.ts';

// The headings of the charts. They compare what the charts show, rounded percents, so that they never contradict them.

/** From this share on, reviewers 'nearly always' agree. */
const NEARLY_ALWAYS = 95;
const NOTHING_TO_COMPARE = 'No decisions to compare yet';

export function describePublished({
  total_publications: total,
  published_count: published,
}: OpenshelfStatsJson): string {
  if (published === 0) return 'Nothing is published yet';
  if (published >= total) return 'Every publication is published';
  if (total < MIN_SAMPLE_SIZE)
    return `${published} of ${total} publications ${pluralize(published, 'is', 'are')} published`;
  return `${formatPercent(published, total)} of publications are published`;
}

type AiReviews = Pick<OpenshelfStatsJson, 'ai_approved_reviews' | 'ai_rejected_reviews' | 'ai_needs_review'>;

export const countAiReviews = (stats: AiReviews): number =>
  stats.ai_approved_reviews + stats.ai_rejected_reviews + stats.ai_needs_review;

export function describeAiReviews(stats: AiReviews): string {
  const total = countAiReviews(stats);
  const passedOn = stats.ai_needs_review;
  if (total === 0) return 'The AI hasn’t reviewed anything yet';
  if (passedOn === 0) return 'The AI decides everything itself';
  if (passedOn === total) return 'The AI passes everything on';
  if (total < MIN_SAMPLE_SIZE)
    return `The AI has decided ${total - passedOn} of ${formatCount(total, 'review')} itself`;
  const percent = toPercent(passedOn, total);
  if (percent === 0) return 'The AI decides nearly everything itself';
  if (percent === 100) return 'The AI passes nearly everything on';
  return `The AI decides ${100 - percent}% itself and passes on ${percent}%`;
}

/** In how many decisions reviewers decided against the AI. Where it passed the work on, there is nothing to overrule. */
export function describeOverruled(matrix: readonly MatrixRow[]): string {
  const judged = matrix.filter(({ ai_decision: decision }) => decision !== 'needs_review');
  const decided = judged.reduce((sum, { approved, rejected }) => sum + approved + rejected, 0);
  const overruled = judged.reduce(
    (sum, { ai_decision: decision, approved, rejected }) => sum + (decision === 'approved' ? rejected : approved),
    0,
  );
  if (decided === 0) return NOTHING_TO_COMPARE;
  if (overruled === 0) return 'Reviewers have never overruled the AI';
  if (overruled === decided) return 'Reviewers have always overruled the AI';
  return `Reviewers overruled the AI in ${formatNumber(overruled)} of ${formatNumber(decided)} decisions`;
}

const describeFew = ({ agreed, decided }: Agreement): string =>
  `Reviewers have agreed with the AI in ${agreed} of ${formatCount(decided, 'decision')} so far`;

export function describeConfidence(bands: readonly Band[]): string {
  const decided = listDecided(bands);
  const sum = sumAgreement(decided);
  if (sum.decided === 0) return NOTHING_TO_COMPARE;
  if (sum.decided < MIN_SAMPLE_SIZE) return describeFew(sum);
  const percents = decided.map(getAgreementPercent);
  const lastBelow = percents.findLastIndex((percent) => percent < NEARLY_ALWAYS);
  if (lastBelow === -1) return 'Reviewers nearly always agree, however confident the AI is';
  const firstSure = decided[lastBelow + 1];
  if (firstSure) return `From ${Math.round(firstSure.from * 100)}% confidence, reviewers nearly always agree`;
  return describeBestBands(decided, percents);
}

function describeBestBands(bands: readonly Band[], percents: readonly number[]): string {
  const best = Math.max(...percents);
  const labels = bands.filter((_, at) => percents[at] === best).map(formatBand);
  if (labels.length === bands.length && bands.length > 1) {
    return `Reviewers agree in ${best}% of decisions, however confident the AI is`;
  }
  return `Reviewers agree most at ${formatList(labels)} confidence, in ${best}% of decisions`;
}

export function describeCategories(categories: readonly CategoryAgreement[]): string {
  const decided = listDecided(categories);
  const [only] = decided;
  if (!only) return NOTHING_TO_COMPARE;
  const sum = sumAgreement(decided);
  if (sum.decided < MIN_SAMPLE_SIZE) return describeFew(sum);
  const percents = decided.map(getAgreementPercent);
  const [least, most] = [Math.min(...percents), Math.max(...percents)];
  if (decided.length === 1) return `The AI and reviewers agree on ${most}% of ${only.category}`;
  if (least === most) {
    return most === 100
      ? 'The AI and reviewers agree in every category'
      : `The AI and reviewers agree on ${most}% in every category`;
  }
  const worst = findWorstCategories(decided);
  return worst.length > 0
    ? `The AI and reviewers differ most on ${formatList(worst)}`
    : `The AI and reviewers agree on ${least}% to ${most}%, by category`;
}

type AdminReviews = Pick<OpenshelfStatsJson, 'admin_approved_reviews' | 'admin_rejected_reviews'>;

/** Rejections include those that ask for changes. */
export const countAdminReviews = (stats: AdminReviews): number =>
  stats.admin_approved_reviews + stats.admin_rejected_reviews;

export function describeAdminReviews(stats: AdminReviews): string {
  const total = countAdminReviews(stats);
  if (total === 0) return 'Reviewers haven’t decided anything yet';
  if (stats.admin_rejected_reviews === 0) return 'Reviewers have approved everything';
  if (stats.admin_approved_reviews === 0) return 'Reviewers have rejected everything';
  if (total < MIN_SAMPLE_SIZE) return `Reviewers have approved ${stats.admin_approved_reviews} of ${total} so far`;
  return `Reviewers approve ${formatPercent(stats.admin_approved_reviews, total)}`;
}

/** The average of the whole weeks from the first one with a decision, and how many decisions ask for changes. */
export function describeWeeks(weeks: readonly Week[]): string {
  const first = weeks.findIndex((week) => countDecisions(week) > 0);
  if (first === -1) return `No decisions in the last ${formatCount(weeks.length || 12, 'week')}`;
  const counts = weeks.map(countDecisions);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const whole = counts.slice(first, -1);
  if (whole.length === 0) return `${formatCount(total, 'decision')} so far this week`;
  const current = counts.at(-1) ?? 0;
  const average = Math.round(whole.reduce((sum, count) => sum + count, 0) / whole.length);
  // A busy week would make the average of the weeks before it look wrong beside its bar.
  if (current > 2 * average && current >= MIN_SAMPLE_SIZE)
    return `${formatCount(current, 'decision')} so far this week, about ${formatNumber(average)} a week before`;
  const pace = average === 0 ? 'Less than one decision a week' : `About ${formatCount(average, 'decision')} a week`;
  const changes = weeks.reduce((sum, { changes_requested: count }) => sum + count, 0);
  if (changes === 0) return `${pace}, none ask for changes`;
  return `${pace}, ${formatPercent(changes, total)} ask for changes`;
}

/** 'Decisions per week since 7 September': what a screen reader says of the chart. */
export function describeWeekRange(weeks: readonly Week[]): string {
  const counts = weeks.map(countDecisions);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `Decisions per week, the last ${formatCount(weeks.length, 'week')}: ${
    least === most
      ? `${formatNumber(most)} ${pluralize(most, 'decision')} in each`
      : `from ${formatNumber(least)} to ${formatNumber(most)}`
  }, ${formatNumber(counts.at(-1) ?? 0)} so far this week`;
}
