import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, integer, listOf, mergeMetadata, metadata, text, unsettable } from '../../http/params.ts';
import { type Call, route } from '../../http/resource.ts';
import { discountParams, redeem } from '../discounts.ts';
import { requireOwnMethod } from './require-method.ts';
import type { Subscription } from '../objects/stored.ts';
import { resolveCancelFlags } from './cancel-flags.ts';
import { collectChange, draftChange, putItems, rememberDebits } from './change-items.ts';
import { movePeriodEnd } from './move-period-end.ts';
import { dropPendingChange } from './pending-change.ts';
import { itemChange, resolveItems } from './resolve-items.ts';

export const prorationBehavior = () => z.enum(['always_invoice', 'create_prorations', 'none']);
export const paymentBehavior = () =>
  z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete']);
export const cancellationDetails = () =>
  z.strictObject({
    comment: unsettable(text()).optional(),
    feedback: unsettable(
      z.enum([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ]),
    ).optional(),
  });

const updateParams = z.strictObject({
  billing_cycle_anchor: z.strictObject({ type: z.enum(['unchanged']) }).optional(),
  cancel_at: unsettable(integer()).optional(),
  cancel_at_period_end: boolean().optional(),
  cancellation_details: cancellationDetails().optional(),
  default_payment_method: unsettable(text()).optional(),
  description: unsettable(text(500)).optional(),
  discounts: discountParams().optional(),
  items: listOf(itemChange).optional(),
  metadata: metadata().optional(),
  off_session: boolean().optional(),
  payment_behavior: paymentBehavior().optional(),
  proration_behavior: prorationBehavior().optional(),
  proration_date: integer().optional(),
});
type UpdateParams = z.output<typeof updateParams>;

/** The parameters that may be combined with `pending_if_incomplete`. */
const PENDING_PARAMS = new Set([
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'discounts',
  'items',
  'metadata',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
]);
const CANCELED_PARAMS = new Set(['cancellation_details', 'metadata']);

/** The changed subscription is announced before the invoice of the change. */
const EVENT_ORDER = ['invoiceitem.created', 'customer.subscription.updated', 'invoice.created', 'invoice.finalized'];

export const updateSubscription = route({
  method: 'POST',
  path: '/v1/subscriptions/:id',
  params: updateParams,
  handle: (call) => {
    const before = requireObject(call.tx, 'subscription', call.id);
    checkParams(before, call.params);
    return call.tx.emitInOrder(EVENT_ORDER, () => update(call, before));
  },
});

function checkParams(subscription: Subscription, params: UpdateParams): void {
  const names = Object.keys(params);
  const isEnded = subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
  if (isEnded && names.some((name) => !CANCELED_PARAMS.has(name))) {
    throw refuse('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  const notPending = names.find((name) => !PENDING_PARAMS.has(name));
  if (params.payment_behavior === 'pending_if_incomplete' && notPending) {
    throw refuse(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${notPending}\` is not supported.`,
      { param: notPending },
    );
  }
  if (params.proration_date !== undefined && !params.items) {
    throw refuse('`proration_date` can only be passed with `items`.', { param: 'proration_date' });
  }
}

function update(call: Call<UpdateParams>, original: Subscription): Subscription {
  const { tx, params, id } = call;
  const before = params.items && original.pending_update ? dropPendingChange(tx, original) : original;
  const { default_payment_method: method } = params;
  if (method) requireOwnMethod(tx, before.customer, method, 'default_payment_method');
  tx.update('subscription', id, {
    ...resolveCancelFlags(tx, before, params),
    ...(method !== undefined && { default_payment_method: method }),
    ...(params.description !== undefined && { description: params.description }),
    ...(params.discounts !== undefined && { discounts: redeem(tx, before, params.discounts) }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  changeBilling(call, before);
  const after = tx.get('subscription', id);
  if (JSON.stringify(after) !== JSON.stringify(before)) tx.emit('customer.subscription.updated', after, before);
  return after;
}

/** Changes the items or the end of the period, and collects what is due at once. */
function changeBilling(call: Call<UpdateParams>, before: Subscription): void {
  const { tx, id, params } = call;
  const prorationBehavior = params.proration_behavior ?? 'create_prorations';
  const restoreDebits = rememberDebits(tx, before);
  const isMoved =
    params.cancel_at !== undefined &&
    movePeriodEnd(tx, tx.get('subscription', id), { isProrated: prorationBehavior !== 'none' });
  const current = tx.get('subscription', id);
  const draft = params.items
    ? putItems(tx, current, {
        items: resolveItems(tx, current, params.items),
        prorationBehavior,
        prorationDate: params.proration_date,
      })
    : isMoved && prorationBehavior === 'always_invoice'
      ? draftChange(tx, current)
      : null;
  if (!draft) return;
  collectChange(call, before, draft, {
    paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
    isOffSession: params.off_session ?? false,
    restoreDebits,
  });
}
