import type { Customer, RequiredFields, Invoice, InvoiceItem, InvoiceLine, InvoicePayment } from './stored.ts';

type InvoiceFields = RequiredFields<
  Invoice,
  'id' | 'created' | 'currency' | 'period_start' | 'period_end' | 'test_clock'
> & {
  payer: Customer;
};

/** A draft without lines. */
export function buildInvoice({ payer, ...fields }: InvoiceFields): Invoice {
  return {
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer: payer.id,
    customer_account: null,
    customer_address: payer.address ?? null,
    customer_email: payer.email,
    customer_name: payer.name ?? null,
    customer_phone: payer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: payer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${fields.id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
    ...fields,
  };
}

type LineFields = RequiredFields<
  InvoiceLine,
  'id' | 'amount' | 'currency' | 'description' | 'invoice' | 'period' | 'pricing' | 'parent'
>;

export function buildInvoiceLine(fields: LineFields): InvoiceLine {
  return {
    object: 'line_item',
    discount_amounts: [],
    discountable: true,
    discounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: 1,
    quantity_decimal: String(fields.quantity ?? 1),
    subscription: null,
    subtotal: fields.amount,
    taxes: [],
    ...fields,
  };
}

type InvoiceItemFields = RequiredFields<
  InvoiceItem,
  'id' | 'amount' | 'currency' | 'customer' | 'date' | 'description' | 'period' | 'pricing' | 'test_clock'
>;

export function buildInvoiceItem(fields: InvoiceItemFields): InvoiceItem {
  return {
    object: 'invoiceitem',
    customer_account: null,
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: fields.amount,
    parent: null,
    proration: false,
    quantity: 1,
    quantity_decimal: String(fields.quantity ?? 1),
    tax_rates: [],
    ...fields,
  };
}

type InvoicePaymentFields = RequiredFields<
  InvoicePayment,
  'id' | 'amount_requested' | 'created' | 'currency' | 'invoice' | 'payment'
>;

export function buildInvoicePayment(fields: InvoicePaymentFields): InvoicePayment {
  return {
    object: 'invoice_payment',
    amount_paid: null,
    is_default: true,
    livemode: false,
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
    ...fields,
  };
}
