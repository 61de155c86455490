import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, integer, listOf, text, unsettable } from '../../http/params.ts';
import { type Call, route } from '../../http/resource.ts';
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
  subscription: text(),
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

/** Runs the change that is asked about with the same code as the change itself, copies the invoice, and forgets everything. */
export const createPreview = route({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  params: previewParams,
  handle: (call) => {
    const subscription = requireObject(call.tx, 'subscription', call.params.subscription, 'subscription');
    if (call.params.customer && call.params.customer !== subscription.customer) {
      throw refuse('The subscription does not belong to the customer.', { param: 'subscription' });
    }
    const invoice = draftPreview(call, subscription);
    call.tx.discard();
    return invoice;
  },
});

function draftPreview({ tx, params, baseUrl }: Call<PreviewParams>, subscription: Subscription): Invoice {
  const details = params.subscription_details ?? {};
  if (subscription.status === 'canceled') throw noUpcoming();
  if (details.cancel_now) {
    const canceled = cancelNow({ tx, baseUrl }, subscription, {
      details: undefined,
      isProrated: details.proration_behavior !== 'none',
      isInvoiced: false,
    });
    return toPreview(draftPending(canceled, tx.now(subscription.test_clock)));
  }
  const draft = details.items
    ? putItems(tx, subscription, {
        items: resolveItems(tx, subscription, details.items, 'subscription_details[items]'),
        prorationBehavior: details.proration_behavior ?? 'create_prorations',
        prorationDate: details.proration_date,
      })
    : null;
  if (draft && params.preview_mode !== 'recurring') return toPreview(draft);
  const current = tx.get('subscription', subscription.id);
  const ends =
    details.cancel_at_period_end ??
    (details.cancel_at === undefined ? current.cancel_at !== null : details.cancel_at !== null);
  const next = draftNextCycle(current, { isRenewed: !ends });
  return toPreview(params.preview_mode === 'recurring' ? withoutItemLines(next) : next);

  function draftPending(of: Subscription, now: number): Invoice {
    return draftInvoice(tx, of, { reason: 'upcoming', period: { start: now, end: now }, cycleItems: [] });
  }

  function draftNextCycle(of: Subscription, { isRenewed }: { isRenewed: boolean }): Invoice {
    const [first] = of.items.data;
    const period = { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
    const data = of.items.data.map((item) => {
      const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 };
      const next = periodContaining(of.billing_cycle_anchor, recurring, item.current_period_end);
      return { ...item, current_period_start: next.start, current_period_end: next.end };
    });
    const moved = tx.update('subscription', of.id, { items: { ...of.items, data } });
    return draftInvoice(tx, moved, { reason: 'upcoming', period, cycleItems: isRenewed ? data : [] });
  }
}

/** @throws when there is nothing that an invoice could be about. */
function toPreview(draft: Invoice): Invoice {
  if (draft.lines.data.length === 0) throw noUpcoming();
  return { ...draft, billing_reason: 'upcoming', id: draft.id.replace(/^in_/, 'upcoming_in_'), auto_advance: false };
}

const noUpcoming = () => refuse('No upcoming invoices for customer.', { code: 'invoice_upcoming_none', status: 404 });

function withoutItemLines(invoice: Invoice): Invoice {
  const data = invoice.lines.data.filter((line) => !line.parent?.subscription_item_details?.invoice_item);
  const total = data.reduce((sum, line) => sum + line.amount, 0);
  return {
    ...invoice,
    amount_due: total,
    amount_remaining: total,
    lines: { ...invoice.lines, data },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}
