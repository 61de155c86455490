import type Stripe from 'stripe';
import { PaymentError, type Payments, type ProviderCoupon } from '#api/adapters/payments.ts';
import type { ExtendedFrom } from '#api/domain/trials.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { EXTENDED_FROM, type IsOwnPrice, pick, toSeconds, toSubscription } from './stripe-mappers.ts';
import { createSubscriptionReader, EXPAND } from './subscription-calls.ts';

type SupportCalls = Pick<Payments, 'extendUntil' | 'listCoupons' | 'createCoupon' | 'listDiscounts' | 'setDiscounts'>;

/** What staff do to the subscription of somebody: a later payment, coupons. */
export function createSupportCalls(stripe: Stripe, isOwnPrice: IsOwnPrice): SupportCalls {
  const getSubscription = createSubscriptionReader(stripe, isOwnPrice);
  return {
    async extendUntil(subscriptionId, until, idempotencyKey) {
      // Stripe calls both `trialing` afterwards, so the subscription says itself whether it was past its trial.
      const { status } = await getSubscription(subscriptionId);
      const extendedFrom: ExtendedFrom = status === 'trialing' ? 'trial' : 'paying';
      const params = {
        trial_end: toSeconds(until),
        proration_behavior: 'none',
        metadata: { [EXTENDED_FROM]: extendedFrom },
        expand: EXPAND,
      } as const;
      return toSubscription(
        await stripe.subscriptions.update(subscriptionId, params, { idempotencyKey }).catch(throwPaymentError),
        isOwnPrice,
      );
    },
    async listCoupons() {
      const coupons: ProviderCoupon[] = [];
      try {
        for await (const coupon of stripe.coupons.list({ limit: 100, expand: ['data.applies_to'] }))
          if (coupon.valid) coupons.push(toCoupon(coupon));
      } catch (error) {
        throwPaymentError(error);
      }
      return coupons;
    },
    async createCoupon({ name, percentOff, amountOff, currency, duration, months }, idempotencyKey) {
      const params: Stripe.CouponCreateParams = {
        name,
        duration,
        ...(percentOff !== null && { percent_off: percentOff }),
        ...(amountOff !== null && { amount_off: amountOff, currency: currency ?? '' }),
        ...(months !== null && { duration_in_months: months }),
      };
      return toCoupon(await stripe.coupons.create(params, { idempotencyKey }).catch(throwPaymentError));
    },
    async listDiscounts(subscriptionId) {
      const { discounts } = await stripe.subscriptions
        .retrieve(subscriptionId, { expand: ['discounts.source.coupon'] })
        .catch(throwPaymentError);
      return discounts.map((discount) => {
        const coupon = typeof discount === 'string' ? null : discount.source.coupon;
        if (typeof discount === 'string' || coupon === null || typeof coupon === 'string')
          throw new PaymentError('refused', 'A discount came without its coupon.');
        return { id: discount.id, coupon: toCoupon(coupon) };
      });
    },
    async setDiscounts(subscriptionId, discounts, idempotencyKey) {
      const listed = discounts.map((each) => ('couponId' in each ? { coupon: each.couponId } : { discount: each.id }));
      return toSubscription(
        await stripe.subscriptions
          .update(subscriptionId, { discounts: listed.length === 0 ? '' : listed, expand: EXPAND }, { idempotencyKey })
          .catch(throwPaymentError),
        isOwnPrice,
      );
    },
  };
}

const toCoupon = (coupon: Stripe.Coupon): ProviderCoupon => ({
  id: coupon.id,
  name: coupon.name ?? coupon.id,
  percentOff: coupon.percent_off,
  amountOff: coupon.amount_off,
  currency: coupon.currency,
  duration: pick(['once', 'repeating', 'forever'], coupon.duration, 'duration of a coupon'),
  months: coupon.duration_in_months,
  productIds: coupon.applies_to?.products ?? null,
});
