import { billingResources } from './billing/billing-resources.ts';
import type { Resource } from './http/resource.ts';
import { searches } from './http/search.ts';
import { account } from './resources/account.ts';
import { coupons } from './resources/coupons.ts';
import { customers } from './resources/customers.ts';
import { disputes } from './resources/disputes.ts';
import { events, webhookEndpoints } from './resources/events.ts';
import { paymentMethods } from './resources/payment-methods.ts';
import { payments } from './resources/payments.ts';
import { prices } from './resources/prices.ts';
import { products } from './resources/products.ts';

/** Every route under /v1. Of two that match, the first answers. */
export const resources: readonly Resource[] = [
  searches,
  account,
  customers,
  products,
  prices,
  coupons,
  paymentMethods,
  payments,
  disputes,
  events,
  webhookEndpoints,
  ...billingResources,
];
