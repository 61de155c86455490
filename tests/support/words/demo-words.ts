import { demoPlans } from '#db/seed/site/plans.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { demoUsers } from '#db/seed/users.ts';

const { company } = demoSettings;
const products = demoProducts.flatMap(({ name, tagline, description, pitch_title, waiting_heading, waiting_lead }) =>
  [name, tagline, description, pitch_title, waiting_heading, waiting_lead].filter((text) => text !== ''),
);
const limits = demoPlans.flatMap((plan) => plan.limits.map(({ name }) => name));

/** What only the example company says: its names, addresses, people, and sentences about its products. */
const words = [
  ...[company.name, company.tagline, company.street, company.email, company.phone].filter((text) => text !== ''),
  ...products,
  ...demoPlans.flatMap(({ name, features }) => [name, ...features.map(({ text }) => text)]),
  ...limits,
  ...demoUsers.flatMap(({ email, firstName, lastName }) => [email, `${firstName} ${lastName}`]),
  'Aroha',
  'mateworks.example',
  'Generations',
  'Everything you made',
  'Power User',
];

const escaped = [...new Set(words)].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');

/** The words of the demo in a text, each once. */
export const findDemoWords = (text: string): string[] => [...new Set(text.match(pattern) ?? [])].sort();
