import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, integer, listOf, text, unsettable } from '../../http/params.ts';
import { type Call, route } from '../../http/resource.ts';
import { sumReductions } from '../discounts.ts';
import { phaseParams, resolvePhases } from '../schedules/resolve-phases.ts';
import { startDuePhase } from '../schedules/start-due-phase.ts';
import type { Transaction } from '../../state/transaction.ts';
import { endOfPeriod } from '../subscriptions/cancel-flags.ts';
import { cancelNow } from '../subscriptions/cancel-now.ts';
import type { Invoice, Subscription } from '../objects/stored.ts';
import { periodContaining } from '../periods.ts';
import { putItems } from '../subscriptions/change-items.ts';
import { itemChange, resolveItems } from '../subscriptions/resolve-items.ts';
import { prorationBehavior } from '../subscriptions/update-subscription.ts';
import { draftInvoice } from './draft-invoice.ts';

const previewParams = z.strictObject({
  customer: text().optional(),
  preview_mode: z.enum(['next', 'recurring']).optional(),
  schedule: text().optional(),
  schedule_details: z
    .strictObject({ end_behavior: z.enum(['cancel', 'release']).optional(), phases: listOf(phaseParams).optional() })
    .optional(),
  subscription: text().optional(),
  subscription_details: z
    .strictObject({
      billing_cycle_anchor: z.strictObject({ type: z.enum(['unchanged']) }).optional(),
      cancel_at: unsettable(integer()).optional(),
      cancel_at_period_end: boolean().optional(),
      cancel_now: boolean().optional(),
      items: listOf(itemChange).optional(),
      proration_behavior: prorationBehavior().optional(),
      proration_date: integer().optional(),
    })
    .optional(),
});
type PreviewParams = z.output<typeof previewParams>;

/** Runs the real change, copies its invoice and discards all changes, so that preview and invoice have the same amounts. */
export const createPreview = route({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  params: previewParams,
  handle: (call) => {
    const subscription = findSubscription(call);
    const invoice = draftPreview(call, subscription);
    call.tx.discard();
    return invoice;
  },
});

function findSubscription({ tx, params }: Call<PreviewParams>): Subscription {
  const { customer, schedule: scheduleId, schedule_details: details } = params;
  if (scheduleId && (params.subscription || params.subscription_details)) {
    throw refuse('You may only specify one of these parameters: schedule, subscription.', { param: 'schedule' });
  }
  const schedule = scheduleId ? requireObject(tx, 'subscription_schedule', scheduleId, 'schedule') : null;
  const id = schedule?.subscription ?? params.subscription;
  if (!id) throw refuse('Missing required param: subscription.', { code: 'parameter_missing', param: 'subscription' });
  const subscription = requireObject(tx, 'subscription', id, 'subscription');
  if (customer && customer !== subscription.customer) {
    throw refuse('The subscription does not belong to the customer.', { param: 'subscription' });
  }
  if (schedule && details) {
    tx.update('subscription_schedule', schedule.id, {
      end_behavior: details.end_behavior ?? schedule.end_behavior,
      phases: details.phases ? resolvePhases(tx, schedule, details.phases) : schedule.phases,
    });
  }
  return subscription;
}

function draftPreview({ tx, params, baseUrl }: Call<PreviewParams>, subscription: Subscription): Invoice {
  const details = params.subscription_details ?? {};
  const now = tx.now(subscription.test_clock);
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') throw noUpcoming();
  if (details.cancel_now) {
    const canceled = cancelNow({ tx, baseUrl }, subscription, {
      details: undefined,
      isProrated: details.proration_behavior !== 'none',
      isInvoiced: false,
    });
    const period = { start: now, end: now };
    return toPreview(draftInvoice(tx, canceled, { reason: 'upcoming', period, cycleItems: [] }));
  }
  const draft = details.items
    ? putItems(tx, subscription, {
        items: resolveItems(tx, subscription, details.items, 'subscription_details[items]'),
        prorationBehavior: details.proration_behavior ?? 'create_prorations',
        prorationDate: details.proration_date,
      })
    : null;
  if (draft && params.preview_mode !== 'recurring') return toPreview(draft);
  const next = draftNextCycle(tx, tx.get('subscription', subscription.id), details);
  return toPreview(params.preview_mode === 'recurring' ? withoutItemLines(next) : next);
}

/** The draft of the next renewal. A scheduled phase that begins then is started first. */
function draftNextCycle(
  tx: Transaction,
  current: Subscription,
  { cancel_at: at, cancel_at_period_end: atPeriodEnd }: NonNullable<PreviewParams['subscription_details']>,
): Invoice {
  const end = endOfPeriod(current);
  const period = { start: current.items.data[0]?.current_period_start ?? end, end };
  const cancelAt = at === undefined ? current.cancel_at : at;
  const isCanceled = atPeriodEnd ?? (cancelAt !== null && cancelAt <= end);
  tx.setNow(current.test_clock, end);
  const phased = isCanceled ? current : startDuePhase(tx, current, end);
  if (isCanceled || phased.status === 'canceled') {
    return draftInvoice(tx, phased, { reason: 'upcoming', period, cycleItems: [] });
  }
  const data = phased.items.data.map((item) => {
    const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 };
    const next = periodContaining(phased.billing_cycle_anchor, recurring, item.current_period_end);
    return { ...item, current_period_start: next.start, current_period_end: next.end };
  });
  const moved = tx.update('subscription', phased.id, { items: { ...phased.items, data } });
  return draftInvoice(tx, moved, { reason: 'upcoming', period, cycleItems: data });
}

/** @throws invoice_upcoming_none for an invoice without lines. */
function toPreview(draft: Invoice): Invoice {
  if (draft.lines.data.length === 0) throw noUpcoming();
  return { ...draft, billing_reason: 'upcoming', id: draft.id.replace(/^in_/, 'upcoming_in_'), auto_advance: false };
}

const noUpcoming = () => refuse('No upcoming invoices for customer.', { code: 'invoice_upcoming_none', status: 404 });

function withoutItemLines(invoice: Invoice): Invoice {
  const data = invoice.lines.data.filter((line) => !line.parent?.subscription_item_details?.invoice_item);
  const subtotal = data.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - sumReductions(data);
  return {
    ...invoice,
    amount_due: total,
    amount_remaining: total,
    lines: { ...invoice.lines, data },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
  };
}
