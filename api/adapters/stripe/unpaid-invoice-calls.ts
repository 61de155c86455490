import type Stripe from 'stripe';
import type { Payments } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId } from './stripe-mappers.ts';

type UnpaidInvoiceCalls = Pick<Payments, 'payWithNewCard' | 'keepPayingCard' | 'voidOpenInvoices'>;

/** What becomes of an unpaid invoice: it is tried with a new card, its new card stays, or it is voided. */
export function createUnpaidInvoiceCalls(stripe: Stripe): UnpaidInvoiceCalls {
  return {
    async payWithNewCard(subscriptionId) {
      const [invoice] = await listOpenInvoices(stripe, subscriptionId);
      if (!invoice) return null;
      const failed = await listFailedMethods(stripe, invoice);
      const method = failed.size === 0 ? null : await findNewDefault(stripe, subscriptionId, failed);
      if (method === null) return null;
      await setDefault(stripe, subscriptionId, method);
      const params = { payment_method: method, off_session: true };
      // A second event about the same card is the same try.
      const options = { idempotencyKey: `pay-${invoice.id}-${method}` };
      await stripe.invoices.pay(invoice.id, params, options).catch(throwPaymentError);
      return invoice.id;
    },
    async keepPayingCard(subscriptionId, invoiceId) {
      const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }).catch(throwPaymentError);
      if (invoice.status !== 'paid') return;
      const paying = await findPayingMethod(stripe, invoice);
      const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch(throwPaymentError);
      if (paying === null || getId(subscription.default_payment_method) === paying) return;
      await setDefault(stripe, subscriptionId, paying);
    },
    async voidOpenInvoices(subscriptionId) {
      for (const { id } of await listOpenInvoices(stripe, subscriptionId)) {
        await stripe.invoices.voidInvoice(id).catch(throwPaymentError);
      }
    },
  };
}

async function listOpenInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const params = { subscription, status: 'open' as const, limit: 100, expand: ['data.payments'] };
  return (await stripe.invoices.list(params).catch(throwPaymentError)).data;
}

/** The card that paid an invoice; null for one that was not paid by a card. */
async function findPayingMethod(stripe: Stripe, invoice: Stripe.Invoice): Promise<string | null> {
  const intentId = findIntentId(invoice);
  if (intentId === null) return null;
  return getId((await stripe.paymentIntents.retrieve(intentId).catch(throwPaymentError)).payment_method);
}

/** Every card that an invoice was tried with: the intent knows the last one only, and a decline before the bank leaves no charge. */
async function listFailedMethods(stripe: Stripe, invoice: Stripe.Invoice): Promise<ReadonlySet<string>> {
  const intentId = findIntentId(invoice);
  if (intentId === null) return new Set();
  const [intent, charges] = await Promise.all([
    stripe.paymentIntents.retrieve(intentId),
    stripe.charges.list({ payment_intent: intentId, limit: 100 }),
  ]).catch(throwPaymentError);
  const last = getId(intent.last_payment_error?.payment_method);
  const charged = charges.data.filter(({ status }) => status === 'failed').map((charge) => charge.payment_method);
  return new Set([last, ...charged].filter((method) => method !== null));
}

const findIntentId = ({ payments }: Stripe.Invoice): string | null =>
  getId(payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment.payment_intent);

/**
 * The portal may set the card of the subscription, of the customer or of both; one that failed is not tried again. The
 * subscription's own card is the person's choice, so that of the customer takes its place only when it was added later.
 */
async function findNewDefault(
  stripe: Stripe,
  subscriptionId: string,
  failed: ReadonlySet<string>,
): Promise<string | null> {
  const params = { expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'] };
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, params).catch(throwPaymentError);
  const own = toMethod(subscription.default_payment_method);
  if (own !== null && !failed.has(own.id)) return own.id;
  const { customer } = subscription;
  if (typeof customer === 'string' || customer.deleted) return null;
  const ofCustomer = toMethod(customer.invoice_settings.default_payment_method);
  if (ofCustomer === null || failed.has(ofCustomer.id)) return null;
  return own === null || ofCustomer.created > own.created ? ofCustomer.id : null;
}

const toMethod = (method: string | Stripe.PaymentMethod | null): Stripe.PaymentMethod | null =>
  typeof method === 'string' ? null : method;

async function setDefault(stripe: Stripe, subscriptionId: string, method: string): Promise<void> {
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: method }).catch(throwPaymentError);
}
