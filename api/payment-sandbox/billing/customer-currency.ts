import type { Customer } from '../objects/customer.ts';
import type { Transaction } from '../state/transaction.ts';

/** What is owed (positive) or has been credited (negative) in a currency: an amount in another one does not count. */
export const readBalance = (customer: Customer, wanted: string): number => {
  const { balance, currency, invoice_credit_balance: others } = customer;
  return currency === null || currency === wanted ? balance : (others?.[wanted] ?? 0);
};

/** The customer buys in a currency from now on. The balance in the one before is kept apart. */
export function setCurrency(tx: Transaction, id: string, currency: string): Customer {
  const before = tx.get('customer', id);
  const { invoice_credit_balance: others = {}, balance } = before;
  if (before.currency === null || before.currency === currency) return updateCustomer(tx, id, { currency });
  return updateCustomer(tx, id, {
    balance: others[currency] ?? 0,
    currency,
    invoice_credit_balance: { ...others, [before.currency ?? '']: balance },
  });
}

/** Writes the change and its event, if anything changed. */
export function updateCustomer(tx: Transaction, id: string, changes: Partial<Customer>): Customer {
  const before = tx.get('customer', id);
  const after = tx.update('customer', id, changes);
  if (JSON.stringify(before) !== JSON.stringify(after)) tx.emit('customer.updated', after);
  return after;
}
