import type { SitePlan } from '#api/domain/site-plans.ts';
import { productIds } from './products.ts';

type Given = {
  product: keyof typeof productIds;
  position: number;
  price: number;
  badge?: string;
  limits?: { generations: number; words: number };
  features: readonly string[];
};

/** A plan is known by the name that it has in the demo. */
const definePlan = <const Key extends string>(key: Key, given: Given): SitePlan & { key: Key } => ({
  key,
  name: key,
  product_id: productIds[given.product],
  position: given.position,
  price_month: given.price,
  price_year: null,
  stripe_price_month: '',
  stripe_price_year: '',
  trial_days: null,
  sells_seats: false,
  badge: given.badge ?? '',
  features: given.features.map((text) => ({ text })),
  limits: given.limits
    ? [
        { name: 'Generations per month', number: given.limits.generations, unit: '' },
        { name: 'Words per generation', number: given.limits.words, unit: '' },
      ]
    : [],
  is_archived: false,
});

const sharedFeatures = ['Projects', 'Version management on cloud storage', 'Export to EPUB, PDF and HTML'] as const;

/** The plans of the demo. */
export const demoPlans = [
  definePlan('Starter', {
    product: 'genmate',
    position: 1,
    price: 0,
    limits: { generations: 3, words: 10_000 },
    features: ['3 generations per month', 'Up to 10,000 words each', ...sharedFeatures],
  }),
  definePlan('Creator', {
    product: 'genmate',
    position: 2,
    price: 10,
    badge: 'Most Popular',
    limits: { generations: 10, words: 100_000 },
    features: [
      '10 generations per month',
      'Up to 100,000 words per generation',
      'Priority email support',
      ...sharedFeatures,
    ],
  }),
  definePlan('Pro', {
    product: 'genmate',
    position: 3,
    price: 30,
    badge: 'Best Value',
    limits: { generations: 30, words: 100_000 },
    features: ['30 generations per month', 'Up to 100,000 words per generation', ...sharedFeatures],
  }),
  definePlan('Studio', {
    product: 'genmate',
    position: 4,
    price: 120,
    badge: 'Enterprise',
    limits: { generations: 120, words: 100_000 },
    features: ['120 generations per month', 'Up to 100,000 words per generation', ...sharedFeatures],
  }),
  definePlan('TaxMate', {
    product: 'taxmate',
    position: 5,
    price: 6,
    features: [
      'Records of income and expenses, with receipts',
      'A calendar of due dates, with reminders',
      'Export as CSV and PDF',
    ],
  }),
];

type DemoPlan = (typeof demoPlans)[number];
export type DemoPlanKey = DemoPlan['key'];

/** The plans of the demo that are bought: each has a setting for its prices at Stripe. */
export const demoPaidPlans: readonly DemoPlan[] = demoPlans.filter(({ price_month: price }) => price !== 0);
