import { findPrice } from './catalogue.ts';
import type { Plan } from './catalogue-types.ts';
import { formatPercent } from './numbers.ts';

/** By how many percent a year costs less than twelve months, rounded down; null where that is less than one, or a plan has one price only. */
export function getYearlySaving(plan: Pick<Plan, 'prices'>): number | null {
  const [month, year] = [findPrice(plan, 'month'), findPrice(plan, 'year')];
  if (!month || !year) return null;
  // In hundredths of a percent first: 0.07 * 100 is more than 7.
  const saving = Math.floor(Math.round((1 - year.amount / (12 * month.amount)) * 10_000) / 100);
  return saving >= 1 ? saving : null;
}

/** '17% less', 'up to 20% less' of plans that differ; null where a year of none costs less. */
export function formatYearlySaving(plans: readonly Pick<Plan, 'prices'>[]): string | null {
  const savings = plans.filter(({ prices }) => prices.length > 1).map((plan) => getYearlySaving(plan) ?? 0);
  const most = Math.max(0, ...savings);
  if (most === 0) return null;
  return `${savings.every((saving) => saving === most) ? '' : 'up to '}${formatPercent(most)} less`;
}
