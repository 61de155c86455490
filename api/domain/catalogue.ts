/** Products and plans: the one catalogue that pages, prices and checkout read. Prices are per month, in the currency of `region.ts`. */
import { formatPrice } from './money.ts';
import { region } from './region.ts';

export const productIds = { taxmate: 1, openshelf: 2, genmate: 4, chatmate: 5 } as const;

export const products = [
  {
    id: productIds.taxmate,
    name: 'TaxMate',
    get description() {
      return `Tax management for people who would rather be doing something else. ${formatPrice(6, region.currency)} per month.`;
    },
  },
  {
    id: productIds.openshelf,
    name: 'OpenShelf',
    description: 'Publish long-form work on a public shelf, in every format readers use.',
  },
  {
    id: productIds.genmate,
    name: 'GenMate',
    description: 'Long-form writing, chapter by chapter, from outline to finished book.',
  },
  { id: productIds.chatmate, name: 'ChatMate', description: 'A chat assistant for everyday work. Coming soon.' },
] as const;

/** Where 'start free' leads: the app of GenMate. */
export const GENMATE_APP_URL = 'https://genmate.mateworks.example/start';

/** The apps of products: where each one lives. */
export const productApps = [{ origin: new URL(GENMATE_APP_URL).origin, productName: 'GenMate' }];

export type GenmatePlanName = 'Starter' | 'Creator' | 'Pro' | 'Studio';
/** One word each: it is a part of the name of a setting. A new one doesn’t compile without its words on the page of prices. */
export type PlanName = GenmatePlanName | 'TaxMate';

export type Plan = {
  planName: PlanName;
  productId: number;
  productName: 'GenMate' | 'TaxMate';
  /** Per month, in whole units of the currency; 0 is free. */
  price: number;
  currency: string;
  interval: 'month';
  badge: string | null;
  features: readonly string[];
};

const genmate = { productId: productIds.genmate, productName: 'GenMate', interval: 'month' } as const;

/** A plan with its price in the currency of the settings, whichever it is when somebody asks. */
const definePlan = <Declared extends Omit<Plan, 'currency'>>(plan: Declared): Declared & Plan => ({
  ...plan,
  get currency() {
    return region.currency;
  },
});

const sharedFeatures = ['Projects', 'Version management on cloud storage', 'Export to EPUB, PDF and HTML'] as const;

type GenmatePlan = Plan & { planName: GenmatePlanName; generationsPerMonth: number; wordsPerGeneration: number };

export const genmatePlans: readonly GenmatePlan[] = [
  definePlan({
    ...genmate,
    planName: 'Starter',
    price: 0,
    generationsPerMonth: 3,
    wordsPerGeneration: 10_000,
    badge: null,
    features: ['3 generations per month', 'Up to 10,000 words each', ...sharedFeatures],
  }),
  definePlan({
    ...genmate,
    planName: 'Creator',
    price: 10,
    generationsPerMonth: 10,
    wordsPerGeneration: 100_000,
    badge: 'Most Popular',
    features: [
      '10 generations per month',
      'Up to 100,000 words per generation',
      'Priority email support',
      ...sharedFeatures,
    ],
  }),
  definePlan({
    ...genmate,
    planName: 'Pro',
    price: 30,
    generationsPerMonth: 30,
    wordsPerGeneration: 100_000,
    badge: 'Best Value',
    features: ['30 generations per month', 'Up to 100,000 words per generation', ...sharedFeatures],
  }),
  definePlan({
    ...genmate,
    planName: 'Studio',
    price: 120,
    generationsPerMonth: 120,
    wordsPerGeneration: 100_000,
    badge: 'Enterprise',
    features: ['120 generations per month', 'Up to 100,000 words per generation', ...sharedFeatures],
  }),
];

export const taxmatePlan: Plan = definePlan({
  planName: 'TaxMate',
  productId: productIds.taxmate,
  productName: 'TaxMate',
  price: 6,
  interval: 'month',
  badge: null,
  features: [
    'Records of income and expenses, with receipts',
    'A calendar of due dates, with reminders',
    'Export as CSV and PDF',
  ],
});

export const plans: readonly Plan[] = [...genmatePlans, taxmatePlan];

/** Plans that are bought: each has a price at the payment provider. */
export const paidPlans: readonly Plan[] = plans.filter((plan) => plan.price > 0);

export const findPlan = (planName: string): Plan | undefined => plans.find((plan) => plan.planName === planName);

/** Whether the second of two plans of a product gives more: by their prices here, whatever somebody pays who keeps an earlier one. */
export const isUpgrade = (fromPlan: string, toPlan: string): boolean =>
  (findPlan(toPlan)?.price ?? 0) > (findPlan(fromPlan)?.price ?? 0);

/** 'GenMate Creator'; one name for a product whose only plan is called the same. */
export const formatPlanName = (productName: string, planName: string): string =>
  productName === planName ? planName : `${productName} ${planName}`;
