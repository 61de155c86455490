import type { CardInput } from '../../payments/payment-methods.ts';
import type { Decline } from '../../payments/test-cards.ts';
import { buildCustomer } from '../../resources/customers.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { CheckoutSession, Customer, PaymentMethod } from '../objects/stored.ts';

/** What the payer sends on the page. `paymentMethod`: the card that was entered, once the bank's challenge page has been there. */
export type PagePayment = { card: CardInput } | { paymentMethod: string; authentication: 'passed' | 'failed' };

export type PageResult =
  | { status: 'complete'; session: CheckoutSession; redirectUrl: string }
  | { status: 'declined'; session: CheckoutSession; decline: Decline }
  | { status: 'requires_action'; session: CheckoutSession; paymentMethod: string };

export type Payer = { customer: Customer | null; email: string | null; name: string | null };
export type PageStep = {
  session: CheckoutSession;
  payer: Payer;
  method: PaymentMethod;
  authentication: 'passed' | 'failed' | undefined;
};

/** The customer of the session; without one, every purchase makes a new customer. */
export function createPayer(tx: Transaction, { customer, email, name }: Payer): Customer {
  if (customer) return customer;
  const created = tx.put('customer', buildCustomer(tx, { email, name }));
  tx.emit('customer.created', created);
  return created;
}

type ClosingPayer = { customer: Customer; email: string | null; name: string | null };

export function closeSession(
  tx: Transaction,
  session: CheckoutSession,
  { customer, email, name }: ClosingPayer,
  fields: Partial<CheckoutSession>,
): CheckoutSession {
  return tx.update('checkout.session', session.id, {
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: email ?? customer.email,
      individual_name: null,
      name: name ?? customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    status: 'complete',
    url: null,
    ...fields,
  });
}

/** Where the browser goes: the session's id stands for the placeholder. */
export const fillSuccessUrl = ({ success_url, id }: CheckoutSession): string =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
