import { z } from 'zod';
import { requireObject } from '../http/errors.ts';
import { integer, mergeMetadata, metadata, text } from '../http/params.ts';
import { type Route, route } from '../http/route.ts';
import { buildCustomer, type Customer } from '../objects/customer.ts';
import { isEnded } from '../objects/subscription.ts';
import { requireOwnMethod } from '../cards/payment-methods.ts';
import type { Transaction } from '../state/transaction.ts';
import { cancelSubscription } from './subscriptions/cancel.ts';

const contact = { email: text().optional(), name: text(256).optional(), metadata: metadata().optional() };
const updateParams = z.strictObject({
  ...contact,
  balance: integer().optional(),
  invoice_settings: z.strictObject({ default_payment_method: text() }).optional(),
});

/** Writes the change and its event, if anything changed. */
export function updateCustomer(tx: Transaction, id: string, changes: Partial<Customer>): Customer {
  const before = tx.get('customer', id);
  const after = tx.update('customer', id, changes);
  if (JSON.stringify(before) !== JSON.stringify(after)) tx.emit('customer.updated', after);
  return after;
}

/** Cancels the subscriptions, detaches the cards, and replaces the customer by a record that it is deleted. */
function deleteCustomer(tx: Transaction, customer: Customer) {
  const { id } = customer;
  for (const subscription of tx.list('subscription', (each) => each.customer === id && !isEnded(each))) {
    cancelSubscription(tx, subscription, { reason: 'cancellation_requested' });
  }
  for (const method of tx.list('payment_method', (each) => each.customer === id)) {
    tx.update('payment_method', method.id, { customer: null });
  }
  tx.emit('customer.deleted', customer);
  tx.delete('customer', id);
  return tx.put('sandbox.deleted_customer', { id, object: 'customer', deleted: true });
}

export const customerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/customers',
    params: z.strictObject(contact),
    handle: ({ tx, params }) => {
      const id = tx.createId('customer');
      const fields = { ...params, metadata: mergeMetadata({}, params.metadata) };
      const invoice_prefix = id.slice(-8).toUpperCase();
      const customer = tx.put('customer', buildCustomer({ id, created: tx.now(), invoice_prefix, ...fields }));
      tx.emit('customer.created', customer);
      return customer;
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id',
    params: z.strictObject({}),
    handle: ({ tx, id }) => tx.find('sandbox.deleted_customer', id) ?? requireObject(tx, 'customer', id),
  }),
  route({
    method: 'POST',
    path: '/v1/customers/:id',
    params: updateParams,
    handle: ({ tx, params, id }) => {
      const customer = requireObject(tx, 'customer', id);
      const method = params.invoice_settings?.default_payment_method;
      if (method) requireOwnMethod(tx, id, method, 'invoice_settings[default_payment_method]');
      return updateCustomer(tx, id, { ...params, metadata: mergeMetadata(customer.metadata, params.metadata) });
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: z.strictObject({}),
    handle: ({ tx, id }) => deleteCustomer(tx, requireObject(tx, 'customer', id)),
  }),
];
