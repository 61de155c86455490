import type {
  CancellationFeedback,
  DisputeStatus,
  InvoiceStatus,
  RefundReason,
  RefundStatus,
  SubscriptionStatus,
} from '#api/domain/enums.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import type { FixedTaxRate, SubscriptionTax } from '#api/domain/charged-rate.ts';
import type { InvoiceTax, PostalAddress } from '#api/domain/invoice-tax.ts';
import type { CouponTerms } from '#api/domain/coupon-words.ts';
import type { Discount } from '#api/domain/subscription-price.ts';

/** The payment provider as services see it. Amounts are cents, instants UTC milliseconds. Implemented by `stripe-payments.ts`. */
export type Payments = {
  /** True with the payment sandbox: no money moves, and the screens say so. */
  isSandbox: boolean;
  /** Where the sandbox shows its objects; null with Stripe. */
  sandboxUrl: string | null;
  /** How the account is set up. */
  setup: PaymentSetup;
  /** The price that a plan is sold for by an interval; null where it isn’t. */
  findPriceId(planKey: string, interval: PlanInterval): string | null;
  /** Price ids of a plan, those that it is sold for first; the others were sold earlier. */
  listPriceIds(planKey: string): readonly string[];
  /** The plan that a price belongs to, or null for a price that is not in the settings. */
  findPlanKey(priceId: string): string | null;

  createCustomer(input: NewCustomer, idempotencyKey: string): Promise<{ id: string }>;
  /** Where receipts of the provider go, and what they call the person. */
  updateCustomer(customerId: string, contact: { email: string; name: string }): Promise<void>;
  /** False for a customer that was deleted or never was there. */
  hasCustomer(customerId: string): Promise<boolean>;
  deleteCustomer(customerId: string): Promise<void>;
  /** Where the provider's dashboard shows a customer; null in the sandbox, which has no such page. */
  getCustomerUrl(customerId: string): string | null;

  createCheckoutSession(input: NewCheckout, idempotencyKey: string): Promise<CheckoutSession>;
  getCheckoutSession(sessionId: string): Promise<CheckoutSession>;
  /** Ends an open session; one that is complete or expired stays as it is. Answers its state afterwards. */
  expireCheckoutSession(sessionId: string): Promise<CheckoutSession>;

  /** Whether buyers could enter a promotion code now. False where the key may not read them. */
  hasPromotionCodes(): Promise<boolean>;
  /** All promotion codes of the account, the newest first. */
  listPromotionCodes(): Promise<ProviderPromotionCode[]>;
  /** @throws PaymentError `refused`, as for a code that an active one has. */
  createPromotionCode(input: NewPromotionCode, idempotencyKey: string): Promise<ProviderPromotionCode>;
  /** Nobody can enter it any more; discounts that were given go on. */
  deactivatePromotionCode(promotionCodeId: string): Promise<ProviderPromotionCode>;

  getSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** All subscriptions, ended ones included: for the reconciliation. */
  listAllSubscriptions(): AsyncIterable<ProviderSubscription>;
  /** What a change to another plan costs, to the cent. */
  previewChange(input: PlanChange): Promise<ChangePreview>;
  /** Changes the plan at once and charges the difference. A payment that fails leaves the old plan and a pending update. */
  changeNow(input: PlanChange, idempotencyKey: string): Promise<ProviderSubscription>;
  /** Changes the plan at the end of the period. */
  scheduleChange(input: PlanChange, idempotencyKey: string): Promise<ProviderSubscription>;
  /**
   * Charges another rate of the company from the next invoice on, null for none; a scheduled change keeps its plan. Nothing is charged or
   * credited before. One that has the rate already, or is taxed another way, stays as it is.
   */
  setTaxRate(subscriptionId: string, rate: FixedTaxRate | null, idempotencyKey: string): Promise<ProviderSubscription>;
  /** Removes a scheduled change. */
  releaseSchedule(subscriptionId: string): Promise<ProviderSubscription>;
  /** Ends the subscription with its period, or takes that back. */
  setCancelAtPeriodEnd(
    subscriptionId: string,
    isCancelled: boolean,
    reason?: CancellationReason,
  ): Promise<ProviderSubscription>;
  /** Ends the subscription at once, without a refund. */
  cancelNow(subscriptionId: string): Promise<ProviderSubscription>;

  /**
   * Moves the next payment to a later time (UTC ms), without a charge or a credit: its periods are counted from there. A trial stays one,
   * and what was past its trial stays `active`.
   */
  extendUntil(subscriptionId: string, until: number, idempotencyKey: string): Promise<ProviderSubscription>;
  /** Coupons that can be redeemed, the newest first. */
  listCoupons(): Promise<ProviderCoupon[]>;
  /** A repeated key makes nothing more. */
  createCoupon(input: Omit<ProviderCoupon, 'id' | 'productIds'>, idempotencyKey: string): Promise<ProviderCoupon>;
  /** The coupons on a subscription. */
  listDiscounts(subscriptionId: string): Promise<ProviderDiscount[]>;
  /** Replaces the coupons on a subscription: discounts that it has keep their end, a coupon begins now. */
  setDiscounts(
    subscriptionId: string,
    discounts: readonly ({ id: string } | { couponId: string })[],
    idempotencyKey: string,
  ): Promise<ProviderSubscription>;

  getInvoice(invoiceId: string): Promise<ProviderInvoice>;
  /** The invoices that a payment is for, by its charge, a refund of it or a dispute about it; none for a payment without an invoice. */
  findInvoicesOfPayment(kind: 'charge' | 'refund' | 'dispute', id: string): Promise<{ id: string }[]>;
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  listAllInvoices(createdSince: number): AsyncIterable<ProviderInvoice>;
  /** Invoices of which something was refunded, credited or disputed in a time (UTC ms, `until` excluded), whenever they were made. */
  listReversedInvoices(period: { since: number; until: number }): Promise<{ id: string }[]>;
  /**
   * Tries the open invoice of a subscription with a card that was added since its payment failed, and makes that the card
   * of the subscription. Returns the id of the invoice that was paid, or null when there is no other card.
   * @throws PaymentError `declined`.
   */
  payWithNewCard(subscriptionId: string): Promise<string | null>;
  /** The card that paid an invoice pays the subscription from now on. */
  keepPayingCard(subscriptionId: string, invoiceId: string): Promise<void>;
  /** Of a subscription: they can't be paid any more. */
  voidOpenInvoices(subscriptionId: string): Promise<void>;
  /**
   * Refunds what was paid of an invoice, all that is left or a part. A repeated key refunds nothing more, for as long as Stripe keeps the
   * refund. @throws PaymentError `refused`, with Stripe's code or ours: `no_payment`, `amount_too_large`, `refunded_meanwhile`.
   */
  refundInvoice(invoiceId: string, refund: NewRefund, idempotencyKey: string): Promise<void>;
  /** The card that pays next: that of the subscription, else the customer's default. */
  getCard(customerId: string, subscriptionId: string | null): Promise<Card | null>;

  /** A short-lived address of the provider's portal, where the card is changed. */
  createPortalSession(input: {
    customerId: string;
    returnUrl: string;
    flow: 'overview' | 'payment_method';
  }): Promise<{ url: string }>;

  /**
   * Checks signature, age (300 s either way) and mode of a webhook. Any of the secrets may have signed it.
   * @throws PaymentError `bad_signature`, with the code `signature`, `timestamp`, `mode` or `malformed`.
   */
  readWebhook(rawBody: string, signatureHeader: string): ProviderEvent;
  /** Events since an instant, oldest first: catches up after an outage. */
  listEvents(since: number): AsyncIterable<ProviderEvent>;
};

/** `name` as the dashboard has it: 'Coupons: Write'. Without one that is needed sales or webhooks fail, without another only what it is for. */
export type MissingPermission = { name: string; isNeeded: boolean; use: string };

/** What a check of the account reads. Each call fails on its own: a restricted key may lack one permission. */
export type PaymentSetup = {
  /** `ending`: its last four characters, to tell keys apart. */
  key: { isLive: boolean; isRestricted: boolean; ending: string };
  /** The version of the API that we speak. */
  apiVersion: string;
  /** `clockOffset`: how far our clock is ahead of the provider's (ms); null when it did not say. @throws PaymentError. */
  connect(): Promise<{ accountName: string | null; clockOffset: number | null }>;
  /** Of a restricted key, by the names of the dashboard. Changes nothing at the provider. */
  listMissingPermissions(): Promise<MissingPermission[]>;
  /** Null for one that does not exist, or is of the other mode. */
  findPrice(priceId: string): Promise<ProviderPrice | null>;
  /** A repeated key creates nothing more. @throws PaymentError. */
  createPrice(input: NewPrice, idempotencyKey: string): Promise<ProviderPrice>;
  /** Changes what invoices call a product from now on. @throws PaymentError. */
  renameProduct(productId: string, name: string): Promise<void>;
  /** Nobody can buy at the price any more; who pays it goes on. @throws PaymentError. */
  archivePrice(priceId: string): Promise<void>;
  /** Notes in the metadata of a product when a rehearsal touched it, which makes an event. @throws PaymentError. */
  touchProduct(productId: string, at: number): Promise<void>;
  listEndpoints(): Promise<ProviderEndpoint[]>;
  addEndpointEvents(endpointId: string, types: readonly string[]): Promise<void>;
  /** Events since an instant that did not reach every endpoint of the account, newest first, 500 at most. */
  listUndelivered(since: number): Promise<{ id: string; type: string; createdAt: number }[]>;
  /** @throws PaymentError when the portal can't be opened with this key. */
  checkPortal(): Promise<void>;
  /**
   * Calls back when the provider refuses the key, or the key lacks a permission, whoever made the call; not for the calls of this
   * check. Returns what ends that.
   */
  watchRefusals(listener: () => void): () => void;
};

export type ProviderPrice = {
  id: string;
  /** False when it or its product is archived. */
  isActive: boolean;
  /** Minor units; null for one with tiers. */
  amount: number | null;
  currency: string;
  /** 'month'; null for one that is paid once, or by usage. */
  interval: string | null;
  intervalCount: number;
  productId: string | null;
  /** The product’s name on invoices; null for one that is deleted. */
  productName: string | null;
  /** The key of the plan that the product was made for; null for one that was made elsewhere, or by an earlier version. */
  productPlanKey: string | null;
  /** Whether tax is a part of the amount or comes on top; 'unspecified' as the account has it. */
  taxBehavior: TaxBehavior | 'unspecified';
  /** The plan that this program created it for; null for one that it didn’t. */
  planKey: string | null;
};

export type TaxBehavior = 'inclusive' | 'exclusive';

export type NewPrice = {
  planKey: string;
  /** What invoices call the plan. */
  name: string;
  /** The provider's product of an earlier price of the plan; null makes one. */
  productId: string | null;
  /** Minor units. */
  amount: number;
  currency: string;
  interval: PlanInterval;
  taxBehavior: TaxBehavior;
};

export type ProviderCoupon = CouponTerms & {
  id: string;
  name: string;
  /** The provider's products that it is for; null for everything. Only `listCoupons` reads them. */
  productIds: readonly string[] | null;
};
/** A coupon that was redeemed for a subscription. */
export type ProviderDiscount = { id: string; coupon: ProviderCoupon };

export type ProviderEndpoint = {
  id: string;
  url: string;
  isEnabled: boolean;
  /** Types of the events that it gets; `*` stands for all. */
  types: readonly string[];
  /** Null for the account's default. */
  apiVersion: string | null;
};

export type NewCustomer = { userId: number; email: string; name: string | null };

export type NewCheckout = {
  userId: number;
  customerId: string;
  priceId: string;
  /** Seats. */
  quantity: number;
  /** How long the subscription is free at its start; 0 for no trial. */
  trialDays: number;
  /** The payment page has a field for them. */
  takesPromotionCodes: boolean;
  productId: number;
  planKey: string;
  /** Contains the literal `{CHECKOUT_SESSION_ID}`. */
  successUrl: string;
  cancelUrl: string;
  tax: CheckoutTax;
};

export type CheckoutTax = {
  /** The provider computes the tax, from the address that the buyer enters. */
  isAutomatic: boolean;
  /** Companies may enter their name and tax number, which then stand on their invoices. */
  asksTaxNumber: boolean;
  /** A fixed rate that every invoice of the subscription has; null without one. */
  rate: FixedTaxRate | null;
};

/** A code that buyers enter on the payment page, and what it takes off. Exactly one of `percentOff` and `amountOff` is set. */
export type NewPromotionCode = {
  code: string;
  percentOff: number | null;
  /** Minor units of `currency`. */
  amountOff: number | null;
  currency: string | null;
  duration: 'once' | 'repeating' | 'forever';
  /** For how long, of a repeating one. */
  durationMonths: number | null;
  /** Products at the provider that it is for; null: everything that is sold. */
  productIds: readonly string[] | null;
  maxRedemptions: number | null;
  expiresAt: number | null;
};

export type ProviderPromotionCode = NewPromotionCode & {
  id: string;
  /** True while customers can enter the code: neither deactivated, nor expired, nor used up. */
  isActive: boolean;
  timesRedeemed: number;
  createdAt: number;
};

export type CheckoutSession = {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  /** True when nothing is left to pay. */
  isPaid: boolean;
  userId: number | null;
  customerId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  expiresAt: number;
};

export type PlanChange = {
  subscriptionId: string;
  priceId: string;
  /** Seats; left out, as many as before. */
  quantity?: number;
  /**
   * The rate of the company that is charged from the change on. Left out, and for a subscription whose tax the provider computes, or whose
   * item has rates of its own, it stays as it is.
   */
  rate?: FixedTaxRate | undefined;
  /** The second for which proration is computed: the same in the preview and in the change. Null: the provider's present. */
  prorationAt: number | null;
};

export type NewRefund = {
  /** Cents; null for all that is left. */
  amount: number | null;
  reason: RefundReason | null;
  /** What was refunded when the amount was chosen: another refund since is refused. Null: whatever was. */
  refundedBefore: number | null;
};

export type CancellationReason = { feedback?: CancellationFeedback | undefined; comment?: string | undefined };

export type InvoiceLine = {
  description: string;
  priceId: string | null;
  amount: number;
  quantity: number;
  isProration: boolean;
  periodStart: number;
  periodEnd: number;
};

export type ChangePreview = {
  /** What is charged now; 0 when a credit covers it, or when it is below the smallest charge. */
  amountDue: number;
  total: number;
  /** Discounts of coupons on the lines. */
  discount: number;
  /** Taxes on top of the lines, and those within them; negative where the invoice gives back more than it charges. */
  taxAdded: number;
  taxIncluded: number;
  /** What is added to the next invoice: a rest below the smallest charge, or, negative, an unused credit. */
  balanceAfter: number;
  currency: string;
  lines: InvoiceLine[];
  prorationAt: number;
};

export type ProviderSubscription = {
  id: string;
  customerId: string;
  /** What is added to the customer's next invoice, in minor units of `currency`; negative for a credit. */
  customerBalance: number;
  /** From its metadata; null when it was made elsewhere. */
  userId: number | null;
  itemId: string;
  priceId: string;
  /** The provider's product of the price. */
  productId: string | null;
  /** For each unit and interval, in minor units; null for a price with tiers. */
  unitAmount: number | null;
  currency: string;
  quantity: number;
  interval: string;
  intervalCount: number;
  discounts: Discount[];
  tax: SubscriptionTax;
  status: SubscriptionStatus;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  /** When it ends because it was cancelled, by us or in the portal; null when it renews. */
  cancelAt: number | null;
  canceledAt: number | null;
  endedAt: number | null;
  /** When its trial ends or ended; null for one without, and where an extension is in place of it. */
  trialEnd: number | null;
  /** Whether its next payment was ever moved after its trial. */
  wasExtended: boolean;
  /** Until its next payment Stripe has it as free, though it is no trial: other terms would cost nothing. */
  isExtended: boolean;
  /** Why it ended or will end, in Stripe's word. */
  cancellationReason: string | null;
  /** What the person answered when asked why, in Stripe's word, and in their own. */
  cancellationFeedback: string | null;
  cancellationComment: string | null;
  createdAt: number;
  scheduleId: string | null;
  /** The scheduled change of plan. */
  pending: { priceId: string; quantity: number; at: number } | null;
  /** An upgrade that waits for its payment. */
  pendingUpdate: { priceId: string; expiresAt: number } | null;
  latestInvoiceId: string | null;
  isLive: boolean;
};

export type ProviderInvoice = {
  id: string;
  number: string | null;
  customerId: string;
  /** From the snapshot of the subscription's metadata; null when it has none. */
  userId: number | null;
  subscriptionId: string | null;
  status: InvoiceStatus;
  billingReason: string;
  currency: string;
  /** Sum of all lines, before discounts and taxes that come on top. */
  subtotal: number;
  discount: number;
  /** With taxes. */
  total: number;
  taxes: InvoiceTax[];
  /** Part of the total that the customer's balance paid; negative for what it took over. */
  balanceUsed: number;
  amountDue: number;
  amountPaid: number;
  /** The customer as the invoice names them. */
  customer: InvoiceCustomer;
  /** The provider’s fee for the payments; null until it is known, and for a key that may not read it. */
  fee: ProviderFee | null;
  /** Given back; without refunds that failed. */
  amountRefunded: number;
  refunds: ProviderRefund[];
  /** Credit notes that were issued for it, the oldest first; none for a key that may not read them. */
  creditNotes: ProviderCreditNote[];
  disputes: ProviderDispute[];
  attemptCount: number;
  nextPaymentAttempt: number | null;
  hostedUrl: string | null;
  pdfUrl: string | null;
  receiptUrl: string | null;
  createdAt: number;
  /** When it got its number; null for a draft. */
  issuedAt: number | null;
  paidAt: number | null;
  voidedAt: number | null;
  lines: InvoiceLine[];
};

export type InvoiceCustomer = {
  name: string | null;
  address: PostalAddress | null;
  /** Tax numbers of a company, separated by commas. */
  taxNumber: string | null;
};

/** In minor units of the currency that the account is paid in. */
export type ProviderFee = {
  amount: number;
  currency: string;
  /** From the currency of the payment; null where they are the same. */
  exchangeRate: number | null;
};

/** Effect of a dispute on the balance of the account: taken at first, given back when it is won. */
export type BalanceMovement = { at: number; amount: number; fee: number; currency: string };

export type ProviderRefund = {
  id: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  failureReason: string | null;
  /** The provider’s fee for it, as in `ProviderFee`; null until it is known. */
  fee: number | null;
  feeCurrency: string | null;
  createdAt: number;
};

export type ProviderCreditNote = {
  id: string;
  number: string;
  /** Amount taken back beside its refunds: as credit of the customer, another way, or of what was to pay. */
  amount: number;
  createdAt: number;
};

export type ProviderDispute = {
  id: string;
  amount: number;
  currency: string;
  reason: string;
  status: DisputeStatus;
  /** Until when it can be answered; null when it can't. */
  dueAt: number | null;
  /** The oldest first. */
  movements: BalanceMovement[];
  createdAt: number;
};

export type Card = { brand: string; last4: string; expMonth: number; expYear: number };

export type ProviderEvent = {
  id: string;
  type: string;
  /** The id of the object that it is about; null for one without an id (an upcoming invoice). */
  objectId: string | null;
  customerId: string | null;
  createdAt: number;
  /** The whole event as JSON, for people to read. */
  payload: string;
};

/**
 * Why a call failed. `unavailable`: no answer, a timeout, 429 or 5xx; trying again may help. `declined`: the card.
 * `not_found`: the object is gone. `refused`: the request is wrong in this state. `bad_signature`: not from the provider.
 */
export type PaymentFailure = 'unavailable' | 'declined' | 'not_found' | 'refused' | 'bad_signature';

export class PaymentError extends Error {
  override name = 'PaymentError';
  readonly kind: PaymentFailure;
  /** Stripe's code, such as `card_declined`, or ours; null when there is none. */
  readonly code: string | null;
  /** The parameter of the request that it is about. */
  readonly param: string | null;
  /** Stripe's id of the request, for the log. */
  readonly requestId: string | null;
  /** Of the response: 401 for a key that is refused, 403 for one without the permission; null without a response. */
  readonly status: number | null;

  constructor(
    kind: PaymentFailure,
    message: string,
    details: {
      code?: string | null;
      param?: string | null;
      requestId?: string | null;
      status?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.code = details.code ?? null;
    this.param = details.param ?? null;
    this.requestId = details.requestId ?? null;
    this.status = details.status ?? null;
  }
}
