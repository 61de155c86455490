import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { listRoute, retrieveRoute } from '../http/lists.ts';
import { integer, mergeMetadata, metadata, text, unsettable } from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import { attachPaymentMethod, createPaymentMethod, resolvePaymentMethod } from '../payments/payment-methods.ts';
import type { Transaction } from '../state/transaction.ts';
import { updateCustomer } from './customers.ts';

const billingDetails = z.strictObject({
  email: unsettable(text()).optional(),
  name: unsettable(text()).optional(),
  phone: unsettable(text()).optional(),
});

/** Detached, it is nobody's and cannot be attached again. Customer and subscriptions lose it as their default. */
export function detachPaymentMethod(tx: Transaction, id: string) {
  const before = requireObject(tx, 'payment_method', id);
  const { customer } = before;
  if (!customer) {
    throw refuse(`The payment method you provided is not attached to a customer so detachment is impossible.`, {
      param: 'payment_method',
    });
  }
  const after = tx.update('payment_method', id, { customer: null });
  tx.emit('payment_method.detached', after, before);
  const owner = tx.find('customer', customer);
  if (owner?.invoice_settings.default_payment_method === id) {
    updateCustomer(tx, owner.id, { invoice_settings: { ...owner.invoice_settings, default_payment_method: null } });
  }
  for (const subscription of tx.list('subscription', (each) => each.default_payment_method === id)) {
    const changed = tx.update('subscription', subscription.id, { default_payment_method: null });
    tx.emit('customer.subscription.updated', changed, subscription);
  }
  return after;
}

export const paymentMethods: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/payment_methods',
      params: z.strictObject({
        type: z.enum(['card']),
        card: z.strictObject({
          number: text().optional(),
          token: text().optional(),
          exp_month: integer().optional(),
          exp_year: integer().optional(),
          cvc: text().optional(),
        }),
        billing_details: billingDetails.optional(),
        metadata: metadata().optional(),
      }),
      handle: ({ tx, params: { card, billing_details: details, metadata: values } }) => {
        const number = card.number ?? (card.token === 'tok_visa' ? '4242424242424242' : null);
        if (!number)
          throw refuse('Missing required param: card[number].', { code: 'parameter_missing', param: 'card[number]' });
        const method = createPaymentMethod(tx, {
          number,
          expMonth: card.exp_month,
          expYear: card.exp_year,
          name: details?.name,
          email: details?.email,
        });
        return tx.update('payment_method', method.id, { metadata: mergeMetadata({}, values) });
      },
    }),
    listRoute({
      path: '/v1/payment_methods',
      kind: 'payment_method',
      filters: { customer: text().optional(), type: text().optional() },
      matches: (method, { customer, type }) =>
        method.customer === (customer ?? null) && (type === undefined || method.type === type),
    }),
    retrieveRoute('/v1/payment_methods/:id', 'payment_method'),
    route({
      method: 'POST',
      path: '/v1/payment_methods/:id',
      params: z.strictObject({
        billing_details: billingDetails.optional(),
        card: z.strictObject({ exp_month: integer().optional(), exp_year: integer().optional() }).optional(),
        metadata: metadata().optional(),
      }),
      handle: ({ tx, params, id }) => {
        const before = requireObject(tx, 'payment_method', id);
        const after = tx.update('payment_method', id, {
          billing_details: { ...before.billing_details, ...params.billing_details },
          ...(before.card && { card: { ...before.card, ...params.card } }),
          metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        });
        tx.emit('payment_method.updated', after, before);
        return after;
      },
    }),
    route({
      method: 'POST',
      path: '/v1/payment_methods/:id/attach',
      params: z.strictObject({ customer: text() }),
      handle: ({ tx, params, id }) => {
        const customer = requireObject(tx, 'customer', params.customer, 'customer');
        const method = resolvePaymentMethod(tx, id, 'id');
        if (method.customer && method.customer !== customer.id) {
          throw refuse('The payment method you provided has already been attached to a customer.', {
            param: 'payment_method',
          });
        }
        const attached = attachPaymentMethod(tx, method.id, customer.id);
        tx.emit('payment_method.attached', attached);
        return attached;
      },
    }),
    route({
      method: 'POST',
      path: '/v1/payment_methods/:id/detach',
      params: z.strictObject({}),
      handle: ({ tx, id }) => detachPaymentMethod(tx, id),
    }),
  ],
};
