import type Stripe from 'stripe';
import { PaymentError, type Payments } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { toCheckoutSession } from './stripe-mappers.ts';
import type { TaxRateFinder } from './tax-rates.ts';

type CheckoutCalls = Pick<Payments, 'createCheckoutSession' | 'getCheckoutSession' | 'expireCheckoutSession'>;

export function createCheckoutCalls(stripe: Stripe, findTaxRate: TaxRateFinder): CheckoutCalls {
  const getCheckoutSession = async (sessionId: string) =>
    toCheckoutSession(await stripe.checkout.sessions.retrieve(sessionId).catch(throwPaymentError));

  return {
    async createCheckoutSession(input, idempotencyKey) {
      const metadata = {
        user_id: String(input.userId),
        product_id: String(input.productId),
        plan_name: input.planKey,
      };
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        line_items: [{ price: input.priceId, quantity: input.quantity }],
        customer: input.customerId,
        client_reference_id: String(input.userId),
        metadata,
        // The metadata of the session is not copied to the subscription.
        subscription_data: {
          metadata,
          billing_mode: { type: 'flexible' },
          ...(input.trialDays > 0 && { trial_period_days: input.trialDays }),
        },
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
      };
      if (input.takesPromotionCodes) params.allow_promotion_codes = true;
      const { isAutomatic, asksTaxNumber, rate } = input.tax;
      if (rate !== null && params.subscription_data)
        params.subscription_data.default_tax_rates = [await findTaxRate(rate)];
      if (isAutomatic) params.automatic_tax = { enabled: true };
      if (asksTaxNumber) params.tax_id_collection = { enabled: true };
      // The customer exists: what is entered for tax is kept there, as Stripe demands.
      if (isAutomatic || asksTaxNumber) params.customer_update = { name: 'auto', address: 'auto' };
      return toCheckoutSession(
        await stripe.checkout.sessions.create(params, { idempotencyKey }).catch(throwPaymentError),
      );
    },
    getCheckoutSession,
    async expireCheckoutSession(sessionId) {
      try {
        return toCheckoutSession(await stripe.checkout.sessions.expire(sessionId).catch(throwPaymentError));
      } catch (error) {
        // Only an open session can be expired.
        if (error instanceof PaymentError && error.kind === 'refused') return getCheckoutSession(sessionId);
        throw error;
      }
    },
  };
}
