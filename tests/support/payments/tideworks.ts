import type { PaymentApp } from './sandbox-app.ts';

/** A plan without a price is free. */
export type OwnFields = { name: string } & Record<string, unknown>;
export type OwnProduct = OwnFields & { plans: readonly OwnFields[] };

/** Names of what Tideworks sells. Subscriptions, invoices and the payment provider know a plan by its key. */
export const DECKHAND = 'Deckhand';
export const SOLO = 'Solo';
export const CREW = 'Crew';
export const FLEET = 'Fleet';
export const BUOY_NAME = 'Buoy';
export const BUOY_APP = 'https://buoy.tideworks.example';
/** A product, and its only plan. */
export const RUDDER = 'Rudder';

/** The key that the product or plan of a name gets when it is added. */
export const toKey = (name: string): string => name.toLowerCase();

const limitPlan = (moorings: number, guests: number) => ({
  limits: [
    { name: 'Moorings per month', number: moorings, unit: '' },
    { name: 'Guests per mooring', number: guests, unit: '' },
  ],
  features: [{ text: `${moorings} moorings per month` }, { text: 'A map of the harbour' }],
});

/** As the owner types it into the forms: a free plan and three paid ones, and another product with one plan. */
export const TIDEWORKS_PRODUCTS: readonly OwnProduct[] = [
  {
    name: BUOY_NAME,
    tagline: 'Moorings and berths.',
    description: 'Moorings and berths, by the tide.',
    page: '/buoy',
    prices_address: '/buoy/prices',
    app_url: `${BUOY_APP}/start`,
    has_waiting_list: true,
    plans: [
      { name: DECKHAND, ...limitPlan(3, 10_000) },
      { name: SOLO, price_month: 10, badge: 'Most popular', ...limitPlan(10, 100_000) },
      { name: CREW, price_month: 30, ...limitPlan(30, 100_000) },
      { name: FLEET, price_month: 120, ...limitPlan(120, 100_000) },
    ],
  },
  {
    name: RUDDER,
    tagline: 'Steering, looked after.',
    description: 'Steering, looked after.',
    page: '/rudder',
    prices_address: '/rudder/prices',
    plans: [{ name: RUDDER, price_month: 6, features: [{ text: 'A reminder before each service' }] }],
  },
];

/** A product that is awaited: nothing of it is sold yet. */
export const ANCHOR = 'Anchor';
export const ANCHOR_PRODUCT: OwnProduct = {
  name: ANCHOR,
  tagline: 'Holds in any weather.',
  description: 'Holds in any weather. Coming soon.',
  has_waiting_list: true,
  plans: [],
};

/** The number that a product gets is the next one, in the order in which they are added. */
export const BUOY_ID = 1;
export const RUDDER_ID = 2;
export const ANCHOR_ID = 3;

/** The price at the payment provider that a plan is sold for. */
export const findPriceId = ({ payments }: Pick<PaymentApp, 'payments'>, planName: string): string =>
  String(payments.listPriceIds(toKey(planName))[0]);

/** The product at the payment provider that a plan is sold as. */
export const findSoldProductId = (test: Pick<PaymentApp, 'payments' | 'control'>, planName: string): string =>
  String(test.control.list('price').find(({ id }) => id === findPriceId(test, planName))?.product);
