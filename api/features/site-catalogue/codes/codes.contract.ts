import { z } from 'zod';
import { COUPON_MONTHS_MAX } from '#api/domain/field-limits.ts';
import { choiceField, idField, tokenField } from '#api/http/fields.ts';

const REDEMPTIONS_MAX = 1_000_000;

const codeSchema = z.object({
  id: z.string(),
  code: z.string(),
  /** '25% off for 3 months'. */
  terms: z.string(),
  /** What it is for; null: everything that is sold. */
  product_names: z.array(z.string()).nullable(),
  /** It can be entered: neither deactivated, nor expired, nor used up. */
  is_active: z.boolean(),
  times_redeemed: z.number().int(),
  max_redemptions: z.number().int().nullable(),
  expires_at: z.string().nullable(),
});
export type PromotionCodeJson = z.infer<typeof codeSchema>;

export const promotionCodesResponse = z.object({
  /** False without keys of Stripe: there are no codes. */
  is_connected: z.boolean(),
  codes: z.array(codeSchema),
});
export type PromotionCodesJson = z.infer<typeof promotionCodesResponse>;

export const promotionCodeResponse = z.object({ code: codeSchema });

const PERCENT_MESSAGE = 'Enter a percentage above 0, up to 100, with two decimals at most.';
const AMOUNT_MESSAGE = 'Enter an amount above 0.';
const MONTHS_MESSAGE = `Enter a number of months from 1 to ${COUPON_MONTHS_MAX}.`;
const REDEMPTIONS_MESSAGE = 'Enter a whole number, or leave this empty.';

/** Exactly one of `percent_off` and `amount_off` (minor units of the site's currency). */
export const newPromotionCodeRequest = z
  .strictObject({
    code: tokenField('Enter a code of 3 to 40 letters, digits and hyphens.', {
      min: 3,
      max: 40,
      pattern: /^[A-Za-z0-9-]+$/,
    }),
    percent_off: z
      .number(PERCENT_MESSAGE)
      .gt(0, PERCENT_MESSAGE)
      .max(100, PERCENT_MESSAGE)
      .multipleOf(0.01, PERCENT_MESSAGE)
      .nullable(),
    amount_off: z.number(AMOUNT_MESSAGE).int(AMOUNT_MESSAGE).positive(AMOUNT_MESSAGE).nullable(),
    duration: choiceField('duration', ['once', 'repeating', 'forever']),
    months: z
      .number(MONTHS_MESSAGE)
      .int(MONTHS_MESSAGE)
      .min(1, MONTHS_MESSAGE)
      .max(COUPON_MONTHS_MAX, MONTHS_MESSAGE)
      .nullable(),
    /** Null: for everything that is sold. */
    product_id: idField('Choose a product.').nullable(),
    max_redemptions: z
      .number(REDEMPTIONS_MESSAGE)
      .int(REDEMPTIONS_MESSAGE)
      .positive(REDEMPTIONS_MESSAGE)
      .max(REDEMPTIONS_MAX, REDEMPTIONS_MESSAGE)
      .nullable(),
    /** The last day on which it can be entered. */
    last_day: z.iso.date({ error: 'Choose a day.' }).nullable(),
    /** The same for each attempt at one code. */
    idempotency_key: tokenField('Reload the page and try again.', { min: 16, max: 64 }),
  })
  .superRefine(({ percent_off: percent, amount_off: amount, duration, months }, context) => {
    if ((percent === null) === (amount === null))
      context.addIssue({ code: 'custom', path: ['percent_off'], message: PERCENT_MESSAGE });
    if (duration === 'repeating' && months === null)
      context.addIssue({ code: 'custom', path: ['months'], message: MONTHS_MESSAGE });
  });
export type NewPromotionCodeRequest = z.output<typeof newPromotionCodeRequest>;

export const codeParams = z.object({ codeId: z.string().max(200) });
