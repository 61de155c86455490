import type Stripe from 'stripe';
import { PaymentError, type Payments, type ProviderInvoice } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId, type InvoiceCharge, toInvoice, toSeconds } from './stripe-mappers.ts';

type InvoiceCalls = Pick<Payments, 'getInvoice' | 'listInvoices' | 'listAllInvoices' | 'refundInvoice'>;

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
    async listInvoices(customerId) {
      const invoices: ProviderInvoice[] = [];
      for await (const invoice of listAll(stripe, { customer: customerId })) invoices.push(invoice);
      return invoices;
    },
    listAllInvoices: (createdSince) => listAll(stripe, { created: { gte: toSeconds(createdSince) } }),
    async refundInvoice(invoiceId, idempotencyKey) {
      const { intents } = await getWithPayments(stripe, invoiceId);
      for (const intent of intents) {
        await stripe.refunds
          .create({ payment_intent: intent }, { idempotencyKey: `${idempotencyKey}-${intent}` })
          .catch(throwPaymentError)
          .catch(ignoreAlreadyRefunded);
      }
    },
  };
}

async function getWithPayments(stripe: Stripe, invoiceId: string) {
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
    for await (const charge of stripe.charges.list({ ...filter, limit: PAGE_SIZE })) {
      const intent = getId(charge.payment_intent);
      if (intent === null || charge.status !== 'succeeded') continue;
      const { amount_refunded: amountRefunded, receipt_url: receiptUrl } = charge;
      charges.set(intent, [...(charges.get(intent) ?? []), { amountRefunded, receiptUrl }]);
    }
  } catch (error) {
    throwPaymentError(error);
  }
  return charges;
}

function ignoreAlreadyRefunded(error: unknown): void {
  if (!(error instanceof PaymentError && error.code === 'charge_already_refunded')) throw error;
}
