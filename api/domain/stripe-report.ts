import type { CheckedPrice } from './price-sale.ts';

/** What a check of the account at Stripe looks at, in the order in which it is shown. */
export const stripeCheckNames = [
  'key',
  'permissions',
  'mode',
  'prices',
  'endpoint',
  'events',
  'secret',
  'deliveries',
  'portal',
  'clock',
] as const;
export type StripeCheckName = (typeof stripeCheckNames)[number];

/** `error`: payments or webhooks fail. `warning`: someone should look. `skipped`: it could not be checked, or has no result yet. */
export const stripeCheckStates = ['ok', 'warning', 'error', 'skipped'] as const;
export type StripeCheckState = (typeof stripeCheckStates)[number];

export const stripeCheckTitles: Readonly<Record<StripeCheckName, string>> = {
  key: 'Secret key',
  permissions: 'Permissions',
  mode: 'Mode',
  prices: 'Prices',
  endpoint: 'Webhook endpoint',
  events: 'Webhook events',
  secret: 'Webhook secret',
  deliveries: 'Last delivery',
  portal: 'Customer portal',
  clock: 'Clock',
};

export type StripeCheckLine = {
  name: StripeCheckName;
  state: StripeCheckState;
  /** What is so, and what follows from it. */
  text: string;
  /** What exactly: events, permissions, plans. */
  details: string[];
  /** How to put it right; null where nothing is to be done. */
  remedy: string | null;
  /** When what the text says happened (UTC ms); null for what is so now. */
  at: number | null;
};

export type StripeReport = {
  mode: 'live' | 'test' | 'sandbox';
  /** While a check runs, those that are known. */
  lines: StripeCheckLine[];
  /** What was found of each price. Not there while it isn’t known, and in reports of earlier versions. */
  prices?: CheckedPrice[];
  startedAt: number;
  /** Null while it runs. */
  finishedAt: number | null;
};

export const needsSomeone = ({ state }: Pick<StripeCheckLine, 'state'>): boolean =>
  state === 'error' || state === 'warning';
