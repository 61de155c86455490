/** What the company sells. */
export type Catalogue = { products: readonly Product[]; plans: readonly Plan[] };

export type Product = {
  id: number;
  name: string;
  description: string;
  /** The page where a plan is chosen; null where none is sold. */
  pricesAddress: string | null;
  hasWaitingList: boolean;
  /** Where the product is used; null where it has no app. */
  appUrl: string | null;
};

export type Plan = {
  planName: string;
  productId: number;
  productName: string;
  /** Per month, in whole units of the currency; 0 is free. */
  price: number;
  currency: string;
  interval: 'month';
  badge: string | null;
  features: readonly string[];
  limits: PlanLimits | null;
};

type PlanLimits = { generationsPerMonth: number; wordsPerGeneration: number };
