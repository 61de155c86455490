import { formatPlanName, paidPlans, type PlanName } from './catalogue.ts';

export type PlanFilter = 'any' | 'none' | PlanName;

/** Filters of the list of users by their live subscriptions; ended ones don't count. */
export const planFilterLabels: Readonly<Record<string, string>> = {
  any: 'Any plan',
  none: 'No plan',
  ...Object.fromEntries(
    paidPlans.map(({ planName, productName }) => [planName, formatPlanName(productName, planName)]),
  ),
};
export const planFilters: readonly PlanFilter[] = ['any', 'none', ...paidPlans.map(({ planName }) => planName)];

export const signInFilterLabels = {
  last_30_days: 'In the last 30 days',
  over_90_days: 'More than 90 days ago',
  never: 'Never',
} as const;
export type SignInFilter = keyof typeof signInFilterLabels;
export const signInFilters = Object.keys(signInFilterLabels) as SignInFilter[];
