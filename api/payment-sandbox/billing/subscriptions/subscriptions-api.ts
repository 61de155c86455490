import { z } from 'zod';
import { noSuch, refuse, requireObject, StripeError } from '../../http/errors.ts';
import { boolean, integer, mergeMetadata, metadata, text, unsettable } from '../../http/params.ts';
import { type Call, listRoute, retrieveRoute, type Route, route } from '../../http/route.ts';
import { isEnded, type Subscription } from '../../objects/subscription.ts';
import { requireOwnMethod } from '../../cards/payment-methods.ts';
import type { Transaction } from '../../state/transaction.ts';
import { discountParams, redeem } from '../discounts.ts';
import { finalizeInvoice } from '../invoices/finalize-invoice.ts';
import { payInvoice, paymentError } from '../invoices/pay-invoice.ts';
import { cancelSubscription, resolveCancelFlags } from './cancel.ts';
import { changeItems, itemsParams, requireActivePrice } from './change-items.ts';
import { createSubscription } from './create-subscription.ts';
import { dropPendingChange } from './pending-change.ts';
import { checkTaxation, requireTaxLocation } from '../taxes/compute-taxes.ts';
import { announceDueEnd, checkTrialEnd, toTrialEnd } from './trials.ts';

const FEEDBACK = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
});

const updateParams = z.strictObject({
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  ...itemsParams,
  cancel_at: unsettable(integer()).optional(),
  cancel_at_period_end: boolean().optional(),
  cancellation_details: z
    .strictObject({ comment: text().optional(), feedback: z.enum(FEEDBACK).optional() })
    .optional(),
  default_payment_method: text().optional(),
  default_tax_rates: unsettable(z.array(text())).optional(),
  discounts: discountParams(),
  metadata: metadata().optional(),
  payment_behavior: z.enum(['pending_if_incomplete']).optional(),
  trial_settings: trialSettings.optional(),
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
  'trial_end',
]);

/** The changed subscription is announced before the invoice of the change. */
const EVENT_ORDER = ['invoiceitem.created', 'customer.subscription.updated', 'invoice.created', 'invoice.finalized'];

function checkParams(subscription: Subscription, params: UpdateParams): void {
  if (isEnded(subscription)) {
    throw refuse('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  const notPending = Object.keys(params).find((name) => !PENDING_PARAMS.has(name));
  if (params.payment_behavior === 'pending_if_incomplete' && notPending) {
    throw refuse(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${notPending}\` is not supported.`,
      { param: notPending },
    );
  }
}

function resolveTaxes(tx: Transaction, before: Subscription, params: UpdateParams): Partial<Subscription> {
  const { automatic_tax: automatic, default_tax_rates: given } = params;
  if (automatic === undefined && given === undefined) return {};
  const isAutomatic = automatic?.enabled ?? before.automatic_tax.enabled;
  const rates = given === undefined ? before.default_tax_rates.map(({ id }) => id) : (given ?? []);
  for (const { price } of before.items.data) checkTaxation(tx, { isAutomatic, rates }, price);
  if (isAutomatic) requireTaxLocation(tx.get('customer', before.customer));
  return {
    automatic_tax: { disabled_reason: null, enabled: isAutomatic, liability: isAutomatic ? { type: 'self' } : null },
    default_tax_rates: rates.map((id) => tx.get('tax_rate', id)),
  };
}

function update(call: Call<UpdateParams>, original: Subscription): Subscription {
  const { tx, params, id } = call;
  const { billing_cycle_anchor: anchor, default_payment_method: method, discounts, items } = params;
  const changesItems = items !== undefined || anchor?.type === 'now' || params.trial_end !== undefined;
  const before = changesItems && original.pending_update ? dropPendingChange(tx, original) : original;
  if (method) requireOwnMethod(tx, before.customer, method, 'default_payment_method');
  const changed = tx.update('subscription', id, {
    ...resolveCancelFlags(before, params, tx.now()),
    ...(method !== undefined && { default_payment_method: method }),
    ...(discounts !== undefined && { discounts: redeem(tx, before, discounts) }),
    metadata: mergeMetadata(before.metadata, params.metadata),
    ...resolveTaxes(tx, before, params),
    ...(params.trial_settings && { trial_settings: params.trial_settings }),
  });
  if (changesItems)
    changeItems(call, changed, { ...params, isPending: params.payment_behavior === 'pending_if_incomplete' });
  const after = tx.get('subscription', id);
  if (JSON.stringify(after) !== JSON.stringify(before)) tx.emit('customer.subscription.updated', after);
  return after;
}

const createParams = z.strictObject({
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
  cancel_at_period_end: boolean().optional(),
  customer: text(),
  default_payment_method: text().optional(),
  default_tax_rates: z.array(text()).optional(),
  discounts: discountParams(),
  items: z.array(z.strictObject({ price: text(), quantity: integer().optional() })).length(1),
  metadata: metadata().optional(),
  payment_behavior: z.enum(['error_if_incomplete']),
  trial_end: integer().optional(),
  trial_period_days: integer().optional(),
  trial_settings: trialSettings.optional(),
});

/** Begins a subscription past the checkout. A first payment that fails leaves nothing behind. */
function create(call: Call<z.output<typeof createParams>>): Subscription {
  const { tx, params } = call;
  const customer = requireObject(tx, 'customer', params.customer, 'customer');
  const { default_payment_method: method, trial_period_days: days, trial_end: end, trial_settings: trial } = params;
  if (method) requireOwnMethod(tx, customer.id, method, 'default_payment_method');
  const trialEnd = end ?? (days === undefined ? null : toTrialEnd(tx.now(), days));
  if (trialEnd !== null) checkTrialEnd(tx.now(), trialEnd);
  const [item] = params.items;
  const price = requireActivePrice(tx, item?.price ?? '', 'items[0][price]');
  const isAutomatic = params.automatic_tax?.enabled ?? false;
  checkTaxation(tx, { isAutomatic, rates: params.default_tax_rates ?? [] }, price);
  if (isAutomatic) requireTaxLocation(customer);
  const { subscription, draft } = createSubscription(tx, {
    customer: customer.id,
    price,
    quantity: item?.quantity ?? 1,
    paymentMethod: method ?? null,
    metadata: mergeMetadata({}, params.metadata),
    discounts: params.discounts ?? [],
    taxation: { isAutomatic, rates: [] },
    defaultRates: params.default_tax_rates ?? [],
    trialEnd,
    missingMethod: trial?.end_behavior.missing_payment_method,
  });
  if (params.cancel_at_period_end) {
    const flags = resolveCancelFlags(subscription, { cancel_at_period_end: true }, tx.now());
    tx.update('subscription', subscription.id, flags);
  }
  tx.emit('customer.subscription.created', tx.get('subscription', subscription.id));
  announceDueEnd(tx, subscription);
  tx.emit('invoice.created', draft);
  const open = finalizeInvoice(call, draft);
  if (open.status === 'open') {
    const outcome = payInvoice(call, open, { isOffSession: true });
    if (outcome.status === 'failed') throw unpaidError(outcome.payment);
  }
  return tx.get('subscription', subscription.id);
}

/** Nothing of the request is kept. */
function unpaidError(payment: Parameters<typeof paymentError>[0]): StripeError {
  const { status, body } = paymentError(payment);
  return new StripeError(status, body);
}

export const subscriptionRoutes: readonly Route[] = [
  retrieveRoute('/v1/subscriptions/:id', 'subscription'),
  listRoute({
    path: '/v1/subscriptions',
    kind: 'subscription',
    filters: { customer: text().optional(), status: z.enum(['all']) },
    matches: (subscription, { customer }) => customer === undefined || subscription.customer === customer,
  }),
  route({ method: 'POST', path: '/v1/subscriptions', params: createParams, handle: create }),
  route({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: updateParams,
    handle: (call) => {
      const before = requireObject(call.tx, 'subscription', call.id);
      checkParams(before, call.params);
      return call.tx.emitInOrder(EVENT_ORDER, () => update(call, before));
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: z.strictObject({}),
    handle: ({ tx, id }) => {
      const subscription = requireObject(tx, 'subscription', id);
      // A cancelled one is not found by this call only.
      if (isEnded(subscription)) throw noSuch('subscription', id);
      return cancelSubscription(tx, subscription, { reason: 'cancellation_requested' });
    },
  }),
];
