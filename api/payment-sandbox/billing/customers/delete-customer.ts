import { z } from 'zod';
import { requireObject } from '../../http/errors.ts';
import { type Resource, route } from '../../http/resource.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Customer } from '../objects/stored.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';

/** Cancels the subscriptions, detaches the cards, and replaces the customer by a record that it is deleted. */
export function deleteCustomer(tx: Transaction, customer: Customer): { id: string; object: 'customer'; deleted: true } {
  const { id } = customer;
  const isRunning = (status: string) => status !== 'canceled' && status !== 'incomplete_expired';
  for (const subscription of tx.list('subscription', (each) => each.customer === id && isRunning(each.status))) {
    cancelSubscription(tx, subscription, { reason: 'cancellation_requested' });
  }
  for (const method of tx.list('payment_method', (each) => each.customer === id)) {
    tx.update('payment_method', method.id, { customer: null });
  }
  tx.emit('customer.deleted', customer);
  tx.delete('customer', id);
  return tx.put('sandbox.deleted_customer', { id, object: 'customer', deleted: true });
}

export const customerDeletion: Resource = {
  routes: [
    route({
      method: 'DELETE',
      path: '/v1/customers/:id',
      params: z.strictObject({}),
      handle: ({ tx, id }) => deleteCustomer(tx, requireObject(tx, 'customer', id)),
    }),
  ],
};
