import { z } from 'zod';
import { refuse } from '../http/errors.ts';
import { listRoute, retrieveRoute } from '../http/lists.ts';
import { integer, mergeMetadata, metadata, text } from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';

const percent = () =>
  z
    .string()
    .refine(
      (value) => Number(value) > 0 && Number(value) <= 100,
      'Invalid percent_off: must be greater than 0 and at most 100',
    )
    .transform(Number);

const createParams = z.strictObject({
  amount_off: integer().optional(),
  currency: text().optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: integer().optional(),
  id: text().optional(),
  metadata: metadata().optional(),
  name: text(40).optional(),
  percent_off: percent().optional(),
});

export const coupons: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/coupons',
      params: createParams,
      handle: ({ tx, params }) => {
        const { amount_off, currency, duration = 'once', duration_in_months, id, name, percent_off } = params;
        if ((amount_off === undefined) === (percent_off === undefined)) {
          throw refuse('You must pass exactly one of these parameters: amount_off, percent_off.');
        }
        if (amount_off !== undefined && currency === undefined) {
          throw refuse('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' });
        }
        if ((duration === 'repeating') !== (duration_in_months !== undefined)) {
          throw refuse('`duration_in_months` goes with a `duration` of `repeating`.', { param: 'duration_in_months' });
        }
        const coupon = tx.put('coupon', {
          id: id ?? tx.createId('coupon'),
          object: 'coupon',
          amount_off: amount_off ?? null,
          created: tx.now(),
          currency: amount_off === undefined ? null : (currency ?? null),
          duration,
          duration_in_months: duration_in_months ?? null,
          livemode: false,
          max_redemptions: null,
          metadata: mergeMetadata({}, params.metadata),
          name: name ?? null,
          percent_off: percent_off ?? null,
          redeem_by: null,
          times_redeemed: 0,
          valid: true,
        });
        tx.emit('coupon.created', coupon);
        return coupon;
      },
    }),
    listRoute({ path: '/v1/coupons', kind: 'coupon', filters: {}, matches: () => true }),
    retrieveRoute('/v1/coupons/:id', 'coupon'),
  ],
};
