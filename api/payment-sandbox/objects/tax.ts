import type Stripe from 'stripe';
import type { Kept, New, Wire } from './wire.ts';

const TAX_RATE = {
  object: 'tax_rate',
  active: true,
  country: null,
  description: null,
  jurisdiction: null,
  /** What is computed with; of an automatic rate it may differ from the one that applies in general. */
  effective_percentage: null,
} as const;
type NewTaxRate = 'id' | 'created' | 'display_name' | 'inclusive' | 'percentage';
export type TaxRate = Kept<Stripe.TaxRate, typeof TAX_RATE, NewTaxRate> & {
  metadata: Record<string, string>;
  tax_type: string | null;
};
export const buildTaxRate = (fields: New<TaxRate, NewTaxRate>): TaxRate => ({
  ...TAX_RATE,
  metadata: {},
  tax_type: null,
  ...fields,
});

/** A tax of a line or an invoice. */
export type Tax = Wire<Pick<Stripe.Invoice.TotalTax, 'amount' | 'tax_behavior' | 'taxability_reason' | 'type'>> & {
  tax_rate_details: { tax_rate: string } | null;
  taxable_amount: number;
};

/** A number of a customer, as invoices name it. */
export type CustomerTaxId = { type: string; value: string };

export type Address = {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
};
