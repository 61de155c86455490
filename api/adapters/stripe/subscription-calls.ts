import type Stripe from 'stripe';
import { PaymentError, type Payments, type ProviderSubscription } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { toSubscription } from './stripe-mappers.ts';

type SubscriptionCalls = Pick<
  Payments,
  'getSubscription' | 'listSubscriptions' | 'listAllSubscriptions' | 'setCancelAtPeriodEnd' | 'cancelNow'
>;

const EXPAND = ['schedule'];
const LIST = { status: 'all', limit: 100, expand: ['data.schedule'] } as const;

export async function getSubscription(stripe: Stripe, subscriptionId: string): Promise<ProviderSubscription> {
  const params = { expand: EXPAND };
  return toSubscription(await stripe.subscriptions.retrieve(subscriptionId, params).catch(throwPaymentError));
}

export function createSubscriptionCalls(stripe: Stripe): SubscriptionCalls {
  return {
    getSubscription: (subscriptionId) => getSubscription(stripe, subscriptionId),
    async listSubscriptions(customerId) {
      const subscriptions: ProviderSubscription[] = [];
      for await (const subscription of listAll(stripe, { customer: customerId })) subscriptions.push(subscription);
      return subscriptions;
    },
    listAllSubscriptions: () => listAll(stripe, {}),
    async setCancelAtPeriodEnd(subscriptionId, isCancelled, reason) {
      const params = isCancelled
        ? { cancel_at_period_end: true, cancellation_details: toCancellationDetails(reason) }
        : await findReactivation(stripe, subscriptionId);
      const updated = await stripe.subscriptions
        .update(subscriptionId, { ...params, expand: EXPAND })
        .catch(throwPaymentError);
      return toSubscription(updated);
    },
    async cancelNow(subscriptionId) {
      try {
        return toSubscription(
          await stripe.subscriptions.cancel(subscriptionId, { expand: EXPAND }).catch(throwPaymentError),
        );
      } catch (error) {
        // A cancelled one is not found by this call only.
        if (error instanceof PaymentError && error.kind === 'not_found') return getSubscription(stripe, subscriptionId);
        throw error;
      }
    },
  };
}

async function* listAll(stripe: Stripe, filter: { customer?: string }): AsyncGenerator<ProviderSubscription> {
  try {
    for await (const subscription of stripe.subscriptions.list({ ...LIST, ...filter, expand: [...LIST.expand] })) {
      yield toSubscription(subscription);
    }
  } catch (error) {
    throwPaymentError(error);
  }
}

function toCancellationDetails(reason: Parameters<Payments['setCancelAtPeriodEnd']>[2]) {
  return {
    ...(reason?.feedback && { feedback: reason.feedback }),
    ...(reason?.comment && { comment: reason.comment }),
  };
}

/** The portal sets `cancel_at` and leaves the boolean false; Stripe takes only one of the two in a request. */
async function findReactivation(stripe: Stripe, subscriptionId: string): Promise<Stripe.SubscriptionUpdateParams> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch(throwPaymentError);
  return subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' };
}
