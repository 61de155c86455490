import { accountRoutes } from './billing/account.ts';
import { checkoutRoutes } from './billing/checkout.ts';
import { customerRoutes } from './billing/customers.ts';
import { expandedInvoice, invoiceRoutes } from './billing/invoices/invoices-api.ts';
import { expandedCharge, expandedRefund, paymentRoutes } from './billing/payments.ts';
import { portalRoutes } from './billing/portal.ts';
import { scheduleRoutes } from './billing/schedules/schedules-api.ts';
import { subscriptionRoutes } from './billing/subscriptions/subscriptions-api.ts';
import type { ExpandOnly, Route } from './http/route.ts';

/** Every route under /v1: each is called by the adapter (`api/adapters/stripe`), as a test checks. Of two that match, the first answers. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...scheduleRoutes,
  ...subscriptionRoutes,
];

export const expandOnly: ExpandOnly = { charge: expandedCharge, invoice: expandedInvoice, refund: expandedRefund };
