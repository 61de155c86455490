/** What the company sells, and what it has sold: archived ones too. */
export type Catalogue = {
  products: readonly Product[];
  plans: readonly Plan[];
  priceIds: PriceIds;
};

/** Prices at the payment provider by the key of their plan: those that it is sold for first, then those that it was sold for earlier. */
export type PriceIds = Readonly<Record<string, readonly PlanPriceId[]>>;

/** A price at the payment provider. `isCurrent`: the plan is sold for it now. */
export type PlanPriceId = { priceId: string; interval: PlanInterval; isCurrent: boolean };

export type PlanInterval = 'month' | 'year';

/** `amount` in whole units of the currency, above 0. */
export type PlanPrice = { interval: PlanInterval; amount: number };

export type PlanLimit = {
  /** The name as programs read it: 'generations_per_month'. */
  key: string;
  name: string;
  /** Null: there is no limit. */
  number: number | null;
  /** 'GB'; may be empty. */
  unit: string;
};

export type Product = {
  id: number;
  /** What texts and sections name it by, whatever it is called: 'genmate'. */
  key: string;
  name: string;
  /** May hold placeholders. */
  description: string;
  /** The page where a plan is chosen; null where none is sold. */
  pricesAddress: string | null;
  /** In percent, where it isn’t that of the settings: what the company charges without Stripe Tax. */
  taxRate: number | null;
  hasWaitingList: boolean;
  /** Where the product is used; null where it has no app. */
  appUrl: string | null;
  /** Users choose how early they get its new features. */
  hasProgram: boolean;
  isArchived: boolean;
};

export type Plan = {
  /** What subscriptions, invoices and the payment provider know it by, whatever it is called. */
  key: string;
  planName: string;
  /** Links hold them, so they find the plan, and no other plan may take them. The newest first. */
  earlierNames: readonly string[];
  productId: number;
  productName: string;
  /** By the month first; a free plan has none. */
  prices: readonly PlanPrice[];
  currency: string;
  /** Days that a first subscription is free at its start; 0 for none. */
  trialDays: number;
  /** A price is for each seat, and buyers say how many they take. */
  sellsSeats: boolean;
  badge: string | null;
  features: readonly string[];
  limits: readonly PlanLimit[];
  /** It isn’t sold any more; whoever has it keeps it. */
  isArchived: boolean;
};
