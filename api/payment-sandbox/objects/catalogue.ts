import type Stripe from 'stripe';
import type { Kept, New, Wire } from './wire.ts';

const PRODUCT = { object: 'product', active: true, description: null } as const;
type NewProduct = 'id' | 'created' | 'name';
export type Product = Kept<Stripe.Product, typeof PRODUCT, NewProduct>;
export const buildProduct = (fields: New<Product, NewProduct>): Product => ({ ...PRODUCT, ...fields });

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
  name: null,
  percent_off: null,
} as const;
export type Coupon = Kept<Stripe.Coupon, typeof COUPON, 'id' | 'created'>;
export const buildCoupon = (fields: New<Coupon, 'id' | 'created'>): Coupon => ({ ...COUPON, ...fields });

/** A coupon that was redeemed for a subscription. `end`: null for as long as the coupon lasts. */
export type Discount = Wire<Pick<Stripe.Discount, 'id' | 'object' | 'customer' | 'end' | 'start' | 'subscription'>> & {
  source: { type: 'coupon'; coupon: string };
};
