import { z } from 'zod';
import { COUPON_MONTHS_MAX, COUPON_NAME_MAX_LENGTH, EXTENSION_DAYS_MAX } from '#api/domain/field-limits.ts';
import { choiceField, OUTDATED_PAGE_MESSAGE, outdatedPageError, tokenField } from '#api/http/fields.ts';
import { positiveIntegerField } from '#api/http/pagination.ts';
import { singleLineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { ownerRequest, subscriptionSchema } from '#api/features/subscriptions/subscriptions.contract.ts';

/** `undo` is null for what can't be undone. */
export const supportedSubscriptionResponse = z.object({
  message: z.string(),
  subscription: subscriptionSchema,
  undo: undoSchema,
});

export const extendRequest = ownerRequest.extend({
  days: z
    .number({ error: 'Enter a number of days.' })
    .int({ error: 'Enter a whole number of days.' })
    .min(1, { error: 'Enter at least one day.' })
    .max(EXTENSION_DAYS_MAX, { error: `Enter at most ${EXTENSION_DAYS_MAX} days.` }),
});

const percentField = z
  .number({ error: 'Enter a percentage.' })
  .gt(0, { error: 'Enter a percentage above 0.' })
  .max(100, { error: 'Enter at most 100%.' })
  .refine((percent) => Number.isInteger(Math.round(percent * 1e8) / 1e6), { error: 'Enter at most two decimals.' });

/** Exactly one of `percentOff` and `amountOff` (minor units). */
const newCouponSchema = z
  .strictObject(
    {
      name: singleLineField(
        { one: 'a name', the: 'the name', missing: 'Enter a name. It stands on invoices.' },
        { min: 1, max: COUPON_NAME_MAX_LENGTH },
      ),
      percentOff: percentField.nullable(),
      amountOff: z.number({ error: 'Enter an amount.' }).int().positive({ error: 'Enter an amount.' }).nullable(),
      duration: choiceField('duration', ['once', 'repeating', 'forever']),
      months: z
        .number({ error: 'Enter a number of months.' })
        .int({ error: 'Enter a whole number of months.' })
        .min(1, { error: 'Enter at least one month.' })
        .max(COUPON_MONTHS_MAX, { error: `Enter at most ${COUPON_MONTHS_MAX} months.` })
        .nullable(),
    },
    { error: outdatedPageError },
  )
  .refine(({ percentOff, amountOff }) => (percentOff === null) !== (amountOff === null), {
    error: 'Enter a percentage or an amount.',
    path: ['percentOff'],
  })
  .refine(({ duration, months }) => (duration === 'repeating') === (months !== null), {
    error: 'Enter for how many months.',
    path: ['months'],
  });
export type NewCoupon = z.output<typeof newCouponSchema>;

/** A coupon of the list by its id, or a new one. */
export const addCouponRequest = ownerRequest
  .extend({
    couponId: tokenField('Choose a coupon.', { min: 1, max: 200 }).nullable(),
    coupon: newCouponSchema.nullable(),
  })
  .refine(({ couponId, coupon }) => (couponId === null) !== (coupon === null), {
    error: 'Choose a coupon.',
    path: ['couponId'],
  });
export const removeCouponRequest = ownerRequest.extend({
  discountId: tokenField(OUTDATED_PAGE_MESSAGE, { min: 1, max: 200 }),
});

export const couponsQuery = z.object({ userId: positiveIntegerField('userId') });

const couponSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** '25% off for 3 months' */
  words: z.string(),
});
export const couponsResponse = z.object({
  /** Those that can be added, in the currency of the subscription. */
  coupons: z.array(couponSchema),
  /** Those on the subscription; the id is that of the discount. */
  discounts: z.array(couponSchema),
});
export type CouponsJson = z.infer<typeof couponsResponse>;
