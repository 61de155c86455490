import type Stripe from 'stripe';
import { invoiceStatuses, subscriptionStatuses } from '#api/domain/enums.ts';
import {
  type CheckoutSession,
  type InvoiceLine,
  PaymentError,
  type ProviderEvent,
  type ProviderInvoice,
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

/** Stripe may add values to its lists: an event about one that we don't know fails, and an admin sees it. */
function pick<const Values extends readonly string[]>(values: Values, value: string | null, what: string) {
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) throw new PaymentError('refused', `Unknown ${what}: ${value}.`);
  return known as Values[number];
}

export function toCheckoutSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    url: session.url,
    status: pick(['open', 'complete', 'expired'], session.status, 'status of a checkout session'),
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    userId: toUserId(session.client_reference_id),
    customerId: getId(session.customer),
    subscriptionId: getId(session.subscription),
    invoiceId: getId(session.invoice),
    expiresAt: toMs(session.expires_at),
  };
}

/** Needs `schedule` expanded: the subscription itself does not show a scheduled change. */
export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0];
  if (!item) throw new PaymentError('refused', `The subscription ${subscription.id} has no item.`);
  const pendingItem = subscription.pending_update?.subscription_items?.[0];
  return {
    id: subscription.id,
    customerId: getId(subscription.customer) ?? '',
    userId: toUserId(subscription.metadata.user_id),
    itemId: item.id,
    priceId: item.price.id,
    unitAmount: item.price.unit_amount ?? 0,
    status: pick(subscriptionStatuses, subscription.status, 'status of a subscription'),
    currentPeriodStart: toMs(item.current_period_start),
    currentPeriodEnd: toMs(item.current_period_end),
    // The portal sets `cancel_at` alone; both are set by a cancellation at the end of the period.
    cancelAt: toMsOrNull(
      subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null),
    ),
    canceledAt: toMsOrNull(subscription.canceled_at),
    endedAt: toMsOrNull(subscription.ended_at),
    createdAt: toMs(subscription.created),
    scheduleId: getId(subscription.schedule),
    pending: findScheduledChange(subscription.schedule, item.price.id),
    pendingUpdate:
      subscription.pending_update && pendingItem
        ? { priceId: pendingItem.price.id, expiresAt: toMs(subscription.pending_update.expires_at) }
        : null,
    latestInvoiceId: getId(subscription.latest_invoice),
    isLive: subscription.livemode,
  };
}

function findScheduledChange(schedule: Stripe.Subscription['schedule'], priceId: string) {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null;
  const phaseEnd = schedule.current_phase?.end_date ?? 0;
  const next = schedule.phases.find((phase) => phase.start_date >= phaseEnd);
  const nextPriceId = getId(next?.items[0]?.price);
  return next && nextPriceId !== null && nextPriceId !== priceId
    ? { priceId: nextPriceId, at: toMs(next.start_date) }
    : null;
}

/** What the payment of an invoice adds to it: the invoice itself knows neither refunds nor receipt. */
export type InvoiceCharge = { amountRefunded: number; receiptUrl: string | null };

export function toInvoice(invoice: Stripe.Invoice, charges: readonly InvoiceCharge[]): ProviderInvoice {
  const parent = invoice.parent?.subscription_details;
  return {
    id: invoice.id,
    number: invoice.number,
    customerId: getId(invoice.customer) ?? '',
    userId: toUserId(parent?.metadata?.user_id),
    subscriptionId: getId(parent?.subscription),
    status: pick(invoiceStatuses, invoice.status, 'status of an invoice'),
    billingReason: invoice.billing_reason ?? 'manual',
    currency: invoice.currency,
    total: invoice.total,
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    amountRefunded: charges.reduce((sum, charge) => sum + charge.amountRefunded, 0),
    attemptCount: invoice.attempt_count,
    nextPaymentAttempt: toMsOrNull(invoice.next_payment_attempt),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    receiptUrl: charges.find((charge) => charge.receiptUrl !== null)?.receiptUrl ?? null,
    createdAt: toMs(invoice.created),
    paidAt: toMsOrNull(invoice.status_transitions.paid_at),
    lines: invoice.lines.data.map(toInvoiceLine),
  };
}

export function toInvoiceLine(line: Stripe.InvoiceLineItem): InvoiceLine {
  const parent = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    description: line.description ?? '',
    priceId: getId(line.pricing?.price_details?.price),
    amount: line.amount,
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
