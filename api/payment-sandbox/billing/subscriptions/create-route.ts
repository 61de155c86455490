import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, integer, listOf, mergeMetadata, metadata, text } from '../../http/params.ts';
import { type Call, route } from '../../http/resource.ts';
import { discountParams } from '../discounts.ts';
import { finalizeInvoice } from '../invoices/finalize-invoice.ts';
import { findDefaultMethod, paymentError, payInvoice } from '../invoices/pay-invoice.ts';
import type { Subscription } from '../objects/stored.ts';
import { endOfPeriod } from './cancel-flags.ts';
import { createSubscription } from './create-subscription.ts';
import { requireOwnMethod } from './require-method.ts';
import { requireRecurringPrice } from './require-price.ts';
import { paymentBehavior } from './update-subscription.ts';

const createParams = z.strictObject({
  billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
  cancel_at_period_end: boolean().optional(),
  customer: text(),
  default_payment_method: text().optional(),
  description: text(500).optional(),
  discounts: discountParams().optional(),
  items: listOf(z.strictObject({ price: text(), quantity: integer().optional(), metadata: metadata().optional() })),
  metadata: metadata().optional(),
  off_session: boolean().optional(),
  payment_behavior: paymentBehavior().optional(),
});

/** The subscription comes first, with the status that its first payment gives it. */
const EVENT_ORDER = ['customer.subscription.created', 'invoice.created', 'invoice.finalized'];

export const createRoute = route({
  method: 'POST',
  path: '/v1/subscriptions',
  params: createParams,
  handle: (call) => call.tx.emitInOrder(EVENT_ORDER, () => create(call)),
});

function create(call: Call<z.output<typeof createParams>>): Subscription {
  const { tx, params } = call;
  const customer = requireObject(tx, 'customer', params.customer, 'customer');
  const behavior = params.payment_behavior ?? 'allow_incomplete';
  if (behavior === 'pending_if_incomplete') {
    throw refuse('`pending_if_incomplete` can only be used when updating a subscription.', {
      param: 'payment_behavior',
    });
  }
  const items = params.items.map(({ price, quantity, metadata: values }, index) => ({
    price: requireRecurringPrice(tx, price, `items[${index}][price]`),
    quantity: quantity ?? 1,
    metadata: mergeMetadata({}, values),
  }));
  const method = params.default_payment_method
    ? requireOwnMethod(tx, customer.id, params.default_payment_method, 'default_payment_method')
    : null;
  if (!method && !findDefaultMethod(tx, customer.id, null) && behavior !== 'default_incomplete') {
    throw paymentError(null, { actionCode: '', keepsChanges: false });
  }
  const { subscription, draft } = createSubscription(tx, {
    customer: customer.id,
    items,
    status: 'incomplete',
    discounts: params.discounts ?? null,
    fields: {
      default_payment_method: method?.id ?? null,
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
    },
  });
  tx.emit('invoice.created', draft);
  const open = finalizeInvoice(call, draft);
  const isPaid = open.status === 'paid' || (behavior !== 'default_incomplete' && pay(call, open, behavior));
  const end = endOfPeriod(subscription);
  const created = tx.update('subscription', subscription.id, {
    status: isPaid ? 'active' : 'incomplete',
    ...(params.cancel_at_period_end && {
      cancel_at_period_end: true,
      cancel_at: end,
      canceled_at: subscription.created,
    }),
  });
  tx.emit('customer.subscription.created', created);
  return created;
}

function pay(
  call: Call<z.output<typeof createParams>>,
  invoice: Parameters<typeof payInvoice>[1],
  behavior: 'allow_incomplete' | 'error_if_incomplete',
): boolean {
  const outcome = payInvoice(call, invoice, { isOffSession: call.params.off_session ?? false });
  if (outcome.status === 'paid') return true;
  if (behavior === 'allow_incomplete') return false;
  throw paymentError(outcome.payment, {
    actionCode: 'subscription_payment_intent_requires_action',
    keepsChanges: false,
  });
}
