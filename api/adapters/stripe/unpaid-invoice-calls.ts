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
      const failed = await findMethod(
        stripe,
        invoice,
        ({ last_payment_error: error }) => error?.payment_method ?? null,
      );
      const method = failed === null ? null : await findOtherDefault(stripe, subscriptionId, failed);
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
      const paying = await findMethod(stripe, invoice, ({ payment_method: method }) => method);
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

/** The card of the last payment of an invoice; null for one that was never tried. */
async function findMethod(
  stripe: Stripe,
  { payments }: Stripe.Invoice,
  pick: (intent: Stripe.PaymentIntent) => string | Stripe.PaymentMethod | null,
): Promise<string | null> {
  const intentId = getId(payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment.payment_intent);
  if (intentId === null) return null;
  return getId(pick(await stripe.paymentIntents.retrieve(intentId).catch(throwPaymentError)));
}

/** The portal may set the card of the subscription, of the customer or of both; the one that failed is not tried again. */
async function findOtherDefault(stripe: Stripe, subscriptionId: string, failed: string): Promise<string | null> {
  const params = { expand: ['customer'] };
  const { customer, ...subscription } = await stripe.subscriptions
    .retrieve(subscriptionId, params)
    .catch(throwPaymentError);
  const own = getId(subscription.default_payment_method);
  if (own !== null && own !== failed) return own;
  if (typeof customer === 'string' || customer.deleted) return null;
  const ofCustomer = getId(customer.invoice_settings.default_payment_method);
  return ofCustomer === failed ? null : ofCustomer;
}

async function setDefault(stripe: Stripe, subscriptionId: string, method: string): Promise<void> {
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: method }).catch(throwPaymentError);
}
