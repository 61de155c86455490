import type Stripe from 'stripe';
import type { Address, CustomerTaxId, Tax, TaxRate } from './tax.ts';
import type { Kept, List, New, Wire } from './wire.ts';

export type InvoiceLine = Wire<
  Pick<Stripe.InvoiceLineItem, 'id' | 'object' | 'amount' | 'currency' | 'description'>
> & {
  discount_amounts: { amount: number; discount: string }[];
  parent: {
    type: 'subscription_item_details';
    subscription_item_details: { subscription_item: string; proration: boolean };
  };
  period: { start: number; end: number };
  pricing: Pricing;
  quantity: number;
  taxes: Tax[];
};
export type Pricing = { type: 'price_details'; price_details: { price: string; product: string } };

const INVOICE = {
  object: 'invoice',
  amount_due: 0,
  amount_paid: 0,
  amount_remaining: 0,
  attempt_count: 0,
  /** Whether due work finalizes and collects it. */
  auto_advance: false,
  automatically_finalizes_at: null,
  effective_at: null,
  ending_balance: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  next_payment_attempt: null,
  number: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  status: 'draft',
  subtotal: 0,
  subtotal_excluding_tax: 0,
  total: 0,
  total_excluding_tax: 0,
} as const;
type NewInvoice = 'id' | 'billing_reason' | 'created' | 'currency' | 'customer' | 'customer_email' | 'customer_name';

/** Of a subscription: the sandbox has no others. */
export type Invoice = Kept<Stripe.Invoice, typeof INVOICE, NewInvoice> & {
  automatic_tax: { disabled_reason: null; enabled: boolean; status: 'complete' | 'requires_location_inputs' | null };
  customer: string;
  customer_address: Address | null;
  customer_tax_ids: CustomerTaxId[];
  default_tax_rates: TaxRate[];
  lines: List<InvoiceLine>;
  parent: {
    type: 'subscription_details';
    subscription_details: { metadata: Record<string, string>; subscription: string };
  };
  status_transitions: { finalized_at: number | null; paid_at: number | null; voided_at: number | null };
  total_discount_amounts: { amount: number; discount: string }[];
  total_taxes: Tax[];
};
export const buildInvoice = (fields: New<Invoice, NewInvoice | 'lines' | 'parent'>): Invoice => ({
  ...INVOICE,
  automatic_tax: { disabled_reason: null, enabled: false, status: null },
  customer_address: null,
  customer_tax_ids: [],
  default_tax_rates: [],
  total_discount_amounts: [],
  total_taxes: [],
  status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
  ...fields,
});

/** A credit note of the dashboard: the sandbox adds its whole amount to the balance of the customer. */
export type CreditNote = Wire<
  Pick<Stripe.CreditNote, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'number' | 'status' | 'total'>
> & { customer: string; invoice: string; refunds: { amount_refunded: number; refund: string }[] };

/** A proration that the next invoice of its subscription collects. */
export type InvoiceItem = Wire<
  Pick<Stripe.InvoiceItem, 'id' | 'object' | 'amount' | 'currency' | 'date' | 'description' | 'quantity'>
> & {
  customer: string;
  invoice: string | null;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; subscription_item: string } };
  period: { start: number; end: number };
  pricing: Pricing;
  proration: true;
};

/** Leads from an invoice to the payment intent that pays it. */
export type InvoicePayment = Wire<
  Pick<Stripe.InvoicePayment, 'id' | 'object' | 'amount_paid' | 'created' | 'is_default' | 'status'>
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };
