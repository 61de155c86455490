import type Stripe from 'stripe';
import type { Address } from './tax.ts';
import type { Kept, New, Wire } from './wire.ts';

const CUSTOMER = {
  object: 'customer',
  /** Minor units; negative: a credit, which the next invoice uses. */
  balance: 0,
  currency: null,
  email: null,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
};
type NewCustomer = 'id' | 'created' | 'invoice_prefix';
export type Customer = Kept<Stripe.Customer, typeof CUSTOMER, NewCustomer> & {
  object: 'customer';
  /** Balances in other currencies than the customer's present one. */
  invoice_credit_balance?: Record<string, number>;
  /** What bills and taxes go by. */
  address: Address | null;
  metadata: Record<string, string>;
  tax_exempt: 'exempt' | 'none' | 'reverse';
  invoice_settings: { default_payment_method: string | null };
};
export const buildCustomer = (fields: New<Customer, NewCustomer>): Customer => ({
  ...CUSTOMER,
  object: 'customer',
  address: null,
  tax_exempt: 'none',
  invoice_settings: { default_payment_method: null },
  ...fields,
});

export type PaymentMethod = Wire<Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'type'>> & {
  customer: string | null;
  card: { brand: string; exp_month: number; exp_year: number; last4: string };
};
