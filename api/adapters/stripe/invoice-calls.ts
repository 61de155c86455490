import type Stripe from 'stripe';
import type { Payments, ProviderDispute, ProviderInvoice } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId, type InvoiceCharge, toDispute, toInvoice, toRefund, toSeconds } from './stripe-mappers.ts';

type InvoiceCalls = Pick<Payments, 'getInvoice' | 'findInvoicesOfPayment' | 'listInvoices' | 'listAllInvoices'>;

const PAGE_SIZE = 100;

export function createInvoiceCalls(stripe: Stripe): InvoiceCalls {
  return {
    async getInvoice(invoiceId) {
      const { invoice, intents } = await getWithPayments(stripe, invoiceId);
      const charges = await Promise.all(intents.map((intent) => listCharges(stripe, { payment_intent: intent })));
      return toInvoice(
        invoice,
        charges.flatMap((byIntent) => [...byIntent.values()].flat()),
      );
    },
    async findInvoicesOfPayment(kind, id) {
      const intent = await findPaymentIntent(stripe, kind, id).catch(throwPaymentError);
      if (intent === null) return [];
      const { data } = await stripe.invoicePayments
        .list({ payment: { type: 'payment_intent', payment_intent: intent } })
        .catch(throwPaymentError);
      return data.flatMap(({ invoice }) => getId(invoice) ?? []).map((invoiceId) => ({ id: invoiceId }));
    },
    async listInvoices(customerId) {
      const invoices: ProviderInvoice[] = [];
      for await (const invoice of listAll(stripe, { customer: customerId })) invoices.push(invoice);
      return invoices;
    },
    listAllInvoices: (createdSince) => listAll(stripe, { created: { gte: toSeconds(createdSince) } }),
  };
}

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

/** The charges are listed beside the invoices: reading those of each invoice would be a request for each. */
async function* listAll(stripe: Stripe, filter: Filter): AsyncGenerator<ProviderInvoice> {
  const charges = await listCharges(stripe, filter);
  try {
    for await (const invoice of stripe.invoices.list({ ...filter, limit: PAGE_SIZE, expand: ['data.payments'] })) {
      yield toInvoice(
        invoice,
        listPaidIntents(invoice).flatMap((intent) => charges.get(intent) ?? []),
      );
    }
  } catch (error) {
    throwPaymentError(error);
  }
}

/** Payments that succeeded, by payment intent; declined ones are charges, too. */
async function listCharges(stripe: Stripe, filter: Filter & { payment_intent?: string }) {
  const charges = new Map<string, InvoiceCharge[]>();
  try {
    for await (const charge of stripe.charges.list({ ...filter, limit: PAGE_SIZE, expand: ['data.refunds'] })) {
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
