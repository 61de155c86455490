import type { Coupon, Discount, Price, Product, PromotionCode } from './catalogue.ts';
import type { Customer, PaymentMethod } from './customer.ts';
import type { CreditNote, Invoice, InvoiceItem, InvoicePayment } from './invoice.ts';
import type { CheckoutSession, PortalConfiguration, PortalSession, WebhookEndpoint } from './pages.ts';
import type { Charge, Dispute, PaymentIntent, Refund } from './payment.ts';
import type { TaxRate } from './tax.ts';
import type { MissingMethod, Schedule, Subscription } from './subscription.ts';

/** What the store holds, by kind. A kind is the object's `object` field; `sandbox.` marks records that no answer shows. */
export type Kinds = {
  customer: Customer;
  product: Product;
  price: Price;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  coupon: Coupon;
  discount: Discount;
  promotion_code: PromotionCode;
  tax_rate: TaxRate;
  tax_id: TaxId;
  event: WireEvent;
  webhook_endpoint: WebhookEndpoint;
  'checkout.session': CheckoutSession;
  subscription: Subscription;
  subscription_schedule: Schedule;
  invoice: Invoice;
  credit_note: CreditNote;
  invoiceitem: InvoiceItem;
  invoice_payment: InvoicePayment;
  'billing_portal.session': PortalSession;
  'billing_portal.configuration': PortalConfiguration;
  'sandbox.card': CardRecord;
  /** Which products a coupon is for: Stripe says it only where it is expanded. */
  'sandbox.coupon_products': { id: string; products: string[] };
  'sandbox.checkout': CheckoutRecord;
  'sandbox.debits': DebitsRecord;
  'sandbox.deleted_customer': { id: string; object: 'customer'; deleted: true };
  'sandbox.delivery': Delivery;
  'sandbox.endpoint_secret': { id: string; secret: string };
  'sandbox.idempotency_key': StoredAnswer;
  'sandbox.pending_change': PendingChange;
  'sandbox.tax_settings': TaxSettings;
  'sandbox.trial_notice': TrialNotice;
};

export type Kind = keyof Kinds;
export type StoredObject<K extends Kind = Kind> = Kinds[K];

export type WireEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Readonly<Record<string, unknown>> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** By payment method: the number of the card. `isSetUp`: a bank that asks for authentication once has had it. */
type CardRecord = { id: string; number: string; isSetUp: boolean };

/** By checkout session: what it sells, and what its subscription gets. `intent`: the payment that was begun on the page. */
type CheckoutRecord = {
  id: string;
  intent: string | null;
  price: string;
  quantity: number;
  metadata: Record<string, string>;
  /** The rest is missing in a file of an earlier version of the sandbox. */
  adjustable?: { minimum: number; maximum: number } | null;
  discount?: { coupon: string; promotionCode: string | null } | null;
  missingMethod?: MissingMethod;
  trialDays?: number | null;
  isTaxed?: boolean;
  asksTaxNumber?: boolean;
  /** Of the line. */
  taxRates?: readonly string[];
  /** Of the subscription that is bought: they count where the line has none. */
  defaultTaxRates?: readonly string[];
};

/** Settings of Stripe Tax. `origin`: where the seller is, by which a company of another EU country is told from one of the same. */
type TaxSettings = {
  id: 'tax';
  origin: string | null;
  /** No default: a price without a tax side can't be taxed automatically. */
  isTaxSideRequired: boolean;
};

type TaxId = {
  id: string;
  object: 'tax_id';
  country: string | null;
  created: number;
  customer: string;
  type: string;
  value: string;
};

/** By subscription: the trial whose end was announced. */
type TrialNotice = { id: string; trialEnd: number };

export type Period = { start: number; end: number };
/** An amount that was charged for a subscription item and a period. Later changes credit its unused part. */
export type Debit = { amount: number; period: Period };
/** By subscription item: what was charged for periods that are not over. */
type DebitsRecord = { id: string; debits: readonly Debit[] };

/** By subscription: a change that waits for its invoice to be paid. */
type PendingChange = {
  id: string;
  invoice: string;
  items: Subscription['items'];
  /** Further fields that change; missing in a file of an earlier version of the sandbox. */
  fields?: Pick<
    Subscription,
    'billing_cycle_anchor' | 'cancel_at' | 'discounts' | 'status' | 'trial_end' | 'trial_start'
  >;
  debits: readonly DebitsRecord[];
};

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
