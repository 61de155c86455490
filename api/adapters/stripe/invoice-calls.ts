import type Stripe from 'stripe';
import {
  PaymentError,
  type Payments,
  type ProviderCreditNote,
  type ProviderDispute,
  type ProviderInvoice,
} from '#api/adapters/payments.ts';
import { orIfForbidden, throwPaymentError } from './stripe-errors.ts';
import {
  getId,
  type InvoiceCharge,
  toCreditNote,
  toDispute,
  toFee,
  toInvoice,
  toRefund,
  toSeconds,
} from './stripe-mappers.ts';
import { createTaxRateReader, type TaxRateReader } from './tax-rates.ts';

type InvoiceCalls = Pick<
  Payments,
  'getInvoice' | 'findInvoicesOfPayment' | 'listInvoices' | 'listAllInvoices' | 'listReversedInvoices'
>;

const PAGE_SIZE = 100;

export function createInvoiceCalls(stripe: Stripe): InvoiceCalls {
  const reader: Reader = { stripe, listCharges: createChargeReader(stripe), readTaxRates: createTaxRateReader(stripe) };
  return {
    async getInvoice(invoiceId) {
      const { invoice, intents } = await getWithPayments(stripe, invoiceId);
      const charges = await Promise.all(intents.map((intent) => reader.listCharges({ payment_intent: intent })));
      return toInvoice(
        invoice,
        charges.flatMap((byIntent) => [...byIntent.values()].flat()),
        { rates: await reader.readTaxRates(invoice), creditNotes: await listCreditNotes(stripe, invoice) },
      );
    },
    async findInvoicesOfPayment(kind, id) {
      const intent = await findPaymentIntent(stripe, kind, id).catch(throwPaymentError);
      return intent === null ? [] : listInvoicesOfIntent(stripe, intent);
    },
    async listInvoices(customerId) {
      const invoices: ProviderInvoice[] = [];
      for await (const invoice of listAll(reader, { customer: customerId })) invoices.push(invoice);
      return invoices;
    },
    listAllInvoices: (createdSince) => listAll(reader, { created: { gte: toSeconds(createdSince) } }),
    async listReversedInvoices({ since, until }) {
      const invoices = await listCreditedInvoices(stripe, { gte: toSeconds(since), lt: toSeconds(until) });
      for (const intent of await listReversedIntents(stripe, { gte: toSeconds(since), lt: toSeconds(until) }))
        invoices.push(...(await listInvoicesOfIntent(stripe, intent)));
      return invoices;
    },
  };
}

async function listInvoicesOfIntent(stripe: Stripe, intent: string): Promise<{ id: string }[]> {
  const { data } = await stripe.invoicePayments
    .list({ payment: { type: 'payment_intent', payment_intent: intent } })
    .catch(throwPaymentError);
  return data.flatMap(({ invoice }) => getId(invoice) ?? []).map((id) => ({ id }));
}

/** The payments of which something was refunded, or which were disputed, in a time. */
async function listReversedIntents(stripe: Stripe, created: { gte: number; lt: number }): Promise<Set<string>> {
  const intents = new Set<string>();
  try {
    for await (const { payment_intent: intent } of stripe.refunds.list({ created, limit: PAGE_SIZE }))
      intents.add(getId(intent) ?? '');
    for await (const { payment_intent: intent } of stripe.disputes.list({ created, limit: PAGE_SIZE }))
      intents.add(getId(intent) ?? '');
  } catch (error) {
    throwPaymentError(error);
  }
  intents.delete('');
  return intents;
}

/** Issued credit notes of an invoice, the oldest first. The invoice says whether it has any, so that others cost no call. */
async function listCreditNotes(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderCreditNote[]> {
  const { pre_payment_credit_notes_amount: before, post_payment_credit_notes_amount: after } = invoice;
  if (!(before > 0) && !(after > 0)) return [];
  const notes = await readCreditNotes(stripe, { invoice: invoice.id });
  return notes
    .filter(({ status }) => status === 'issued')
    .map(toCreditNote)
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

const listCreditedInvoices = async (stripe: Stripe, created: { gte: number; lt: number }): Promise<{ id: string }[]> =>
  (await readCreditNotes(stripe, { created })).flatMap(({ invoice }) => getId(invoice) ?? []).map((id) => ({ id }));

/** None for a key that may not read them. */
const readCreditNotes = (stripe: Stripe, filter: Stripe.CreditNoteListParams): Promise<Stripe.CreditNote[]> =>
  Array.fromAsync(stripe.creditNotes.list({ ...filter, limit: PAGE_SIZE }))
    .catch(throwPaymentError)
    .catch(orIfForbidden<Stripe.CreditNote[]>([]));

async function findPaymentIntent(stripe: Stripe, kind: 'charge' | 'refund' | 'dispute', id: string) {
  if (kind === 'charge') return getId((await stripe.charges.retrieve(id)).payment_intent);
  if (kind === 'refund') return getId((await stripe.refunds.retrieve(id)).payment_intent);
  return getId((await stripe.disputes.retrieve(id)).payment_intent);
}

/** An invoice, and the payment intents that paid it. */
export async function getWithPayments(stripe: Stripe, invoiceId: string) {
  const params = { expand: ['payments'] };
  const invoice = await stripe.invoices.retrieve(invoiceId, params).catch(throwPaymentError);
  return { invoice, intents: listPaidIntents(invoice) };
}

/** An invoice refers to its payments, and these to their payment intents; one of 0 has none. */
const listPaidIntents = (invoice: Stripe.Invoice): string[] =>
  (invoice.payments?.data ?? [])
    .filter((payment) => payment.status === 'paid')
    .map((payment) => getId(payment.payment.payment_intent))
    .filter((id) => id !== null);

type Filter = { customer?: string; created?: { gte: number } };

type ChargeReader = (filter: Filter & { payment_intent?: string }) => Promise<Map<string, InvoiceCharge[]>>;
type Reader = { stripe: Stripe; listCharges: ChargeReader; readTaxRates: TaxRateReader };

/** The charges are listed beside the invoices: reading those of each invoice would be a request for each. */
async function* listAll(reader: Reader, filter: Filter): AsyncGenerator<ProviderInvoice> {
  const charges = await reader.listCharges(filter);
  const params = { ...filter, limit: PAGE_SIZE, expand: ['data.payments'] };
  try {
    for await (const invoice of reader.stripe.invoices.list(params)) {
      const paid = listPaidIntents(invoice).flatMap((intent) => charges.get(intent) ?? []);
      const creditNotes = await listCreditNotes(reader.stripe, invoice);
      yield toInvoice(invoice, paid, { rates: await reader.readTaxRates(invoice), creditNotes });
    }
  } catch (error) {
    throwPaymentError(error);
  }
}

const REFUNDS = ['data.refunds'];
const FEES = ['data.balance_transaction', 'data.refunds.data.balance_transaction'];
/** How long a key that may not read fees isn't asked for them again (ms). */
const REFUSED_FOR_MS = 60 * 60 * 1000;

/** Lists charges with their fees, or without them where the key may not read the account's balance. */
function createChargeReader(stripe: Stripe): ChargeReader {
  let asksAgainAt = 0;
  return async (filter) => {
    if (performance.now() < asksAgainAt) return listCharges(stripe, filter, REFUNDS);
    try {
      return await listCharges(stripe, filter, [...REFUNDS, ...FEES]);
    } catch (error) {
      if (!(error instanceof PaymentError && error.status === 403)) throw error;
      const charges = await listCharges(stripe, filter, REFUNDS);
      asksAgainAt = performance.now() + REFUSED_FOR_MS;
      return charges;
    }
  };
}

/** Payments that succeeded, by payment intent; declined ones are charges, too. */
async function listCharges(
  stripe: Stripe,
  filter: Filter & { payment_intent?: string },
  expand: string[],
): Promise<Map<string, InvoiceCharge[]>> {
  const charges = new Map<string, InvoiceCharge[]>();
  try {
    for await (const charge of stripe.charges.list({ ...filter, limit: PAGE_SIZE, expand })) {
      const intent = getId(charge.payment_intent);
      if (intent === null || charge.status !== 'succeeded') continue;
      const known = charges.get(intent) ?? [];
      charges.set(intent, [
        ...known,
        {
          amountRefunded: sumRefunded(charge),
          receiptUrl: charge.receipt_url,
          refunds: (charge.refunds?.data ?? []).map(toRefund),
          disputes: charge.disputed ? await listDisputes(stripe, charge.id) : [],
          fee: toFee(charge.balance_transaction),
        },
      ]);
    }
  } catch (error) {
    throwPaymentError(error);
  }
  return charges;
}

/** Without refunds that failed, of which the charge's own sum says nothing certain; a list that is cut short leaves no other. */
const sumRefunded = ({ refunds, amount_refunded: sum }: Stripe.Charge): number =>
  !refunds || refunds.has_more
    ? sum
    : refunds.data
        .filter(({ status }) => status !== 'failed' && status !== 'canceled')
        .reduce((total, { amount }) => total + amount, 0);

const listDisputes = async (stripe: Stripe, chargeId: string): Promise<ProviderDispute[]> =>
  (await stripe.disputes.list({ charge: chargeId })).data.map(toDispute);
