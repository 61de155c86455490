import type { PlanInterval } from './catalogue-types.ts';

/** Checks of the site as a whole, in their order: none of them belongs to one plan. */
export const siteStepNames = ['feature', 'database', 'account', 'webhook'] as const;

/** Steps of one purchase, in their order. A step that fails ends the purchase, and those after it are skipped. */
export const purchaseStepNames = [
  'page',
  'price',
  'checkout',
  'payment',
  'welcome',
  'access',
  'receipt',
  'program',
  'cancellation',
  'refund',
] as const;

export type RehearsalStepName = (typeof siteStepNames)[number] | (typeof purchaseStepNames)[number];

export const rehearsalStepTitles: Readonly<Record<RehearsalStepName, string>> = {
  feature: 'Subscriptions',
  database: 'Database',
  account: 'Payments',
  webhook: 'Webhook',
  page: 'Page with the plan',
  price: 'Price',
  checkout: 'Checkout',
  payment: 'Payment page',
  welcome: 'Page after the payment',
  access: 'Access',
  receipt: 'Receipt',
  program: 'Webhook to your programs',
  cancellation: 'Cancellation',
  refund: 'Refund',
};

export const rehearsalStepStates = ['ok', 'failed', 'skipped'] as const;

export type RehearsalStep = {
  name: RehearsalStepName;
  state: (typeof rehearsalStepStates)[number];
  /** What happened, as a sentence. */
  text: string;
  /** How to put it right; null where nothing is to be done. */
  remedy: string | null;
};

/** A page or an email that the customer of a rehearsal saw; its HTML is in a row of its own. */
export type RehearsalRecord = { id: number; kind: 'page' | 'email'; title: string };

export type RehearsedPurchase = {
  planKey: string;
  planName: string;
  productName: string;
  interval: PlanInterval;
  /** What the site says, in minor units of `currency`. */
  amount: number;
  currency: string;
  steps: RehearsalStep[];
  records: RehearsalRecord[];
};

export type RehearsalReport = { steps: RehearsalStep[]; purchases: RehearsedPurchase[] };

const hasFailed = ({ state }: RehearsalStep): boolean => state === 'failed';

/** Whether every step of the site and of every purchase went well; a site that sells nothing has nothing to pass. */
export const hasPassed = ({ steps, purchases }: RehearsalReport): boolean =>
  purchases.length > 0 && !steps.some(hasFailed) && !purchases.some((purchase) => purchase.steps.some(hasFailed));

/** What failed, in one sentence each, with the plan where it is about one. */
export const listRehearsalFailures = ({ steps, purchases }: RehearsalReport): string[] => [
  ...steps.filter(hasFailed).map(({ text }) => text),
  ...purchases.flatMap((purchase) => purchase.steps.filter(hasFailed).map(({ text }) => text)),
];

/**
 * `passed`: a rehearsal went well after the last change of what is sold. `outdated`: what is sold has changed since. `none`: there was
 * never one.
 */
export const rehearsalStates = ['none', 'running', 'passed', 'failed', 'outdated'] as const;
export type RehearsalState = (typeof rehearsalStates)[number];
