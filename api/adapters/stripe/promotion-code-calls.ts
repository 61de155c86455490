import type Stripe from 'stripe';
import {
  type NewPromotionCode,
  PaymentError,
  type Payments,
  type ProviderPromotionCode,
} from '#api/adapters/payments.ts';
import { orIfForbidden, throwPaymentError } from './stripe-errors.ts';
import { pick, toMs, toSeconds } from './stripe-mappers.ts';

type PromotionCodeCalls = Pick<
  Payments,
  'hasPromotionCodes' | 'listPromotionCodes' | 'createPromotionCode' | 'deactivatePromotionCode'
>;

/** Without these, Stripe answers the coupon by its id, and leaves out which products it is for. */
const COUPON = ['promotion.coupon', 'promotion.coupon.applies_to'];

export function createPromotionCodeCalls(stripe: Stripe): PromotionCodeCalls {
  return {
    async hasPromotionCodes() {
      const codes = await stripe.promotionCodes
        .list({ active: true, limit: 1 })
        .catch(throwPaymentError)
        // A key from before there were codes lacks the permission: then the payment page has no field for them.
        .catch(orIfForbidden(null));
      return codes !== null && codes.data.length > 0;
    },
    async listPromotionCodes() {
      const codes: ProviderPromotionCode[] = [];
      const params = { limit: 100, expand: COUPON.map((path) => `data.${path}`) };
      try {
        for await (const code of stripe.promotionCodes.list(params)) codes.push(toPromotionCode(code));
      } catch (error) {
        throwPaymentError(error);
      }
      return codes;
    },
    async createPromotionCode(input, idempotencyKey) {
      const coupon = await stripe.coupons
        .create(toCoupon(input), { idempotencyKey: `${idempotencyKey}-coupon` })
        .catch(throwPaymentError);
      const params: Stripe.PromotionCodeCreateParams = {
        code: input.code,
        promotion: { type: 'coupon', coupon: coupon.id },
        expand: COUPON,
      };
      if (input.maxRedemptions !== null) params.max_redemptions = input.maxRedemptions;
      if (input.expiresAt !== null) params.expires_at = toSeconds(input.expiresAt);
      return toPromotionCode(await stripe.promotionCodes.create(params, { idempotencyKey }).catch(throwPaymentError));
    },
    async deactivatePromotionCode(promotionCodeId) {
      const params = { active: false, expand: COUPON };
      return toPromotionCode(await stripe.promotionCodes.update(promotionCodeId, params).catch(throwPaymentError));
    },
  };
}

/** Invoices and the portal call a discount by the name of its coupon. */
function toCoupon(input: NewPromotionCode): Stripe.CouponCreateParams {
  const params: Stripe.CouponCreateParams = { name: input.code.slice(0, 40), duration: input.duration };
  if (input.percentOff !== null) params.percent_off = input.percentOff;
  if (input.amountOff !== null) params.amount_off = input.amountOff;
  if (input.amountOff !== null && input.currency !== null) params.currency = input.currency.toLowerCase();
  if (input.durationMonths !== null) params.duration_in_months = input.durationMonths;
  if (input.productIds !== null) params.applies_to = { products: [...input.productIds] };
  return params;
}

function toPromotionCode(code: Stripe.PromotionCode): ProviderPromotionCode {
  const { coupon } = code.promotion;
  if (coupon === null || typeof coupon === 'string')
    throw new PaymentError('refused', 'A promotion code came without its coupon.');
  return {
    id: code.id,
    code: code.code,
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    duration: pick(['once', 'repeating', 'forever'], coupon.duration, 'duration of a coupon'),
    durationMonths: coupon.duration_in_months,
    productIds: coupon.applies_to?.products ?? null,
    maxRedemptions: code.max_redemptions,
    expiresAt: code.expires_at === null ? null : toMs(code.expires_at),
    isActive: code.active,
    timesRedeemed: code.times_redeemed,
    createdAt: toMs(code.created),
  };
}
