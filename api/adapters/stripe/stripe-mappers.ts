import type Stripe from 'stripe';
import { disputeStatuses, invoiceStatuses, refundStatuses, subscriptionStatuses } from '#api/domain/enums.ts';
import type { InvoiceTax, PostalAddress } from '#api/domain/invoice-tax.ts';
import type { FixedTaxRate, SubscriptionTax } from '#api/domain/charged-rate.ts';
import type { Discount } from '#api/domain/subscription-price.ts';
import { type ExtendedFrom, isExtensionOfPaying } from '#api/domain/trials.ts';
import {
  type BalanceMovement,
  type CheckoutSession,
  type InvoiceCustomer,
  type InvoiceLine,
  PaymentError,
  type ProviderCreditNote,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderFee,
  type ProviderInvoice,
  type ProviderRefund,
  type ProviderSubscription,
} from '#api/adapters/payments.ts';

/** Stripe counts seconds. */
export const toMs = (seconds: number): number => seconds * 1_000;
export const toSeconds = (ms: number): number => Math.floor(ms / 1_000);
const toMsOrNull = (seconds: number | null | undefined): number | null => (seconds ? toMs(seconds) : null);

/** A reference is an id, or the object itself where it was expanded. */
export const getId = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Metadata and references are text: anything but a positive whole number is not one of our users. */
function toUserId(value: string | null | undefined): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/**
 * Stripe may add values to its lists: an event about one that we don't know fails, and an admin sees it. Objects read theirs when they are
 * asked for, since one of another product of the account is recognised first, and then of no interest.
 */
export function pick<const Values extends readonly string[]>(values: Values, value: string | null, what: string) {
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) throw new PaymentError('refused', `Unknown ${what}: ${value}.`);
  return known as Values[number];
}

export function toCheckoutSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    url: session.url,
    get status() {
      return pick(['open', 'complete', 'expired'], session.status, 'status of a checkout session');
    },
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    userId: toUserId(session.client_reference_id),
    customerId: getId(session.customer),
    subscriptionId: getId(session.subscription),
    invoiceId: getId(session.invoice),
    expiresAt: toMs(session.expires_at),
  };
}

/** Whether a price is one of ours: an account may sell other products, too. */
export type IsOwnPrice = (priceId: string) => boolean;

/** Needs `customer`, `schedule` and `discounts.source.coupon` expanded. Of several items, the first with a price of ours counts. */
export function toSubscription(subscription: Stripe.Subscription, isOwnPrice: IsOwnPrice): ProviderSubscription {
  const items = subscription.items.data;
  const item = items.find(({ price }) => isOwnPrice(price.id)) ?? items[0];
  // One without an item has no price of ours, and nothing else of it is needed.
  const period = item ?? { current_period_start: subscription.start_date, current_period_end: subscription.start_date };
  const pendingItem = subscription.pending_update?.subscription_items?.[0];
  const wasExtended = isExtensionOfPaying({
    createdAt: toMs(subscription.created),
    trialStart: toMsOrNull(subscription.trial_start),
    extendedFrom: toExtendedFrom(subscription.metadata[EXTENDED_FROM]),
  });
  const isExtended = wasExtended && subscription.status === 'trialing';
  return {
    id: subscription.id,
    customerId: getId(subscription.customer) ?? '',
    customerBalance: findBalance(subscription),
    userId: toUserId(subscription.metadata.user_id),
    itemId: item?.id ?? '',
    priceId: item?.price.id ?? '',
    productId: getId(item?.price.product ?? null),
    unitAmount: item?.price.unit_amount ?? null,
    currency: subscription.currency,
    quantity: item?.quantity ?? 1,
    interval: item?.price.recurring?.interval ?? 'month',
    intervalCount: item?.price.recurring?.interval_count ?? 1,
    get discounts() {
      return subscription.discounts.flatMap(toDiscount);
    },
    tax: toSubscriptionTax(subscription, item),
    get status() {
      return isExtended ? 'active' : pick(subscriptionStatuses, subscription.status, 'status of a subscription');
    },
    currentPeriodStart: toMs(period.current_period_start),
    currentPeriodEnd: toMs(period.current_period_end),
    // The portal sets `cancel_at` alone; both are set by a cancellation at the end of the period.
    cancelAt: toMsOrNull(
      subscription.cancel_at ?? (subscription.cancel_at_period_end ? period.current_period_end : null),
    ),
    canceledAt: toMsOrNull(subscription.canceled_at),
    endedAt: toMsOrNull(subscription.ended_at),
    cancellationReason: subscription.cancellation_details?.reason ?? null,
    trialEnd: wasExtended ? null : toMsOrNull(subscription.trial_end),
    wasExtended,
    isExtended,
    cancellationFeedback: subscription.cancellation_details?.feedback ?? null,
    cancellationComment: subscription.cancellation_details?.comment ?? null,
    createdAt: toMs(subscription.created),
    scheduleId: getId(subscription.schedule),
    pending: findScheduledChange(subscription.schedule, {
      priceId: item?.price.id ?? '',
      quantity: item?.quantity ?? 1,
    }),
    pendingUpdate:
      subscription.pending_update && pendingItem
        ? { priceId: pendingItem.price.id, expiresAt: toMs(subscription.pending_update.expires_at) }
        : null,
    latestInvoiceId: getId(subscription.latest_invoice),
    isLive: subscription.livemode,
  };
}

/** The key of our note in the metadata of a subscription whose next payment was moved. */
export const EXTENDED_FROM = 'extended_from';

const toExtendedFrom = (note: string | undefined): ExtendedFrom | null =>
  note === 'trial' || note === 'paying' ? note : null;

function toSubscriptionTax(
  { automatic_tax: automatic, default_tax_rates: defaults, schedule }: Stripe.Subscription,
  item: Stripe.SubscriptionItem | undefined,
): SubscriptionTax {
  const own = item?.tax_rates ?? [];
  return {
    isAutomatic: automatic.enabled,
    isOwn: own.length > 0,
    isInclusive: toIsInclusive(item?.price.tax_behavior),
    rates: (own.length > 0 ? own : (defaults ?? [])).map(toFixedRate),
    nextRates: findNextPhase(schedule)?.default_tax_rates?.map(toFixedRate) ?? null,
  };
}

/** Null for a price that doesn't say whether it includes tax. */
export const toIsInclusive = (side: Stripe.Price['tax_behavior'] | undefined): boolean | null =>
  side === 'inclusive' || side === 'exclusive' ? side === 'inclusive' : null;

const toFixedRate = ({
  display_name: name,
  percentage: percent,
  country,
  inclusive,
}: Stripe.TaxRate): FixedTaxRate => ({
  name,
  percent,
  country,
  isInclusive: inclusive,
});

/** Stripe applies a balance to invoices in the customer's currency only. */
function findBalance({ customer, currency }: Stripe.Subscription): number {
  if (typeof customer === 'string') throw new PaymentError('refused', 'A subscription came without its customer.');
  const isOfOtherCurrency = !customer.deleted && customer.currency && customer.currency !== currency;
  return customer.deleted || isOfOtherCurrency ? 0 : customer.balance;
}

function toDiscount(discount: string | Stripe.Discount): Discount[] {
  const coupon = typeof discount === 'string' ? null : discount.source.coupon;
  if (typeof discount === 'string' || coupon === null || typeof coupon === 'string') {
    throw new PaymentError('refused', 'A discount came without its coupon.');
  }
  return [
    {
      name: coupon.name ?? coupon.id,
      percentOff: coupon.percent_off,
      amountOff: coupon.amount_off,
      duration: pick(['once', 'repeating', 'forever'], coupon.duration, 'duration of a coupon'),
      endsAt: toMsOrNull(discount.end),
    },
  ];
}

function findScheduledChange(
  schedule: Stripe.Subscription['schedule'],
  present: { priceId: string; quantity: number },
): ProviderSubscription['pending'] {
  const next = findNextPhase(schedule);
  const nextPriceId = getId(next?.items[0]?.price);
  if (!next || nextPriceId === null) return null;
  const quantity = next.items[0]?.quantity ?? 1;
  const isSame = nextPriceId === present.priceId && quantity === present.quantity;
  return isSame ? null : { priceId: nextPriceId, quantity, at: toMs(next.start_date) };
}

/** Null without a schedule that runs, and in its last phase. */
function findNextPhase(schedule: Stripe.Subscription['schedule']): Stripe.SubscriptionSchedule.Phase | null {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null;
  const phaseEnd = schedule.current_phase?.end_date ?? 0;
  return schedule.phases.find((phase) => phase.start_date >= phaseEnd) ?? null;
}

/** What the payment of an invoice adds to it: the invoice itself knows neither refunds, disputes nor receipt. */
export type InvoiceCharge = {
  amountRefunded: number;
  receiptUrl: string | null;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
  fee: ProviderFee | null;
};

/** A transaction of the account's balance, where it was expanded. */
const getTransaction = (reference: string | Stripe.BalanceTransaction | null | undefined) =>
  typeof reference === 'object' ? reference : null;

export function toFee(reference: string | Stripe.BalanceTransaction | null | undefined): ProviderFee | null {
  const transaction = getTransaction(reference);
  if (transaction === null || transaction === undefined) return null;
  return { amount: transaction.fee, currency: transaction.currency, exchangeRate: transaction.exchange_rate };
}

/** Fees of several payments of one invoice: the account is paid in one currency. */
function sumFees(fees: readonly (ProviderFee | null)[]): ProviderFee | null {
  const [first, ...rest] = fees.filter((fee) => fee !== null);
  if (first === undefined) return null;
  return { ...first, amount: rest.reduce((sum, { amount }) => sum + amount, first.amount) };
}

export const toRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  amount: refund.amount,
  currency: refund.currency,
  get status() {
    return pick(refundStatuses, refund.status, 'status of a refund');
  },
  failureReason: refund.failure_reason ?? null,
  fee: toFee(refund.balance_transaction)?.amount ?? null,
  feeCurrency: toFee(refund.balance_transaction)?.currency ?? null,
  createdAt: toMs(refund.created),
});

export const toDispute = (dispute: Stripe.Dispute): ProviderDispute => ({
  id: dispute.id,
  amount: dispute.amount,
  currency: dispute.currency,
  reason: dispute.reason,
  get status() {
    return pick(disputeStatuses, dispute.status, 'status of a dispute');
  },
  dueAt: toMsOrNull(dispute.evidence_details.due_by),
  movements: dispute.balance_transactions.map(toMovement).toSorted((one, other) => one.at - other.at),
  createdAt: toMs(dispute.created),
});

const toMovement = ({ created, amount, fee, currency }: Stripe.BalanceTransaction): BalanceMovement => ({
  at: toMs(created),
  amount,
  fee,
  currency,
});

/** What an invoice doesn't say itself of the rate of a tax. */
export type TaxRate = Pick<Stripe.TaxRate, 'display_name' | 'country'> & { percent: number | null };

export const toTaxRate = (rate: Stripe.TaxRate): TaxRate => ({
  display_name: rate.display_name,
  country: rate.country,
  percent: rate.effective_percentage ?? rate.percentage,
});

/** The ids of the rates of an invoice's taxes. */
export const listTaxRateIds = ({ total_taxes: taxes }: Stripe.Invoice): string[] =>
  (taxes ?? []).flatMap(({ tax_rate_details: details }) => details?.tax_rate ?? []);

function toTaxes(invoice: Stripe.Invoice, rates: ReadonlyMap<string, TaxRate>): InvoiceTax[] {
  return (invoice.total_taxes ?? []).map((tax) => {
    const rate = rates.get(tax.tax_rate_details?.tax_rate ?? '');
    const taxable = tax.taxable_amount ?? 0;
    return {
      name: rate?.display_name ?? 'Tax',
      percent: rate ? rate.percent : toPercent(tax.amount, taxable),
      country: rate?.country ?? invoice.customer_address?.country ?? null,
      isInclusive: tax.tax_behavior === 'inclusive',
      taxable,
      amount: tax.amount,
      reason: tax.taxability_reason,
    };
  });
}

/** Of a rate that can't be read: the one with the fewest digits that comes to the tax. */
function toPercent(tax: number, taxable: number): number | null {
  if (taxable === 0) return null;
  const exact = (tax / taxable) * 100;
  const rounded = [0, 1, 2].map((digits) => Math.round(exact * 10 ** digits) / 10 ** digits);
  return rounded.find((percent) => Math.abs((taxable * percent) / 100 - tax) <= 1) ?? rounded[2] ?? null;
}

const toAddress = (address: Stripe.Address): PostalAddress => ({
  line1: address.line1 ?? '',
  line2: address.line2 ?? '',
  city: address.city ?? '',
  state: address.state ?? '',
  postalCode: address.postal_code ?? '',
  country: address.country ?? '',
});

const toCustomer = (invoice: Stripe.Invoice): InvoiceCustomer => {
  const { customer_name: name, customer_address: address, customer_tax_ids: taxIds } = invoice;
  const numbers = (taxIds ?? []).flatMap(({ value }) => value ?? []);
  return {
    name: name || null,
    address: address ? toAddress(address) : null,
    taxNumber: numbers.length === 0 ? null : numbers.join(', '),
  };
};

export const toCreditNote = ({ id, number, total, refunds, created }: Stripe.CreditNote): ProviderCreditNote => ({
  id,
  number,
  amount: total - refunds.reduce((sum, { amount_refunded: amount }) => sum + amount, 0),
  createdAt: toMs(created),
});

/** Discounts of coupons on an invoice, in minor units. */
export const sumDiscounts = ({ total_discount_amounts: discounts }: Stripe.Invoice): number =>
  (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

export function toInvoice(
  invoice: Stripe.Invoice,
  charges: readonly InvoiceCharge[],
  { rates, creditNotes }: { rates: ReadonlyMap<string, TaxRate>; creditNotes: ProviderCreditNote[] },
): ProviderInvoice {
  const parent = invoice.parent?.subscription_details;
  return {
    id: invoice.id,
    number: invoice.number,
    customerId: getId(invoice.customer) ?? '',
    userId: toUserId(parent?.metadata?.user_id),
    subscriptionId: getId(parent?.subscription),
    get status() {
      return pick(invoiceStatuses, invoice.status, 'status of an invoice');
    },
    billingReason: invoice.billing_reason ?? 'manual',
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    discount: sumDiscounts(invoice),
    total: invoice.total,
    taxes: toTaxes(invoice, rates),
    balanceUsed: invoice.ending_balance === null ? 0 : invoice.ending_balance - invoice.starting_balance,
    customer: toCustomer(invoice),
    fee: sumFees(charges.map(({ fee }) => fee)),
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    amountRefunded: charges.reduce((sum, charge) => sum + charge.amountRefunded, 0),
    refunds: charges.flatMap(({ refunds }) => refunds),
    creditNotes,
    disputes: charges.flatMap(({ disputes }) => disputes),
    attemptCount: invoice.attempt_count,
    nextPaymentAttempt: toMsOrNull(invoice.next_payment_attempt),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    receiptUrl: charges.find((charge) => charge.receiptUrl !== null)?.receiptUrl ?? null,
    createdAt: toMs(invoice.created),
    issuedAt: toMsOrNull(invoice.effective_at ?? invoice.status_transitions.finalized_at),
    paidAt: toMsOrNull(invoice.status_transitions.paid_at),
    voidedAt: toMsOrNull(invoice.status_transitions.voided_at),
    lines: invoice.lines.data.map(toInvoiceLine),
  };
}

export function toInvoiceLine(line: Stripe.InvoiceLineItem): InvoiceLine {
  const parent = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    description: line.description ?? '',
    priceId: getId(line.pricing?.price_details?.price),
    amount: line.amount,
    quantity: line.quantity ?? 1,
    isProration: parent?.proration ?? false,
    periodStart: toMs(line.period.start),
    periodEnd: toMs(line.period.end),
  };
}

/** The payload of an event is never applied: its shape is that of the endpoint's version, and it may be old. */
export function toEvent(event: Stripe.Event, payload: string): ProviderEvent {
  const object = event.data.object as { id?: string; object?: string; customer?: string | { id: string } | null };
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? null,
    customerId: object.object === 'customer' ? (object.id ?? null) : getId(object.customer),
    createdAt: toMs(event.created),
    payload,
  };
}
