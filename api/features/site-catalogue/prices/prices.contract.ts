import { z } from 'zod';
import { planIntervals } from '#api/domain/site-plans.ts';
import { choiceField, tokenField } from '#api/http/fields.ts';

/**
 * Of a price of a plan as it is edited; a free plan has one entry. `matches`: what the provider charges is what the plan says; `differs`: it isn't, or tax is counted another
 * way; `missing`: it has no price yet; `archived`: nobody can buy at its price any more; `unknown`: the provider didn't answer.
 */
export const priceStates = ['free', 'matches', 'differs', 'missing', 'archived', 'unknown'] as const;

export const planPricesResponse = z.object({
  /** False without keys of Stripe: plans are shown, and nobody can buy one. */
  is_connected: z.boolean(),
  /** What visitors read beside the prices: 'Prices include 25% VAT.'; null, if nothing. */
  tax: z.string().nullable(),
  prices: z.array(
    z.object({
      plan_id: z.number().int(),
      interval: z.enum(planIntervals),
      state: z.enum(priceStates),
      price_id: z.string().nullable(),
      /** What the provider charges; `amount` in minor units. */
      charged: z
        .object({ amount: z.number().int(), currency: z.string(), interval: z.string(), interval_count: z.number() })
        .nullable(),
      /** What differs, in a sentence. */
      message: z.string().nullable(),
    }),
  ),
});
export type PlanPricesJson = z.infer<typeof planPricesResponse>;
export type PlanPriceJson = PlanPricesJson['prices'][number];

const PRICE_ID_MESSAGE = 'Enter the id of a price, such as price_1Q2w3E.';
const intervalField = choiceField('interval', planIntervals);
export const createPriceRequest = z.strictObject({ interval: intervalField });
export const choosePriceRequest = z.strictObject({
  interval: intervalField,
  price_id: tokenField(PRICE_ID_MESSAGE, { min: 7, max: 200, pattern: /^price_\w+$/ }),
});
