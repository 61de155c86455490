import { buildCustomer } from '../../resources/customers.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Customer } from '../objects/stored.ts';
import type { Payer } from './complete-session.ts';

/** The customer of the session; without one, every purchase makes a new customer. */
export function createPayer(tx: Transaction, { customer, email, name }: Payer): Customer {
  if (customer) return customer;
  const created = tx.put('customer', buildCustomer(tx, { email, name }));
  tx.emit('customer.created', created);
  return created;
}
