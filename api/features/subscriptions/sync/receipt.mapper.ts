import type { ProviderCreditNote, ProviderRefund } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { parseAddress, parseTaxes } from '#api/domain/invoice-tax.ts';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';
import { listBookRows, splitByRate } from '#api/domain/month-books.ts';
import { formatNumber, formatPercent } from '#api/domain/numbers.ts';
import { listAddressLines } from '#api/domain/postal-address.ts';
import { formatReceiptNumber } from '#api/domain/receipt-number.ts';
import type { InvoiceValues } from './sync.mapper.ts';

type Row = { label: string; value: string };
type Context = { receiptNumber: number | null; site: Pick<Deps['site'], 'timeZone' | 'settings'> };

/** Why the provider made the invoice: plan, interval or seats were changed. */
const CHANGE_REASON = 'subscription_update';

/** What a receipt lists below its sentences: amounts by rate, from the sum of the lines to what the card paid, and who bought. */
export function toReceiptData(
  values: InvoiceValues,
  { receiptNumber, site }: Context,
): { rows: Row[]; buyer: string[] } {
  const { currency, subtotal, discount, total, balanceUsed, amountPaid, quantity, paidAt, billingReason } = values;
  const money = (amount: number) => formatCents(amount, currency);
  const taxes = parseTaxes(values.taxes);
  const rows: (Row | false)[] = [
    receiptNumber !== null && {
      label: 'Receipt',
      value: formatReceiptNumber(receiptNumber),
    },
    { label: 'Paid on', value: formatBillingDate(paidAt ?? values.createdAt, site.timeZone) },
    // A change takes off what was paid for other seats, so its amount is for no one number of them.
    billingReason !== CHANGE_REASON && (quantity ?? 1) > 1 && { label: 'Seats', value: formatNumber(quantity ?? 1) },
    Boolean(discount) &&
      subtotal !== null && {
        label: billingReason === CHANGE_REASON ? 'Before the discount' : 'Price',
        value: money(subtotal),
      },
    Boolean(discount) && { label: 'Discount', value: money(0 - (discount ?? 0)) },
    ...(taxes.length === 0 ? [] : toTaxRows(splitByRate({ total, taxes }), money)),
    { label: 'Total', value: money(total) },
    Boolean(balanceUsed) && {
      label: (balanceUsed ?? 0) > 0 ? 'Paid from your credit' : 'Earlier amounts',
      value: money(0 - (balanceUsed ?? 0)),
    },
    { label: 'Paid by card', value: money(amountPaid) },
  ];
  return { rows: rows.filter((row) => row !== false), buyer: listBuyer(values, site) };
}

/** Lines of the email about a refund: its net and tax by rate, the same as in the books of the month, and who bought. */
export function toRefundData(
  values: InvoiceValues,
  { refund, refunds, site }: { refund: ProviderRefund; refunds: readonly ProviderRefund[]; site: Context['site'] },
): { rows: Row[]; buyer: string[]; issuedOn: string | null } {
  const { issuedAt, creditNotes } = values;
  const money = (amount: number) => formatCents(amount, refund.currency);
  const credits = creditNotes === null ? [] : (JSON.parse(creditNotes) as ProviderCreditNote[]);
  const taxes = parseTaxes(values.taxes);
  const invoice = { ...values, customerCountry: null, taxes, refunds, credits, disputes: [] };
  const parts = listBookRows(invoice)
    .filter(({ kind, objectId }) => kind === 'refund' && objectId === refund.id)
    .map(({ rate, taxName, reason, net, tax }) => ({ rate, taxName, reason, net: 0 - net, tax: 0 - tax }));
  return {
    rows: [
      { label: 'Refunded on', value: formatBillingDate(refund.createdAt, site.timeZone) },
      ...(taxes.length === 0 ? [] : toTaxRows(parts, money)),
      { label: 'Refunded', value: money(refund.amount) },
    ],
    buyer: listBuyer(values, site),
    issuedOn: issuedAt === null ? null : formatBillingDate(issuedAt, site.timeZone),
  };
}

type TaxPart = Pick<ReturnType<typeof splitByRate>[number], 'rate' | 'taxName' | 'reason' | 'net' | 'tax'>;

/** Net and tax of each rate; a sale without tax says why, where Stripe does. */
function toTaxRows(parts: readonly TaxPart[], money: (amount: number) => string): Row[] {
  return [
    { label: 'Net', value: money(parts.reduce((sum, { net }) => sum + net, 0)) },
    ...parts.map(({ rate, taxName, tax, net, reason }) => {
      const name = [rate === null ? '' : formatPercent(rate), taxName].filter(Boolean).join(' ') || 'No tax';
      if (reason === 'reverse_charge') return { label: 'Reverse charge', value: 'The buyer owes the tax.' };
      return { label: parts.length > 1 ? `${name} of ${money(net)}` : name, value: money(tax) };
    }),
  ];
}

/** Name, address and tax number, where Stripe asked for them. */
function listBuyer(
  { customerName, customerAddress, customerTaxNumber }: InvoiceValues,
  { settings }: Context['site'],
): string[] {
  const address = parseAddress(customerAddress);
  if (address === null && customerTaxNumber === null) return [];
  const lines = address === null ? [] : listAddressLines(address, { countryIn: settings.language.language });
  return [customerName ?? '', ...lines, customerTaxNumber ?? ''].filter(Boolean);
}
