import { z } from 'zod';
import { choiceField, OUTDATED_PAGE_MESSAGE, tokenField } from '#api/http/fields.ts';

const durations = ['once', 'repeating', 'forever'] as const;
/** Stripe's longest. */
const MONTHS_MAX = 120;
const REDEMPTIONS_MAX = 1_000_000;
const CODE_MESSAGE = 'Enter a code of letters, digits and dashes, such as AUTUMN-20.';

const percentField = z
  .number({ error: 'Enter a percentage.' })
  .gt(0, { error: 'Enter a percentage above 0.' })
  .max(100, { error: 'Enter at most 100%.' })
  .refine((percent) => Number.isInteger(Math.round(percent * 1e8) / 1e6), { error: 'Enter at most two decimals.' });
const countField = (message: string, max: number) =>
  z.number({ error: message }).int({ error: message }).min(1, { error: message }).max(max, { error: message });

/** Exactly one of `percent_off` and `amount_off` (minor units of the company’s currency). */
export const createPromotionCodeRequest = z
  .strictObject({
    code: tokenField(CODE_MESSAGE, { min: 2, max: 40, pattern: /^[A-Za-z0-9-]+$/ }),
    percent_off: percentField.nullable(),
    amount_off: countField('Enter an amount.', Number.MAX_SAFE_INTEGER).nullable(),
    duration: choiceField('duration', durations),
    /** For how many months, of `repeating`. */
    months: countField(`Enter a whole number of months from 1 to ${MONTHS_MAX}.`, MONTHS_MAX).nullable(),
    /** The keys of the plans that it is for; null: all. */
    plans: z
      .array(z.string({ error: OUTDATED_PAGE_MESSAGE }), { error: OUTDATED_PAGE_MESSAGE })
      .min(1, { error: 'Choose at least one plan.' })
      .nullable(),
    max_redemptions: countField('Enter how often it can be used, from 1 to 1,000,000.', REDEMPTIONS_MAX).nullable(),
    expires_at: z.iso.datetime({ error: 'Choose a day and a time.' }).nullable(),
  })
  .refine(({ percent_off: percent, amount_off: amount }) => (percent === null) !== (amount === null), {
    error: 'Enter a percentage or an amount.',
    path: ['percent_off'],
  })
  .refine(({ duration, months }) => (duration === 'repeating') === (months !== null), {
    error: 'Enter for how many months.',
    path: ['months'],
  });
export type CreatePromotionCodeRequest = z.output<typeof createPromotionCodeRequest>;

export const promotionCodeParams = z.object({ id: z.string().max(200) });

export const promotionCodeSchema = z.object({
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
  /** The plans that it is for; null: all. */
  plans: z.array(z.object({ key: z.string(), name: z.string() })).nullable(),
  times_redeemed: z.number().int(),
  max_redemptions: z.number().int().nullable(),
  expires_at: z.string().nullable(),
  /** It can be entered: neither deactivated, nor expired, nor used up. */
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
