import type Stripe from 'stripe';
import { PaymentError, type Payments, type ProviderSubscription } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { type IsOwnPrice, toSubscription } from './stripe-mappers.ts';

type SubscriptionCalls = Pick<
  Payments,
  'getSubscription' | 'listSubscriptions' | 'listAllSubscriptions' | 'setCancelAtPeriodEnd' | 'cancelNow'
>;

/** What `toSubscription` needs. */
export const EXPAND = ['customer', 'schedule', 'discounts.source.coupon'];
const LIST = { status: 'all', limit: 100 } as const;

/** Reads a subscription. */
export const createSubscriptionReader = (stripe: Stripe, isOwnPrice: IsOwnPrice) => async (subscriptionId: string) =>
  toSubscription(
    await stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND }).catch(throwPaymentError),
    isOwnPrice,
  );

export function createSubscriptionCalls(stripe: Stripe, isOwnPrice: IsOwnPrice): SubscriptionCalls {
  const getSubscription = createSubscriptionReader(stripe, isOwnPrice);
  return {
    getSubscription,
    async listSubscriptions(customerId) {
      const subscriptions: ProviderSubscription[] = [];
      for await (const subscription of listAll(stripe, isOwnPrice, { customer: customerId }))
        subscriptions.push(subscription);
      return subscriptions;
    },
    listAllSubscriptions: () => listAll(stripe, isOwnPrice, {}),
    async setCancelAtPeriodEnd(subscriptionId, isCancelled, reason) {
      const params = isCancelled
        ? { cancel_at_period_end: true, cancellation_details: toCancellationDetails(reason) }
        : await findReactivation(stripe, subscriptionId);
      const updated = await stripe.subscriptions
        .update(subscriptionId, { ...params, expand: EXPAND })
        .catch(throwPaymentError);
      return toSubscription(updated, isOwnPrice);
    },
    async cancelNow(subscriptionId) {
      try {
        return toSubscription(
          await stripe.subscriptions.cancel(subscriptionId, { expand: EXPAND }).catch(throwPaymentError),
          isOwnPrice,
        );
      } catch (error) {
        // A cancelled one is not found by this call only.
        if (error instanceof PaymentError && error.kind === 'not_found') return getSubscription(subscriptionId);
        throw error;
      }
    },
  };
}

async function* listAll(
  stripe: Stripe,
  isOwnPrice: IsOwnPrice,
  filter: { customer?: string },
): AsyncGenerator<ProviderSubscription> {
  try {
    for await (const subscription of stripe.subscriptions.list({
      ...LIST,
      ...filter,
      expand: EXPAND.map((path) => `data.${path}`),
    })) {
      yield toSubscription(subscription, isOwnPrice);
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
