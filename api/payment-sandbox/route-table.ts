import { accountRoutes } from './billing/account.ts';
import { catalogueRoutes } from './billing/catalogue.ts';
import { checkoutRoutes } from './billing/checkout/sessions-api.ts';
import { couponRoutes, expandedCoupon } from './billing/coupons.ts';
import { customerRoutes } from './billing/customers.ts';
import { creditNoteRoutes } from './billing/invoices/credit-notes.ts';
import { expandedInvoice, invoiceRoutes } from './billing/invoices/invoices-api.ts';
import { expandedCharge, expandedRefund, paymentRoutes } from './billing/payments.ts';
import { portalRoutes } from './billing/portal.ts';
import { scheduleRoutes } from './billing/schedules/schedules-api.ts';
import { subscriptionRoutes } from './billing/subscriptions/subscriptions-api.ts';
import { taxRoutes } from './billing/taxes/taxes-api.ts';
import type { ExpandOnly, Route } from './http/route.ts';

/** Every route under /v1: each is called by the adapter (`api/adapters/stripe`) or compared with Stripe by `stripe:check --deep`, as a test checks. Of two that match, the first answers. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...catalogueRoutes,
  ...checkoutRoutes,
  ...couponRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...scheduleRoutes,
  ...subscriptionRoutes,
  ...taxRoutes,
];

export const expandOnly: ExpandOnly = {
  charge: expandedCharge,
  coupon: expandedCoupon,
  invoice: expandedInvoice,
  refund: expandedRefund,
};
