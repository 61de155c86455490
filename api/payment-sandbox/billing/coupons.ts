import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { listCouponProducts } from './discounts.ts';
import { boolean, integer, mergeMetadata, metadata, text } from '../http/params.ts';
import { type Call, type ExpandOnly, listRoute, retrieveRoute, type Route, route } from '../http/route.ts';
import { checkAmount } from './amount-rules.ts';
import { buildCoupon, buildPromotionCode, type Coupon, type PromotionCode } from '../objects/catalogue.ts';

const newCouponParams = z.strictObject({
  id: text(250).optional(),
  amount_off: integer().optional(),
  applies_to: z.strictObject({ products: z.array(text()) }).optional(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'Not a currency')
    .optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: integer().optional(),
  max_redemptions: integer().optional(),
  metadata: metadata().optional(),
  name: text(40).optional(),
  percent_off: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, 'Invalid decimal')
    .transform(Number)
    .optional(),
  redeem_by: integer().optional(),
});

function createCoupon({ tx, params }: Call<z.output<typeof newCouponParams>>): Coupon {
  const { amount_off: fixed, percent_off: percent, currency, duration = 'once', duration_in_months: months } = params;
  if ((fixed === undefined) === (percent === undefined)) {
    throw refuse('You must pass either percent_off or amount_off.', { param: 'percent_off' });
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw refuse('percent_off must be greater than 0 and at most 100.', { param: 'percent_off' });
  }
  if (fixed !== undefined && currency === undefined) {
    throw refuse('You must pass currency when passing amount_off.', { code: 'parameter_missing', param: 'currency' });
  }
  if (fixed !== undefined && currency !== undefined) checkAmount(fixed, currency, 'amount_off');
  if ((duration === 'repeating') !== (months !== undefined)) {
    throw refuse('duration_in_months is needed with the duration `repeating`, and with no other.', {
      param: 'duration_in_months',
    });
  }
  if (params.id && tx.find('coupon', params.id)) {
    throw refuse('Coupon already exists.', { code: 'resource_already_exists' });
  }
  const { applies_to: appliesTo, ...fields } = params;
  for (const product of appliesTo?.products ?? []) requireObject(tx, 'product', product, 'applies_to[products]');
  const coupon = tx.put('coupon', buildCoupon({ id: tx.createId('coupon'), created: tx.now(), ...fields, duration }));
  if (appliesTo) tx.put('sandbox.coupon_products', { id: coupon.id, products: appliesTo.products });
  tx.emit('coupon.created', coupon);
  return coupon;
}

const newCodeParams = z.strictObject({
  active: boolean().optional(),
  code: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,500}$/, 'Only letters, digits and dashes')
    .optional(),
  customer: text().optional(),
  expires_at: integer().optional(),
  max_redemptions: integer().optional(),
  metadata: metadata().optional(),
  promotion: z.strictObject({ type: z.enum(['coupon']), coupon: text() }),
  restrictions: z
    .strictObject({
      first_time_transaction: boolean().optional(),
    })
    .optional(),
});

function createCode({ tx, params }: Call<z.output<typeof newCodeParams>>): PromotionCode {
  const { promotion, restrictions, metadata: given, ...fields } = params;
  const coupon = requireObject(tx, 'coupon', promotion.coupon, 'promotion[coupon]');
  if (fields.customer) requireObject(tx, 'customer', fields.customer, 'customer');
  const id = tx.createId('promotion_code');
  const name = params.code ?? id.slice(-8).toUpperCase();
  requireFreeName(tx.list('promotion_code'), name);
  const code = tx.put(
    'promotion_code',
    buildPromotionCode({
      ...fields,
      id,
      code: name,
      created: tx.now(),
      metadata: mergeMetadata({}, given),
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: {
        first_time_transaction: restrictions?.first_time_transaction ?? false,
        minimum_amount: null,
        minimum_amount_currency: null,
      },
    }),
  );
  tx.emit('promotion_code.created', code);
  return code;
}

/** @throws StripeError where an active code has the name, in whatever case. */
function requireFreeName(codes: readonly PromotionCode[], name: string): void {
  const isTaken = codes.some(({ active, code }) => active && code.toUpperCase() === name.toUpperCase());
  if (isTaken) throw refuse(`An active promotion code with the code \`${name}\` already exists.`, { param: 'code' });
}

function updateCode({ tx, id, params }: Call<{ active?: boolean; metadata?: Record<string, string> }>): PromotionCode {
  const before = requireObject(tx, 'promotion_code', id);
  const { active = before.active } = params;
  const { valid } = tx.get('coupon', before.promotion.coupon);
  if (active && !before.active) {
    if (!valid) throw refuse('This promotion code cannot be activated: its coupon is not valid.', { param: 'active' });
    requireFreeName(tx.list('promotion_code'), before.code);
  }
  const after = tx.update('promotion_code', id, {
    active,
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  tx.emit('promotion_code.updated', after);
  return after;
}

export const expandedCoupon: ExpandOnly['coupon'] = {
  applies_to: (tx, { id }) => {
    const products = listCouponProducts(tx, id);
    return products && { products };
  },
};

/** Coupons, and the promotion codes that customers type for them. */
export const couponRoutes: readonly Route[] = [
  listRoute({ path: '/v1/coupons', kind: 'coupon', filters: {}, matches: () => true }),
  retrieveRoute('/v1/coupons/:id', 'coupon'),
  route({ method: 'POST', path: '/v1/coupons', params: newCouponParams, handle: createCoupon }),
  route({
    method: 'POST',
    path: '/v1/coupons/:id',
    params: z.strictObject({ metadata: metadata().optional(), name: text(40).optional() }),
    handle: ({ tx, id, params }) => {
      const before = requireObject(tx, 'coupon', id);
      const after = tx.update('coupon', id, { ...params, metadata: mergeMetadata(before.metadata, params.metadata) });
      tx.emit('coupon.updated', after);
      return after;
    },
  }),
  // What was redeemed stays: the coupon can't be redeemed any more, and is found by its discounts.
  route({
    method: 'DELETE',
    path: '/v1/coupons/:id',
    params: z.strictObject({}),
    handle: ({ tx, id }) => {
      requireObject(tx, 'coupon', id);
      tx.emit('coupon.deleted', tx.update('coupon', id, { valid: false }));
      for (const code of tx.list('promotion_code', ({ promotion }) => promotion.coupon === id)) {
        tx.update('promotion_code', code.id, { active: false });
      }
      return { id, object: 'coupon', deleted: true };
    },
  }),
  listRoute({
    path: '/v1/promotion_codes',
    kind: 'promotion_code',
    filters: { active: boolean().optional(), code: text().optional(), coupon: text().optional() },
    matches: (each, { active, code, coupon }) =>
      (active === undefined || each.active === active) &&
      (code === undefined || each.code.toUpperCase() === code.toUpperCase()) &&
      (coupon === undefined || each.promotion.coupon === coupon),
  }),
  retrieveRoute('/v1/promotion_codes/:id', 'promotion_code'),
  route({ method: 'POST', path: '/v1/promotion_codes', params: newCodeParams, handle: createCode }),
  route({
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    params: z.strictObject({ active: boolean().optional(), metadata: metadata().optional() }),
    handle: updateCode,
  }),
];
