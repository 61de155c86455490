import { html } from 'hono/html';
import type { PaymentMethod } from '../../objects/customer.ts';
import type { Invoice } from '../../objects/invoice.ts';
import type { Charge } from '../../objects/payment.ts';
import type { Tax, TaxRate } from '../../objects/tax.ts';
import { cardForm, type CardValues } from '../card-form.ts';
import { formatAmount, formatCard, formatDate } from '../format.ts';
import { type Html, layout } from '../layout.ts';

type TaxLine = Tax & { rate: TaxRate | undefined };

/** An invoice with its taxes and their rates. */
export type InvoiceView = { invoice: Invoice; taxes: TaxLine[] };

/** Line by line; empty where nobody says. */
type Seller = readonly string[];

const STATUS_TEXTS: Record<string, string> = {
  draft: 'Draft',
  open: 'To pay',
  paid: 'Paid',
  void: 'Void',
};

export const describeStatus = ({ status }: Invoice): string => STATUS_TEXTS[status ?? ''] ?? String(status);

/** The hosted invoice: what it is for, and the card form while it is open. */
export const invoicePage = (
  view: InvoiceView,
  seller: Seller,
  problem?: { error: string; values?: CardValues },
): Html => {
  const { invoice } = view;
  return layout({
    title: `Invoice ${invoice.number ?? ''}`,
    isNarrow: true,
    body: html`<section class="panel">
        <h1>Invoice ${invoice.number ?? ''}</h1>
        <p>
          <span class="amount">${formatAmount(invoice.amount_due, invoice.currency)}</span>
          <span class="muted">${describeStatus(invoice)}</span>
        </p>
        ${invoiceDetails(invoice, seller)} ${invoiceLines(view)}
        <p class="actions"><a class="button" href="/invoices/${invoice.id}/pdf">Print or save the invoice</a></p>
      </section>
      ${
        invoice.status === 'open'
          ? html`<section class="panel">
              <h2>Pay this invoice</h2>
              ${problem ? html`<p class="notice" role="alert">${problem.error}</p>` : ''}
              ${cardForm({ action: `/invoices/${invoice.id}`, submitLabel: `Pay ${formatAmount(invoice.amount_remaining, invoice.currency)}`, values: problem?.values })}
            </section>`
          : ''
      }`,
  });
};

/** The invoice to print: it stands for Stripe’s PDF. */
export const printableInvoice = (view: InvoiceView, seller: Seller): Html => {
  const { invoice } = view;
  return layout({
    title: `Invoice ${invoice.number ?? ''}`,
    body: html`<section class="panel">
      <h1>Invoice ${invoice.number ?? ''}</h1>
      ${invoiceDetails(invoice, seller)} ${invoiceLines(view)}
    </section>`,
  });
};

const invoiceDetails = (invoice: Invoice, seller: Seller): Html =>
  html`<dl>
    <dt>Status</dt>
    <dd>${describeStatus(invoice)}</dd>
    <dt>Date</dt>
    <dd>${formatDate(invoice.effective_at ?? invoice.created)}</dd>
    ${sellerRow(seller)}
    <dt>To</dt>
    <dd>${describeBuyer(invoice)}</dd>
  </dl>`;

/** Name, address, numbers and email of the customer, as far as they are known. */
function describeBuyer(invoice: Invoice): string {
  const { line1, line2, postal_code: code, city, country } = invoice.customer_address ?? {};
  const numbers = invoice.customer_tax_ids.map(({ value }) => value);
  const place = [code, city].filter(Boolean).join(' ');
  const facts = [invoice.customer_name, line1, line2, place, country, ...numbers, invoice.customer_email];
  return facts.filter(Boolean).join(', ') || invoice.customer;
}

const sellerRow = (seller: Seller): Html | '' =>
  seller.length === 0
    ? ''
    : html`<dt>From</dt>
        <dd>${seller.join(', ')}</dd>`;

const invoiceLines = ({ invoice, taxes }: InvoiceView): Html => {
  const amount = (cents: number) => formatAmount(cents, invoice.currency);
  const applied = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Lines">
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Period</th>
          <th scope="col" class="number">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${invoice.lines.data.map(
          (line) =>
            html`<tr>
              <td>${line.description}</td>
              <td>${formatDate(line.period.start)} to ${formatDate(line.period.end)}</td>
              <td class="number">${amount(line.amount)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        ${invoice.total_discount_amounts.map(({ amount: taken }) => totalRow('Discount', amount(-taken)))}
        ${taxes.map((tax) => totalRow(describeTax(tax), amount(tax.amount)))}
        ${totalRow('Total', amount(invoice.total))}
        ${applied === 0 ? '' : totalRow('Balance applied', amount(-applied))}
        ${totalRow('Due', amount(invoice.amount_due))} ${totalRow('Paid', amount(invoice.amount_paid))}
      </tfoot>
    </table>
  </div>`;
};

/** 'VAT 20%, included'. A rate that isn't there was one of 0. */
const describeTax = (tax: TaxLine): string => {
  if (tax.taxability_reason === 'reverse_charge') return 'Reverse charge: the customer owes the tax';
  const name = tax.rate ? `${tax.rate.display_name} ${tax.rate.percentage}%` : 'Tax';
  return tax.tax_behavior === 'inclusive' ? `${name}, included` : name;
};

const totalRow = (label: string, value: string): Html =>
  html`<tr>
    <td colspan="2">${label}</td>
    <td class="number">${value}</td>
  </tr>`;

export const receiptPage = (charge: Charge, seller: Seller, card: PaymentMethod['card'] | undefined): Html =>
  layout({
    title: 'Receipt',
    isNarrow: true,
    body: html`<section class="panel">
      <h1>Receipt</h1>
      <p class="amount">${formatAmount(charge.amount, charge.currency)}</p>
      <dl>
        <dt>Paid on</dt>
        <dd>${formatDate(charge.created)}</dd>
        <dt>Card</dt>
        <dd>${formatCard(card)}</dd>
        ${sellerRow(seller)}
        <dt>For</dt>
        <dd>${charge.description ?? 'Payment'}</dd>
        ${
          charge.amount_refunded > 0
            ? html`<dt>Refunded</dt>
                <dd>${formatAmount(charge.amount_refunded, charge.currency)}</dd>`
            : ''
        }
        <dt>Reference</dt>
        <dd><code>${charge.id}</code></dd>
      </dl>
    </section>`,
  });
