/** What the company sells, and what it has sold: archived ones too. */
export type Catalogue = {
  products: readonly Product[];
  plans: readonly Plan[];
  priceIds: PriceIds;
};

/** Prices at the payment provider by the key of their plan: the one that it is sold for first, then those it was sold for earlier. */
export type PriceIds = Readonly<Record<string, readonly string[]>>;

export type PlanInterval = 'month' | 'year';

export type Product = {
  id: number;
  /** What texts and sections name it by, whatever it is called: 'genmate'. */
  key: string;
  name: string;
  /** May hold placeholders. */
  description: string;
  /** The page where a plan is chosen; null where none is sold. */
  pricesAddress: string | null;
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
  /** For each interval, in whole units of the currency; 0 is free. */
  price: number;
  currency: string;
  interval: PlanInterval;
  badge: string | null;
  features: readonly string[];
  limits: PlanLimits | null;
  /** It isn’t sold any more; whoever has it keeps it. */
  isArchived: boolean;
};

type PlanLimits = { generationsPerMonth: number; wordsPerGeneration: number };
