import type Stripe from 'stripe';
import type { ChangePreview, Payments, PlanChange } from '#api/adapters/payments.ts';
import { computeCharge } from '#api/domain/currencies.ts';
import { briefOptions } from './stripe-client.ts';
import { throwPaymentError } from './stripe-errors.ts';
import {
  getId,
  type IsOwnPrice,
  sumDiscounts,
  toInvoiceLine,
  toIsInclusive,
  toMs,
  toSeconds,
  toSubscription,
} from './stripe-mappers.ts';
import { createSubscriptionReader, EXPAND } from './subscription-calls.ts';
import { resolveRates, type TaxRateFinder } from './tax-rates.ts';

type PlanChangeCalls = Pick<Payments, 'previewChange' | 'changeNow' | 'scheduleChange' | 'releaseSchedule'>;

/** `isOwnPrice`: whether a price is one of ours; `findTaxRate`: the id of a rate of the company. */
type Known = { isOwnPrice: IsOwnPrice; findTaxRate: TaxRateFinder };

export function createPlanChangeCalls(stripe: Stripe, known: Known): PlanChangeCalls {
  const { isOwnPrice, findTaxRate } = known;
  const getSubscription = createSubscriptionReader(stripe, isOwnPrice);
  return {
    async previewChange(change) {
      const { params, rates } = await toUpdate(stripe, change, { getSubscription, findTaxRate });
      const invoice = await stripe.invoices
        .createPreview({
          subscription: change.subscriptionId,
          subscription_details: { ...params, ...(rates && { default_tax_rates: toEmptyable(rates) }) },
        })
        .catch(throwPaymentError);
      return toPreview(invoice, change);
    },
    async changeNow(change, idempotencyKey) {
      const { params: update, rates } = await toUpdate(stripe, change, { getSubscription, findTaxRate });
      // A call of its own, since a change that waits for its payment may not name rates: it acts from the invoice of the change on.
      if (rates !== null)
        await stripe.subscriptions
          .update(
            change.subscriptionId,
            { default_tax_rates: toEmptyable(rates), proration_behavior: 'none' },
            { idempotencyKey: `${idempotencyKey}-rates` },
          )
          .catch(throwPaymentError);
      const params: Stripe.SubscriptionUpdateParams = {
        ...update,
        // The plan stays as it is until the difference is paid.
        payment_behavior: 'pending_if_incomplete',
        expand: EXPAND,
      };
      const updated = await stripe.subscriptions
        .update(change.subscriptionId, params, { idempotencyKey })
        .catch(throwPaymentError);
      return toSubscription(updated, isOwnPrice);
    },
    async scheduleChange(change, idempotencyKey) {
      await scheduleChange(stripe, change, { ...known, idempotencyKey });
      return getSubscription(change.subscriptionId);
    },
    async releaseSchedule(subscriptionId) {
      const { scheduleId } = await getSubscription(subscriptionId);
      if (scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId).catch(throwPaymentError);
      return getSubscription(subscriptionId);
    },
  };
}

type Recurring = { interval: Stripe.Price.Recurring.Interval; interval_count: number };

/** How often a price is paid, and whether it includes tax. */
async function readTerms(
  stripe: Stripe,
  priceId: string,
): Promise<{ recurring: Recurring; isInclusive: boolean | null }> {
  const { recurring, tax_behavior: side } = await stripe.prices.retrieve(priceId).catch(throwPaymentError);
  return { recurring: recurring ?? { interval: 'month', interval_count: 1 }, isInclusive: toIsInclusive(side) };
}

/** An empty list is said as empty text. */
export const toEmptyable = (ids: readonly string[]): string[] | '' => (ids.length === 0 ? '' : [...ids]);

const hasSameInterval = (a: Recurring, b: Recurring): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;

/** The same for preview and change, so that they come to the same amount. `rates`: null where they stay. */
async function toUpdate(
  stripe: Stripe,
  { subscriptionId, priceId, quantity, prorationAt, rate }: PlanChange,
  { getSubscription, findTaxRate }: Pick<Payments, 'getSubscription'> & { findTaxRate: TaxRateFinder },
) {
  const [subscription, { recurring, isInclusive }] = await Promise.all([
    getSubscription(subscriptionId),
    readTerms(stripe, priceId),
  ]);
  const rates = await resolveRates(findTaxRate, subscription, { rate, isInclusive });
  const { itemId, interval, intervalCount, status, isExtended } = subscription;
  const keepsInterval = hasSameInterval(recurring, { interval, interval_count: intervalCount });
  const params = {
    // Said, not left to Stripe: whether another interval begins a new period by itself depends on the billing mode. A trial keeps its end,
    // with which the first period begins; an anchor before it is refused.
    ...(!keepsInterval && status !== 'trialing' && !isExtended && { billing_cycle_anchor: { type: 'now' as const } }),
    // Without the id of the item, the new price is added to the old one; without its quantity, it becomes 1.
    items: [{ id: itemId, price: priceId, quantity: quantity ?? subscription.quantity }],
    proration_behavior: 'always_invoice' as const,
    ...(prorationAt !== null && { proration_date: toSeconds(prorationAt) }),
  };
  return { params, rates };
}

function toPreview(invoice: Stripe.Invoice, change: PlanChange): ChangePreview {
  const lines = invoice.lines.data.map(toInvoiceLine);
  const owed = invoice.total + invoice.starting_balance;
  const amountDue = computeCharge(owed, invoice.currency);
  const usedDate = invoice.parent?.subscription_details?.subscription_proration_date;
  return {
    amountDue,
    total: invoice.total,
    discount: sumDiscounts(invoice),
    taxAdded: sumTaxes(invoice, 'exclusive'),
    taxIncluded: sumTaxes(invoice, 'inclusive'),
    balanceAfter: owed - amountDue,
    currency: invoice.currency,
    lines,
    prorationAt: change.prorationAt ?? (usedDate ? toMs(usedDate) : (lines[0]?.periodStart ?? toMs(invoice.created))),
  };
}

const sumTaxes = ({ total_taxes: taxes }: Stripe.Invoice, side: Stripe.Invoice.TotalTax['tax_behavior']): number =>
  (taxes ?? []).reduce((sum, tax) => sum + (tax.tax_behavior === side ? tax.amount : 0), 0);

/** Two calls, since a schedule is made from the subscription as it is, and only then gets its second phase. */
async function scheduleChange(
  stripe: Stripe,
  change: PlanChange,
  { idempotencyKey, isOwnPrice, findTaxRate }: Known & { idempotencyKey: string },
): Promise<void> {
  const [current, { recurring, isInclusive }] = await Promise.all([
    createSubscriptionReader(stripe, isOwnPrice)(change.subscriptionId),
    readTerms(stripe, change.priceId),
  ]);
  const rates = await resolveRates(findTaxRate, current, { rate: change.rate, isInclusive });
  const keepsInterval = hasSameInterval(recurring, {
    interval: current.interval,
    interval_count: current.intervalCount,
  });
  const created = await stripe.subscriptionSchedules
    .create({ from_subscription: change.subscriptionId }, { idempotencyKey: `${idempotencyKey}-create` })
    .catch(throwPaymentError);
  try {
    await stripe.subscriptionSchedules
      .update(created.id, toPhases(created, { change, recurring, keepsInterval, rates, isOwnPrice }), {
        idempotencyKey: `${idempotencyKey}-phases`,
      })
      .catch(throwPaymentError);
  } catch (error) {
    // A schedule without a change blocks cancelling. If this fails, too, the next change or cancellation releases it.
    await stripe.subscriptionSchedules.release(created.id, undefined, briefOptions).catch(() => undefined);
    throw error;
  }
}

type NextPhase = {
  change: PlanChange;
  recurring: Recurring;
  keepsInterval: boolean;
  /** Null where they stay. */
  rates: readonly string[] | null;
  isOwnPrice: IsOwnPrice;
};

/**
 * The current phase exactly as it is: a start that differs is refused, or computes a proration, and a phase that doesn't name its trial ends it.
 * The next one changes our item alone; discounts and taxes that a phase doesn't name are taken away. Another interval needs `phase_start`: Stripe
 * keeps the anchor otherwise, and never collects the new price for the period that begins with the phase.
 */
function toPhases(
  schedule: Stripe.SubscriptionSchedule,
  { change, recurring, keepsInterval, rates, isOwnPrice }: NextPhase,
): Stripe.SubscriptionScheduleUpdateParams {
  const current = schedule.phases[0];
  const items = (current?.items ?? []).map((item) => ({
    price: getId(item.price) ?? '',
    quantity: item.quantity ?? 1,
    ...(item.tax_rates?.length && { tax_rates: listIds(item.tax_rates) }),
  }));
  const changedAt = Math.max(
    0,
    items.findIndex(({ price }) => isOwnPrice(price)),
  );
  const discounts = (current?.discounts ?? []).flatMap(({ discount }) => {
    const id = getId(discount);
    return id === null ? [] : [{ discount: id }];
  });
  return {
    end_behavior: 'release',
    phases: [
      {
        discounts,
        ...toPhaseTaxes(current),
        items,
        start_date: current?.start_date ?? 0,
        end_date: current?.end_date ?? 0,
        ...(typeof current?.trial_end === 'number' && { trial_end: current.trial_end }),
      },
      {
        discounts,
        ...(rates === null ? toPhaseTaxes(current) : { default_tax_rates: [...rates] }),
        items: items.map((item, at) =>
          at === changedAt ? { ...item, price: change.priceId, quantity: change.quantity ?? item.quantity } : item,
        ),
        proration_behavior: 'none',
        duration: { interval: recurring.interval, interval_count: recurring.interval_count },
        ...(!keepsInterval && { billing_cycle_anchor: 'phase_start' as const }),
      },
    ],
  };
}

export const listIds = (rates: readonly Stripe.TaxRate[]): string[] => rates.map(({ id }) => id);

/** Rates of the company and Stripe Tax exclude each other, so at most one is named. */
function toPhaseTaxes(phase: Stripe.SubscriptionSchedule.Phase | undefined) {
  return {
    ...(phase?.default_tax_rates?.length && { default_tax_rates: listIds(phase.default_tax_rates) }),
    ...(phase?.automatic_tax?.enabled && { automatic_tax: { enabled: true } }),
  };
}
