import { z } from 'zod';
import { requireObject } from '../http/errors.ts';
import { integer, mergeMetadata, metadata, text, unsettable } from '../http/params.ts';
import { type Route, route } from '../http/route.ts';
import { buildCustomer, type Customer } from '../objects/customer.ts';
import { isEnded } from '../objects/subscription.ts';
import { requireOwnMethod } from '../cards/payment-methods.ts';
import type { Transaction } from '../state/transaction.ts';
import { updateCustomer } from './customer-currency.ts';
import { cancelSubscription } from './subscriptions/cancel.ts';

const part = () => unsettable(text()).optional();
const address = z.strictObject({
  city: part(),
  country: unsettable(z.string().length(2)).optional(),
  line1: part(),
  line2: part(),
  postal_code: part(),
  state: part(),
});
const contact = {
  address: unsettable(address).optional(),
  email: text().optional(),
  name: text(256).optional(),
  metadata: metadata().optional(),
  tax_exempt: z.enum(['none', 'exempt', 'reverse']).optional(),
};
const updateParams = z.strictObject({
  ...contact,
  balance: integer().optional(),
  invoice_settings: z.strictObject({ default_payment_method: text() }).optional(),
});

const EMPTY = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The parameters of a customer, with a whole address. */
function toFields<T extends { address?: z.output<typeof address> | null | undefined }>({
  address: given,
  ...fields
}: T) {
  if (given === undefined) return fields;
  return { ...fields, address: given === null ? null : { ...EMPTY, ...given } };
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
      const fields = { ...toFields(params), metadata: mergeMetadata({}, params.metadata) };
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
      return updateCustomer(tx, id, {
        ...toFields(params),
        metadata: mergeMetadata(customer.metadata, params.metadata),
      });
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: z.strictObject({}),
    handle: ({ tx, id }) => deleteCustomer(tx, requireObject(tx, 'customer', id)),
  }),
];
