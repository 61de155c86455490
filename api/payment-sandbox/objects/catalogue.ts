import type Stripe from 'stripe';
import type { Kept, New, Wire } from './wire.ts';

const PRODUCT = { object: 'product', active: true, description: null, metadata: {} };
type NewProduct = 'id' | 'created' | 'name';
export type Product = Kept<Stripe.Product, typeof PRODUCT, NewProduct> & { object: 'product' };
export const buildProduct = (fields: New<Product, NewProduct>): Product => ({
  ...PRODUCT,
  object: 'product',
  ...fields,
});

export type Recurring = { interval: 'day' | 'month' | 'week' | 'year'; interval_count: number; usage_type: 'licensed' };

const PRICE = {
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  metadata: {},
  tax_behavior: 'unspecified',
  type: 'recurring',
} as const;
type NewPrice = 'id' | 'created' | 'currency' | 'product' | 'unit_amount';
/** Always a recurring one: the sandbox sells subscriptions only. */
export type Price = Kept<Stripe.Price, typeof PRICE, NewPrice> & { recurring: Recurring };
export const buildPrice = (fields: New<Price, NewPrice | 'recurring'>): Price => ({ ...PRICE, ...fields });

const COUPON = {
  object: 'coupon',
  amount_off: null,
  currency: null,
  duration: 'once',
  duration_in_months: null,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: null,
  redeem_by: null,
  times_redeemed: 0,
  /** Whether it can still be redeemed. */
  valid: true,
} as const;
export type Coupon = Kept<Stripe.Coupon, typeof COUPON, 'id' | 'created'> & { metadata: Record<string, string> };
export const buildCoupon = (fields: New<Coupon, 'id' | 'created'>): Coupon => ({ ...COUPON, ...fields });

const PROMOTION_CODE = {
  object: 'promotion_code',
  active: true,
  customer: null,
  expires_at: null,
  max_redemptions: null,
  times_redeemed: 0,
} as const;
type NewPromotionCode = 'id' | 'code' | 'created';
/** What a customer types for a coupon. */
export type PromotionCode = Kept<Stripe.PromotionCode, typeof PROMOTION_CODE, NewPromotionCode> & {
  metadata: Record<string, string>;
  promotion: { type: 'coupon'; coupon: string };
  restrictions: {
    first_time_transaction: boolean;
    minimum_amount: number | null;
    minimum_amount_currency: string | null;
  };
};
export const buildPromotionCode = (
  fields: New<PromotionCode, NewPromotionCode | 'metadata' | 'promotion' | 'restrictions'>,
): PromotionCode => ({ ...PROMOTION_CODE, ...fields });

type DiscountFields = 'id' | 'object' | 'customer' | 'end' | 'promotion_code' | 'start' | 'subscription';
/** A coupon that was redeemed for a subscription. `end`: null for as long as the coupon lasts. */
export type Discount = Wire<Pick<Stripe.Discount, DiscountFields>> & {
  source: { type: 'coupon'; coupon: string };
};
