import { refuse } from '../../http/errors.ts';
import { resolvePaymentMethod } from '../../payments/payment-methods.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { PaymentMethod } from '../objects/stored.ts';

/** A payment method of this customer. */
export function requireOwnMethod(tx: Transaction, customer: string, id: string, param: string): PaymentMethod {
  const method = resolvePaymentMethod(tx, id, param);
  if (method.customer === customer) return method;
  throw refuse(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}
