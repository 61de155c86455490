import { takenDisputeStatuses } from '#api/domain/enums.ts';
import type {
  Payments,
  ProviderDispute,
  ProviderInvoice,
  ProviderPrice,
  ProviderSubscription,
} from '#api/adapters/payments.ts';
import { findPlanByKey, findTaxRate } from '#api/domain/catalogue.ts';
import { computeIncludedTax, type InvoiceTax, parseTaxes, sumTaxes } from '#api/domain/invoice-tax.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import type { invoices, subscriptions } from '#db/schema/index.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
/** The columns that Stripe decides. */
export type SubscriptionValues = Omit<SubscriptionRow, 'id' | 'syncedAt' | 'changeRequest' | 'isCancelledByStaff'>;
export type InvoiceValues = Omit<InvoiceRow, 'id' | 'syncedAt'>;

type Prices = Pick<Payments, 'findPlanKey'>;

/** The plan of a price as rows name it, by its key; null for a price that is not in the settings. */
export function findPlanOfPrice(
  payments: Prices,
  priceId: string | null,
): Pick<SubscriptionRow, 'productId' | 'planName'> | null {
  const key = priceId === null ? null : payments.findPlanKey(priceId);
  const plan = key === null ? undefined : findPlanByKey(key);
  return plan ? { productId: plan.productId, planName: plan.key } : null;
}

type SubscriptionFacts = {
  userId: number | null;
  plan: Pick<SubscriptionRow, 'productId' | 'planName'>;
  /** When the trial of the present row ends or ended: Stripe has the end of an extension in its place. */
  trialEndBefore: number | null;
  /** The scheduled one, if it is ours. */
  pendingPrice: ProviderPrice | null;
};

/** The row that a subscription at Stripe should have. With an unknown price the plan of the present row stays. */
export function toSubscriptionValues(
  payments: Prices,
  subscription: ProviderSubscription,
  { userId, plan, trialEndBefore, pendingPrice }: SubscriptionFacts,
): SubscriptionValues {
  const { pending, pendingUpdate } = subscription;
  return {
    stripeSubscriptionId: subscription.id,
    customerId: subscription.customerId,
    customerBalance: subscription.customerBalance,
    userId,
    productId: plan.productId,
    planName: plan.planName,
    priceId: subscription.priceId,
    unitAmount: subscription.unitAmount,
    currency: subscription.currency,
    quantity: subscription.quantity,
    interval: subscription.interval,
    intervalCount: subscription.intervalCount,
    discounts: subscription.discounts.length === 0 ? null : JSON.stringify(subscription.discounts),
    tax: JSON.stringify(subscription.tax),
    status: subscription.status,
    currentPeriodStart: subscription.currentPeriodStart,
    currentPeriodEnd: subscription.currentPeriodEnd,
    cancelAt: subscription.cancelAt,
    canceledAt: subscription.canceledAt,
    endedAt: subscription.endedAt,
    cancellationReason: subscription.cancellationReason,
    trialEnd: subscription.wasExtended ? trialEndBefore : subscription.trialEnd,
    cancellationFeedback: subscription.cancellationFeedback,
    cancellationComment: userId === null ? null : subscription.cancellationComment,
    pendingPlanName: pending && payments.findPlanKey(pending.priceId),
    pendingAt: pending && payments.findPlanKey(pending.priceId) ? pending.at : null,
    pendingUnitAmount: pendingPrice?.amount ?? null,
    pendingInterval: pendingPrice?.interval ?? null,
    pendingQuantity: pendingPrice && pending ? pending.quantity : null,
    unpaidUpgradeInvoiceId: pendingUpdate ? subscription.latestInvoiceId : null,
    createdAt: subscription.createdAt,
  };
}

type InvoiceFacts = {
  userId: number | null;
  /** For lines without a known price. */
  subscription: SubscriptionRow | null;
  /** As it is now. */
  row: InvoiceRow | null;
  settings: Pick<SiteSettings, 'tax' | 'company'>;
};

/** The row that an invoice at Stripe should have. */
export function toInvoiceValues(payments: Prices, invoice: ProviderInvoice, facts: InvoiceFacts): InvoiceValues {
  const { userId, subscription } = facts;
  const line = findChargeLine(payments, invoice);
  const plan = findPlanOfPrice(payments, line?.priceId ?? null);
  const productId = plan?.productId ?? subscription?.productId ?? null;
  const taxes = listTaxes(invoice, facts, productId);
  return {
    stripeInvoiceId: invoice.id,
    number: invoice.number,
    customerId: invoice.customerId,
    userId,
    stripeSubscriptionId: invoice.subscriptionId,
    productId,
    planName: plan?.planName ?? subscription?.planName ?? null,
    status: invoice.status,
    billingReason: invoice.billingReason,
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    discount: invoice.discount,
    total: invoice.total,
    tax: sumTaxes(taxes),
    taxes: taxes.length === 0 ? null : JSON.stringify(taxes),
    balanceUsed: invoice.balanceUsed,
    quantity: line?.quantity ?? null,
    ...toCustomer(invoice, userId),
    fee: invoice.fee?.amount ?? null,
    feeCurrency: invoice.fee?.currency ?? null,
    exchangeRate: invoice.fee?.exchangeRate ?? null,
    amountDue: invoice.amountDue,
    amountPaid: invoice.amountPaid,
    amountRefunded: invoice.amountRefunded,
    amountDisputed: sumTaken(invoice.disputes),
    creditNotes: invoice.creditNotes.length === 0 ? null : JSON.stringify(invoice.creditNotes),
    attemptCount: invoice.attemptCount,
    nextPaymentAttempt: invoice.nextPaymentAttempt,
    ...toLinks(invoice, userId),
    periodStart: line?.periodStart ?? invoice.createdAt,
    periodEnd: line?.periodEnd ?? invoice.createdAt,
    createdAt: invoice.createdAt,
    issuedAt: invoice.issuedAt,
    paidAt: invoice.paidAt,
    voidedAt: invoice.voidedAt,
  };
}

/**
 * The taxes of an invoice: those that Stripe has on it, else the part of the price that the settings call tax, if prices include it.
 * An invoice that was issued keeps its taxes when the settings change later; one of an earlier version has none of ours.
 */
function listTaxes(invoice: ProviderInvoice, { row, settings }: InvoiceFacts, productId: number | null): InvoiceTax[] {
  if (invoice.taxes.length > 0) return invoice.taxes;
  if (row !== null && row.issuedAt !== null) return parseTaxes(row.taxes);
  const { label, prices_include_tax: isIncluded, is_automatic: isAtStripe } = settings.tax;
  const rate = findTaxRate(productId, settings.tax);
  if (!isIncluded || isAtStripe || rate === null || rate === 0 || invoice.total === 0) return [];
  const amount = computeIncludedTax(invoice.total, rate);
  const name = label.trim() || 'Tax';
  const country = settings.company.country || null;
  return [{ name, percent: rate, country, isInclusive: true, taxable: invoice.total - amount, amount, reason: null }];
}

/** Name and address of somebody whose account is gone aren't kept; the country and the number of a company are, for the books. */
function toCustomer({ customer }: ProviderInvoice, userId: number | null) {
  const { address } = customer;
  return {
    customerName: userId === null ? null : customer.name,
    customerAddress: userId === null || address === null ? null : JSON.stringify(address),
    customerCountry: address?.country || null,
    customerTaxNumber: customer.taxNumber,
  };
}

/** What the bank has taken back; an inquiry takes nothing, and what is won comes back. */
const sumTaken = (disputes: readonly ProviderDispute[]): number =>
  disputes
    .filter(({ status }) => takenDisputeStatuses.some((taken) => taken === status))
    .reduce((sum, { amount }) => sum + amount, 0);

/** Stripe's pages show name and address, so payments whose user is gone have no link to them. */
const toLinks = ({ hostedUrl, pdfUrl, receiptUrl }: ProviderInvoice, userId: number | null) =>
  userId === null ? { hostedUrl: null, pdfUrl: null, receiptUrl: null } : { hostedUrl, pdfUrl, receiptUrl };

/** The line with the largest amount: the charge, in an invoice that also has a credit. Lines of other products come last. */
export function findChargeLine(payments: Prices, { lines }: ProviderInvoice): ProviderInvoice['lines'][number] | null {
  const own = lines.filter(({ priceId }) => findPlanOfPrice(payments, priceId) !== null);
  const candidates = own.length > 0 ? own : lines;
  return candidates.toSorted((one, other) => other.amount - one.amount)[0] ?? null;
}

/** Stripe's addresses expire and are made anew: whether there is one counts, not which. */
const ADDRESSES: readonly string[] = ['hostedUrl', 'pdfUrl', 'receiptUrl'];

/** The names of the values that differ between a row and what Stripe says. */
export function listDifferences<Values extends object>(row: Values | null, values: Values): (keyof Values & string)[] {
  const names = Object.keys(values) as (keyof Values & string)[];
  if (row === null) return names;
  const isDifferent = (name: keyof Values & string) =>
    ADDRESSES.includes(name) ? (row[name] === null) !== (values[name] === null) : row[name] !== values[name];
  return names.filter(isDifferent);
}
