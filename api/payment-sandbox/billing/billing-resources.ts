import type { Resource } from '../http/resource.ts';
import { checkoutResource } from './checkout/checkout-resource.ts';
import { clocksResource } from './clocks/clocks-resource.ts';
import { customerDeletion } from './customers/delete-customer.ts';
import { invoiceItemsResource } from './invoices/invoice-items-resource.ts';
import { invoicePaymentsResource } from './invoices/invoice-payments-resource.ts';
import { invoicesResource } from './invoices/invoices-resource.ts';
import { portalConfigurations } from './portal/portal-configurations.ts';
import { portalSessions } from './portal/portal-sessions.ts';
import { refundsResource } from './refunds.ts';
import { schedulesResource } from './schedules/schedules-resource.ts';
import { subscriptionsResource } from './subscriptions/subscriptions-resource.ts';

export const billingResources: readonly Resource[] = [
  checkoutResource,
  subscriptionsResource,
  invoicesResource,
  invoicePaymentsResource,
  clocksResource,
  customerDeletion,
  schedulesResource,
  invoiceItemsResource,
  portalConfigurations,
  portalSessions,
  refundsResource,
];
