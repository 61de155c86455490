import type Stripe from 'stripe';
import type { BillingRecords } from '../billing/records.ts';
import type { Wire } from './wire.ts';

/** What the store holds, by kind. A kind is the object's `object` field; `sandbox.` marks records that no answer shows. */
export type Kinds = {
  customer: Wire<Stripe.Customer>;
  product: Wire<Stripe.Product>;
  price: Wire<Stripe.Price>;
  payment_method: Wire<Stripe.PaymentMethod>;
  payment_intent: Wire<Stripe.PaymentIntent>;
  setup_intent: Wire<Stripe.SetupIntent>;
  charge: Wire<Stripe.Charge>;
  refund: Wire<Stripe.Refund>;
  dispute: Wire<Stripe.Dispute>;
  coupon: Wire<Stripe.Coupon>;
  discount: Wire<Stripe.Discount>;
  event: WireEvent;
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>;
  'checkout.session': Wire<Stripe.Checkout.Session>;
  subscription: Wire<Stripe.Subscription>;
  subscription_schedule: Wire<Stripe.SubscriptionSchedule>;
  invoice: Wire<Stripe.Invoice>;
  invoiceitem: Wire<Stripe.InvoiceItem>;
  invoice_payment: Wire<Stripe.InvoicePayment>;
  customer_balance_transaction: Wire<Stripe.CustomerBalanceTransaction>;
  'billing_portal.session': Wire<Stripe.BillingPortal.Session>;
  'billing_portal.configuration': Wire<Stripe.BillingPortal.Configuration>;
  'test_helpers.test_clock': Wire<Stripe.TestHelpers.TestClock>;
  /** The number of a card, by the id of its payment method. */
  'sandbox.card': CardRecord;
  'sandbox.deleted_customer': { id: string; object: 'customer'; deleted: true };
  'sandbox.delivery': Delivery;
  'sandbox.endpoint_secret': { id: string; secret: string };
  'sandbox.idempotency_key': StoredAnswer;
} & BillingRecords;

export type Kind = keyof Kinds;
export type StoredObject<K extends Kind = Kind> = Kinds[K];

export type WireEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Readonly<Record<string, unknown>>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** `isSetUp`: a bank that asks for authentication once has had it. */
export type CardRecord = { id: string; number: string; isSetUp: boolean };

/** One event on its way to one endpoint. `attemptAt` is time of the machine, milliseconds; null: held until released by hand. */
export type Delivery = {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  attemptAt: number | null;
  status: 'pending' | 'failed';
  /** The event no longer waits once the delivery that is not a copy has arrived. */
  isCopy: boolean;
};

/** The answer to a request with an idempotency key. */
export type StoredAnswer = { id: string; request: string; status: number; body: string; created: number };
