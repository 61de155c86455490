import type Stripe from 'stripe';
import { type Card, PaymentError, type Payments } from '#api/adapters/payments.ts';
import { briefOptions } from './stripe-client.ts';
import { throwPaymentError } from './stripe-errors.ts';

type CustomerCalls = Pick<Payments, 'createCustomer' | 'updateCustomer' | 'hasCustomer' | 'deleteCustomer' | 'getCard'>;

export function createCustomerCalls(stripe: Stripe): CustomerCalls {
  return {
    async createCustomer({ userId, email, name }, idempotencyKey) {
      const params = { email, ...(name && { name }), metadata: { user_id: String(userId) } };
      const customer = await stripe.customers.create(params, { idempotencyKey }).catch(throwPaymentError);
      return { id: customer.id };
    },
    async updateCustomer(customerId, contact) {
      await stripe.customers.update(customerId, contact).catch(throwPaymentError);
    },
    hasCustomer: async (customerId) => (await findCustomer(stripe, customerId)) !== null,
    async deleteCustomer(customerId) {
      await stripe.customers.del(customerId).catch(throwPaymentError).catch(ignoreNotFound);
    },
    async getCard(customerId, subscriptionId) {
      const ofSubscription = subscriptionId === null ? null : await findSubscriptionMethod(stripe, subscriptionId);
      return toCard(ofSubscription ?? (await findCustomerMethod(stripe, customerId)));
    },
  };
}

/** Null for a customer that was deleted, which Stripe still answers, or never was there. */
async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const customer = await stripe.customers.retrieve(id).catch(throwPaymentError).catch(ignoreNotFound);
  return !customer || customer.deleted ? null : customer;
}

async function findSubscriptionMethod(stripe: Stripe, id: string) {
  const subscription = await stripe.subscriptions
    .retrieve(id, { expand: ['default_payment_method'] }, briefOptions)
    .catch(throwPaymentError)
    .catch(ignoreNotFound);
  return subscription?.default_payment_method ?? null;
}

async function findCustomerMethod(stripe: Stripe, id: string) {
  const customer = await stripe.customers
    .retrieve(id, { expand: ['invoice_settings.default_payment_method'] }, briefOptions)
    .catch(throwPaymentError)
    .catch(ignoreNotFound);
  return !customer || customer.deleted ? null : customer.invoice_settings.default_payment_method;
}

/** Null for other ways to pay, such as a bank account. */
function toCard(method: string | Stripe.PaymentMethod | null): Card | null {
  if (method === null || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4: last4 ?? '', expMonth, expYear };
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof PaymentError && error.kind === 'not_found') return null;
  throw error;
}
