import type Stripe from 'stripe';
import type { ChangePreview, Payments, PlanChange, ProviderSubscription } from '#api/adapters/payments.ts';
import { briefOptions } from './stripe-client.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId, toInvoiceLine, toMs, toSeconds, toSubscription } from './stripe-mappers.ts';
import { getSubscription } from './subscription-calls.ts';

type PlanChangeCalls = Pick<Payments, 'previewChange' | 'changeNow' | 'scheduleChange' | 'releaseSchedule'>;

/** Stripe charges nothing below this, cents of a US dollar: the amount goes onto the next invoice. */
const MIN_CHARGE = 50;

export function createPlanChangeCalls(stripe: Stripe): PlanChangeCalls {
  return {
    async previewChange(change) {
      const invoice = await stripe.invoices
        .createPreview({ subscription: change.subscriptionId, subscription_details: await toUpdate(stripe, change) })
        .catch(throwPaymentError);
      return toPreview(invoice, change);
    },
    async changeNow(change, idempotencyKey) {
      const params: Stripe.SubscriptionUpdateParams = {
        ...(await toUpdate(stripe, change)),
        // The plan stays as it is until the difference is paid.
        payment_behavior: 'pending_if_incomplete',
        expand: ['schedule'],
      };
      const updated = await stripe.subscriptions
        .update(change.subscriptionId, params, { idempotencyKey })
        .catch(throwPaymentError);
      return toSubscription(updated);
    },
    scheduleChange: (change, idempotencyKey) => scheduleChange(stripe, change, idempotencyKey),
    async releaseSchedule(subscriptionId) {
      const { scheduleId } = await getSubscription(stripe, subscriptionId);
      if (scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId).catch(throwPaymentError);
      return getSubscription(stripe, subscriptionId);
    },
  };
}

/** The same for preview and change, so that they come to the same amount. */
async function toUpdate(stripe: Stripe, { subscriptionId, priceId, prorationAt }: PlanChange) {
  const { itemId } = await getSubscription(stripe, subscriptionId);
  return {
    // Without the id of the item, the new price is added to the old one.
    items: [{ id: itemId, price: priceId, quantity: 1 }],
    proration_behavior: 'always_invoice' as const,
    ...(prorationAt !== null && { proration_date: toSeconds(prorationAt) }),
  };
}

function toPreview(invoice: Stripe.Invoice, change: PlanChange): ChangePreview {
  const lines = invoice.lines.data.map(toInvoiceLine);
  const owed = invoice.total + invoice.starting_balance;
  const amountDue = owed < MIN_CHARGE ? 0 : owed;
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
  idempotencyKey: string,
): Promise<ProviderSubscription> {
  const created = await stripe.subscriptionSchedules
    .create({ from_subscription: change.subscriptionId }, { idempotencyKey: `${idempotencyKey}-create` })
    .catch(throwPaymentError);
  try {
    await stripe.subscriptionSchedules
      .update(created.id, toPhases(created, change.priceId), { idempotencyKey: `${idempotencyKey}-phases` })
      .catch(throwPaymentError);
  } catch (error) {
    // A schedule without a change blocks cancelling. If this fails, too, the next change or cancellation releases it.
    await stripe.subscriptionSchedules.release(created.id, undefined, briefOptions).catch(() => undefined);
    throw error;
  }
  return getSubscription(stripe, change.subscriptionId);
}

/** The current phase exactly as it is: a start that differs is refused, or computes a proration. */
function toPhases(schedule: Stripe.SubscriptionSchedule, priceId: string): Stripe.SubscriptionScheduleUpdateParams {
  const current = schedule.phases[0];
  const items = (current?.items ?? []).map((item) => ({
    price: getId(item.price) ?? '',
    quantity: item.quantity ?? 1,
  }));
  return {
    end_behavior: 'release',
    phases: [
      { items, start_date: current?.start_date ?? 0, end_date: current?.end_date ?? 0 },
      {
        items: [{ price: priceId, quantity: 1 }],
        proration_behavior: 'none',
        duration: { interval: 'month', interval_count: 1 },
      },
    ],
  };
}
