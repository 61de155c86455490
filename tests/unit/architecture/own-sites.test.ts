import { expect, it } from 'vitest';
import { demoPlans } from '#db/seed/site/plans.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

// The demo's seeds once hid that nothing that an owner made could be bought.

/** Tests of money, waiting lists and documents, and what they are made with. */
const FOLDERS = [
  ...['billing', 'complimentary-plans', 'entitlements', 'month-closing', 'own-products', 'promotion-codes'],
  ...['purchase-rehearsal', 'site-catalogue', 'stripe-check', 'subscription-webhooks', 'subscriptions'],
  ...['waiting-list', 'documents'],
].map((name) => `tests/api/${name}`);
const KIT = 'tests/support/payments';

/** One journey of the demo each for money, waiting lists and documents. */
const JOURNEYS = [
  'tests/api/billing/demo-subscriptions.test.ts',
  'tests/api/waiting-list/demo-waiting-list.test.ts',
  'tests/api/documents/demo-documents.test.ts',
];
const EXCEPTIONS = [
  ...JOURNEYS,
  'tests/support/payments/demo-payment-app.ts',
  // Products of the sandbox alone, which no site sells.
  'tests/support/payments/catalogue.ts',
  // About the demo's own parts: how a database of an earlier version gets them, and how they are edited.
  'tests/api/site-catalogue/earlier-products.test.ts',
  'tests/api/site-catalogue/site-catalogue.test.ts',
];

const names = [...new Set([...demoProducts, ...demoPlans].map(({ name }) => name))];
const demoName = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
/** A database with the demo's seeds, its catalogue, or anything else of it. */
const demoSource =
  /\bcreateTestApp\b|\bcreateTestDatabase\(\)|\bcreateDemoPaymentApp\b|\bdemo(?:Catalogue|Products|Plans|Settings)\b|#db\/seed\//g;

const findDemo = (code: string): string[] => [
  ...new Set([...(code.match(demoName) ?? []), ...(code.match(demoSource) ?? [])]),
];
const listDemoUses = (files: readonly string[]) =>
  files.flatMap((file) => findDemo(readSource(file)).map((found) => `${file}: ${found}`));

it('a use of the demo is found, as a name of what it sells, its database, or its catalogue', () => {
  const code =
    "const test = await createTestApp();\nuser.subscribe('Pro');\nsell(demoCatalogue, 'Prophet', 'TaxMate');";
  expect(findDemo(code)).toEqual(['Pro', 'TaxMate', 'createTestApp', 'demoCatalogue']);
});

it('tests of money, waiting lists and documents run on sites that an owner made, except one journey of the demo each', () => {
  const files = listFiles([...FOLDERS, KIT]).filter((file) => !EXCEPTIONS.includes(file));
  expect(files.length).toBeGreaterThan(90);
  expect(listDemoUses(files)).toEqual([]);
});

it('the exceptions are files that use the demo', () => {
  const unused = EXCEPTIONS.filter((file) => listDemoUses([file]).length === 0);
  expect(unused).toEqual([]);
});
