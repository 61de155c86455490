import type Stripe from 'stripe';
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
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
};
export const buildCustomer = (fields: New<Customer, NewCustomer>): Customer => ({
  ...CUSTOMER,
  object: 'customer',
  invoice_settings: { default_payment_method: null },
  ...fields,
});

export type PaymentMethod = Wire<Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'type'>> & {
  customer: string | null;
  card: { brand: string; exp_month: number; exp_year: number; last4: string };
};
