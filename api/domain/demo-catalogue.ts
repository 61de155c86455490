import type { Catalogue, Plan } from './catalogue-types.ts';
import { formatPrice } from './money.ts';
import { region } from './region.ts';

/** What the demo's company sells; the pages and documents of the demo name its products. */
export const productIds = { taxmate: 1, openshelf: 2, genmate: 4, chatmate: 5 } as const;

/** Where 'start free' leads: the app of GenMate. */
export const GENMATE_APP_URL = 'https://genmate.mateworks.example/start';

const withoutPlans = { pricesAddress: null, hasWaitingList: false, appUrl: null } as const;

const products: Catalogue['products'] = [
  {
    ...withoutPlans,
    id: productIds.taxmate,
    name: 'TaxMate',
    get description() {
      return `Tax management for people who would rather be doing something else. ${formatPrice(6, region.currency)} per month.`;
    },
    pricesAddress: '/subscribe',
  },
  {
    ...withoutPlans,
    id: productIds.openshelf,
    name: 'OpenShelf',
    description: 'Publish long-form work on a public shelf, in every format readers use.',
  },
  {
    id: productIds.genmate,
    name: 'GenMate',
    description: 'Long-form writing, chapter by chapter, from outline to finished book.',
    pricesAddress: '/genmate/pricing',
    hasWaitingList: true,
    appUrl: GENMATE_APP_URL,
  },
  {
    ...withoutPlans,
    id: productIds.chatmate,
    name: 'ChatMate',
    description: 'A chat assistant for everyday work. Coming soon.',
    hasWaitingList: true,
  },
];

/** A plan with its price in the currency of the settings, whichever it is when somebody asks. */
const definePlan = <const Declared extends Omit<Plan, 'currency' | 'interval'>>(
  declared: Declared,
): Declared & Plan => ({
  ...declared,
  interval: 'month',
  get currency() {
    return region.currency;
  },
});

const genmate = { productId: productIds.genmate, productName: 'GenMate' } as const;
const sharedFeatures = ['Projects', 'Version management on cloud storage', 'Export to EPUB, PDF and HTML'] as const;

export const genmatePlans = [
  definePlan({
    ...genmate,
    planName: 'Starter',
    price: 0,
    limits: { generationsPerMonth: 3, wordsPerGeneration: 10_000 },
    badge: null,
    features: ['3 generations per month', 'Up to 10,000 words each', ...sharedFeatures],
  }),
  definePlan({
    ...genmate,
    planName: 'Creator',
    price: 10,
    limits: { generationsPerMonth: 10, wordsPerGeneration: 100_000 },
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
    limits: { generationsPerMonth: 30, wordsPerGeneration: 100_000 },
    badge: 'Best Value',
    features: ['30 generations per month', 'Up to 100,000 words per generation', ...sharedFeatures],
  }),
  definePlan({
    ...genmate,
    planName: 'Studio',
    price: 120,
    limits: { generationsPerMonth: 120, wordsPerGeneration: 100_000 },
    badge: 'Enterprise',
    features: ['120 generations per month', 'Up to 100,000 words per generation', ...sharedFeatures],
  }),
];

export const taxmatePlan = definePlan({
  planName: 'TaxMate',
  productId: productIds.taxmate,
  productName: 'TaxMate',
  price: 6,
  limits: null,
  badge: null,
  features: [
    'Records of income and expenses, with receipts',
    'A calendar of due dates, with reminders',
    'Export as CSV and PDF',
  ],
});

export const demoCatalogue: Catalogue = { products, plans: [...genmatePlans, taxmatePlan] };

type DemoPlan = (typeof genmatePlans)[number] | typeof taxmatePlan;
export type DemoPlanName = DemoPlan['planName'];

/** The plans of the demo that are bought: each has a setting for its prices at Stripe. */
export const demoPaidPlans: readonly DemoPlan[] = [...genmatePlans, taxmatePlan].filter(({ price }) => price > 0);
