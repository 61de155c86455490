import type { Kinds } from '../../state/kinds.ts';

export type Customer = Kinds['customer'];
export type Price = Kinds['price'];
export type PaymentMethod = Kinds['payment_method'];
export type Subscription = Kinds['subscription'];
export type SubscriptionItem = Subscription['items']['data'][number];
export type Schedule = Kinds['subscription_schedule'];
export type SchedulePhase = Schedule['phases'][number];
export type Invoice = Kinds['invoice'];
export type InvoiceLine = Invoice['lines']['data'][number];
export type InvoiceItem = Kinds['invoiceitem'];
export type InvoicePayment = Kinds['invoice_payment'];
export type PaymentIntent = Kinds['payment_intent'];
export type SetupIntent = Kinds['setup_intent'];
export type Charge = Kinds['charge'];
export type Refund = Kinds['refund'];
export type CheckoutSession = Kinds['checkout.session'];
export type PortalSession = Kinds['billing_portal.session'];
export type PortalConfiguration = Kinds['billing_portal.configuration'];
export type TestClock = Kinds['test_helpers.test_clock'];
export type BalanceTransaction = Kinds['customer_balance_transaction'];

/** What a builder must be given: the other fields have a value of their own. */
export type RequiredFields<T, Required extends keyof T> = Pick<T, Required> & Partial<T>;
