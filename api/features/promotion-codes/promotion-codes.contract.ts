import { z } from 'zod';
import { COUPON_MONTHS_MAX } from '#api/domain/field-limits.ts';
import { choiceField, OUTDATED_PAGE_MESSAGE, tokenField } from '#api/http/fields.ts';

const durations = ['once', 'repeating', 'forever'] as const;
const REDEMPTIONS_MAX = 1_000_000;

const CODE_MESSAGE = 'Enter a code of 3 to 40 letters, digits and hyphens.';
const PERCENT_MESSAGE = 'Enter a percentage above 0, up to 100, with two decimals at most.';
const AMOUNT_MESSAGE = 'Enter an amount above 0.';
const MONTHS_MESSAGE = `Enter a number of months from 1 to ${COUPON_MONTHS_MAX}.`;
const REDEMPTIONS_MESSAGE = 'Enter a whole number, or leave this empty.';

const countField = (message: string, max: number) =>
  z.number({ error: message }).int({ error: message }).min(1, { error: message }).max(max, { error: message });

/** Exactly one of `percent_off` and `amount_off` (minor units of the company’s currency). */
export const createPromotionCodeRequest = z
  .strictObject({
    code: tokenField(CODE_MESSAGE, { min: 3, max: 40, pattern: /^[A-Za-z0-9-]+$/ }),
    percent_off: z
      .number(PERCENT_MESSAGE)
      .gt(0, PERCENT_MESSAGE)
      .max(100, PERCENT_MESSAGE)
      .multipleOf(0.01, PERCENT_MESSAGE)
      .nullable(),
    amount_off: countField(AMOUNT_MESSAGE, Number.MAX_SAFE_INTEGER).nullable(),
    duration: choiceField('duration', durations),
    /** For how many months, of `repeating`. */
    months: countField(MONTHS_MESSAGE, COUPON_MONTHS_MAX).nullable(),
    /** The keys of the plans that it is for; null: everything that is sold. */
    plans: z
      .array(z.string({ error: OUTDATED_PAGE_MESSAGE }), { error: OUTDATED_PAGE_MESSAGE })
      .min(1, { error: 'Choose at least one plan.' })
      .nullable(),
    max_redemptions: countField(REDEMPTIONS_MESSAGE, REDEMPTIONS_MAX).nullable(),
    /** The last day on which it can be entered, in the company’s time zone. */
    last_day: z.iso.date({ error: 'Choose a day.' }).nullable(),
    /** The same for each attempt at one code. */
    idempotency_key: tokenField('Reload the page and try again.', { min: 16, max: 64 }),
  })
  .refine(({ percent_off: percent, amount_off: amount }) => (percent === null) !== (amount === null), {
    error: 'Enter a percentage or an amount.',
    path: ['percent_off'],
  })
  .refine(({ duration, months }) => (duration === 'repeating') === (months !== null), {
    error: MONTHS_MESSAGE,
    path: ['months'],
  });
export type CreatePromotionCodeRequest = z.output<typeof createPromotionCodeRequest>;

export const promotionCodeParams = z.object({ id: tokenField('This isn’t the id of a code.', { min: 1, max: 200 }) });

const promotionCodeSchema = z.object({
  /** The provider's. */
  id: z.string(),
  code: z.string(),
  /** What it takes off, in a few words: '20% off for 3 months'. */
  words: z.string(),
  percent_off: z.number().nullable(),
  /** Minor units of `currency`. */
  amount_off: z.number().int().nullable(),
  currency: z.string().nullable(),
  duration: z.enum(durations),
  months: z.number().int().nullable(),
  /** Names of what it is for: a product, if it is for all of its plans, or plans; null: everything that is sold. */
  covers: z.array(z.string()).nullable(),
  times_redeemed: z.number().int(),
  max_redemptions: z.number().int().nullable(),
  expires_at: z.string().nullable(),
  /** True while customers can enter the code: neither deactivated, nor expired, nor used up. */
  is_active: z.boolean(),
  created_at: z.string(),
});
export type PromotionCodeJson = z.infer<typeof promotionCodeSchema>;
export const promotionCodeResponse = z.object({ promotion_code: promotionCodeSchema });
export const promotionCodesResponse = z.object({
  /** False without keys of Stripe: there are no codes then. */
  is_connected: z.boolean(),
  promotion_codes: z.array(promotionCodeSchema),
});
