import type { Resource } from '../http/resource.ts';
import { checkoutResource } from './checkout/checkout-resource.ts';
import { clocksResource } from './clocks/clocks-resource.ts';
import { customerDeletion } from './customers/delete-customer.ts';
import { invoicePaymentsResource } from './invoices/invoice-payments-resource.ts';
import { invoicesResource } from './invoices/invoices-resource.ts';
import { subscriptionsResource } from './subscriptions/subscriptions-resource.ts';

export const billingResources: readonly Resource[] = [
  checkoutResource,
  subscriptionsResource,
  invoicesResource,
  invoicePaymentsResource,
  clocksResource,
  customerDeletion,
];
