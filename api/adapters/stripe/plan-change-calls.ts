import type Stripe from 'stripe';
import type { ChangePreview, Payments, PlanChange } from '#api/adapters/payments.ts';
import { computeCharge } from '#api/domain/currencies.ts';
import { briefOptions } from './stripe-client.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId, type IsOwnPrice, toInvoiceLine, toMs, toSeconds, toSubscription } from './stripe-mappers.ts';
import { createSubscriptionReader, EXPAND } from './subscription-calls.ts';

type PlanChangeCalls = Pick<Payments, 'previewChange' | 'changeNow' | 'scheduleChange' | 'releaseSchedule'>;

export function createPlanChangeCalls(stripe: Stripe, isOwnPrice: IsOwnPrice): PlanChangeCalls {
  const getSubscription = createSubscriptionReader(stripe, isOwnPrice);
  return {
    async previewChange(change) {
      const invoice = await stripe.invoices
        .createPreview({
          subscription: change.subscriptionId,
          subscription_details: await toUpdate(stripe, change, getSubscription),
        })
        .catch(throwPaymentError);
      return toPreview(invoice, change);
    },
    async changeNow(change, idempotencyKey) {
      const params: Stripe.SubscriptionUpdateParams = {
        ...(await toUpdate(stripe, change, getSubscription)),
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
      await scheduleChange(stripe, change, { idempotencyKey, isOwnPrice });
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

async function readRecurring(stripe: Stripe, priceId: string): Promise<Recurring> {
  const { recurring } = await stripe.prices.retrieve(priceId).catch(throwPaymentError);
  return recurring ?? { interval: 'month', interval_count: 1 };
}

const hasSameInterval = (a: Recurring, b: Recurring): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;

/** The same for preview and change, so that they come to the same amount. */
async function toUpdate(
  stripe: Stripe,
  { subscriptionId, priceId, quantity, prorationAt }: PlanChange,
  getSubscription: Payments['getSubscription'],
) {
  const [subscription, recurring] = await Promise.all([
    getSubscription(subscriptionId),
    readRecurring(stripe, priceId),
  ]);
  const { itemId, interval, intervalCount, status } = subscription;
  const keepsInterval = hasSameInterval(recurring, { interval, interval_count: intervalCount });
  return {
    // Said, not left to Stripe: whether another interval begins a new period by itself depends on the billing mode. A trial keeps its end,
    // with which the first period begins; an anchor before it is refused.
    ...(!keepsInterval && status !== 'trialing' && { billing_cycle_anchor: { type: 'now' as const } }),
    // Without the id of the item, the new price is added to the old one; without its quantity, it becomes 1.
    items: [{ id: itemId, price: priceId, quantity: quantity ?? subscription.quantity }],
    proration_behavior: 'always_invoice' as const,
    ...(prorationAt !== null && { proration_date: toSeconds(prorationAt) }),
  };
}

function toPreview(invoice: Stripe.Invoice, change: PlanChange): ChangePreview {
  const lines = invoice.lines.data.map(toInvoiceLine);
  const owed = invoice.total + invoice.starting_balance;
  const amountDue = computeCharge(owed, invoice.currency);
  const usedDate = invoice.parent?.subscription_details?.subscription_proration_date;
  return {
    amountDue,
    total: invoice.total,
    balanceAfter: owed - amountDue,
    currency: invoice.currency,
    lines,
    prorationAt: change.prorationAt ?? (usedDate ? toMs(usedDate) : (lines[0]?.periodStart ?? toMs(invoice.created))),
  };
}

/** Two calls, since a schedule is made from the subscription as it is, and only then gets its second phase. */
async function scheduleChange(
  stripe: Stripe,
  change: PlanChange,
  { idempotencyKey, isOwnPrice }: { idempotencyKey: string; isOwnPrice: IsOwnPrice },
): Promise<void> {
  const [current, recurring] = await Promise.all([
    createSubscriptionReader(stripe, isOwnPrice)(change.subscriptionId),
    readRecurring(stripe, change.priceId),
  ]);
  const keepsInterval = hasSameInterval(recurring, {
    interval: current.interval,
    interval_count: current.intervalCount,
  });
  const created = await stripe.subscriptionSchedules
    .create({ from_subscription: change.subscriptionId }, { idempotencyKey: `${idempotencyKey}-create` })
    .catch(throwPaymentError);
  try {
    await stripe.subscriptionSchedules
      .update(created.id, toPhases(created, { change, recurring, keepsInterval, isOwnPrice }), {
        idempotencyKey: `${idempotencyKey}-phases`,
      })
      .catch(throwPaymentError);
  } catch (error) {
    // A schedule without a change blocks cancelling. If this fails, too, the next change or cancellation releases it.
    await stripe.subscriptionSchedules.release(created.id, undefined, briefOptions).catch(() => undefined);
    throw error;
  }
}

type NextPhase = { change: PlanChange; recurring: Recurring; keepsInterval: boolean; isOwnPrice: IsOwnPrice };

/**
 * The current phase exactly as it is: a start that differs is refused, or computes a proration, and a phase that doesn't name its trial ends it.
 * The next one changes our item alone; discounts and taxes that a phase doesn't name are taken away. Another interval needs `phase_start`: Stripe
 * keeps the anchor otherwise, and never collects the new price for the period that begins with the phase.
 */
function toPhases(
  schedule: Stripe.SubscriptionSchedule,
  { change, recurring, keepsInterval, isOwnPrice }: NextPhase,
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
  const kept = { discounts, ...toPhaseTaxes(current) };
  return {
    end_behavior: 'release',
    phases: [
      {
        ...kept,
        items,
        start_date: current?.start_date ?? 0,
        end_date: current?.end_date ?? 0,
        ...(typeof current?.trial_end === 'number' && { trial_end: current.trial_end }),
      },
      {
        ...kept,
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

const listIds = (rates: readonly Stripe.TaxRate[]): string[] => rates.map(({ id }) => id);

/** Rates of the company and Stripe Tax exclude each other, so at most one is named. */
function toPhaseTaxes(phase: Stripe.SubscriptionSchedule.Phase | undefined) {
  return {
    ...(phase?.default_tax_rates?.length && { default_tax_rates: listIds(phase.default_tax_rates) }),
    ...(phase?.automatic_tax?.enabled && { automatic_tax: { enabled: true } }),
  };
}
