import { z } from 'zod';
import { planIntervals } from '#api/domain/site-plans.ts';
import { OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { priceStates } from '#api/features/site-catalogue/prices/prices.contract.ts';

const PARTS_MAX = 500;

/** The drafts that are to be published; other kinds change no prices. */
export const publishMoneyRequest = z.strictObject({
  parts: z
    .array(
      z.strictObject(
        {
          kind: z.enum(['plan', 'product', 'settings'], { error: OUTDATED_PAGE_MESSAGE }),
          id: z.number({ error: OUTDATED_PAGE_MESSAGE }).int().positive(),
        },
        { error: outdatedPageError },
      ),
      { error: OUTDATED_PAGE_MESSAGE },
    )
    .max(PARTS_MAX, { error: OUTDATED_PAGE_MESSAGE }),
});
export type PublishMoneyRequest = z.output<typeof publishMoneyRequest>;

/** `amount` in minor units. */
const moneySchema = z.object({ amount: z.number().int(), currency: z.string() });

const saleStates = ['sold', 'free', 'archived', 'new'] as const;

export const publishMoneyResponse = z.object({
  /** False without keys of Stripe: nobody can buy anything, before and after. */
  is_connected: z.boolean(),
  /** Plans whose prices, sale or subscribers the publish is about, in the order that visitors see. */
  plans: z.array(
    z.object({
      plan_id: z.number().int(),
      plan_name: z.string(),
      product_name: z.string(),
      /** How visitors find it now; `new`: they never saw it. */
      before: z.enum(saleStates),
      /** How they find it afterwards. */
      after: z.enum(saleStates),
      /** Whether its prices are for each seat, afterwards. */
      is_per_seat: z.boolean(),
      prices: z.array(
        z.object({
          interval: z.enum(planIntervals),
          /** Null where the plan isn’t sold by the interval. */
          before: moneySchema.nullable(),
          after: moneySchema.nullable(),
          /** Whether it can be bought now; null when Stripe didn’t say. */
          was_sold: z.boolean().nullable(),
          /** How the price afterwards stands at Stripe; null where there is none. Only one that `matches` can be bought. */
          state: z.enum(priceStates).nullable(),
          /** What Stripe charges for it. */
          charged: z
            .object({
              amount: z.number().int(),
              currency: z.string(),
              interval: z.string(),
              interval_count: z.number(),
            })
            .nullable(),
          /** Why it can’t be bought, as a sentence, where Stripe’s price is there and differs. */
          message: z.string().nullable(),
        }),
      ),
      /** Another tax rate afterwards, of the product or of the settings; null where it stays, or Stripe works the tax out. */
      tax: z
        .object({
          label: z.string(),
          before: z.number().nullable(),
          after: z.number().nullable(),
          /** Whether Stripe charges the rate; else pages and receipts name it. */
          is_charged: z.boolean(),
          /** How many subscriptions go on with an earlier rate, until they are moved. */
          people: z.number().int(),
        })
        .nullable(),
      /** Who renews it, by what it costs them for each unit. */
      payers: z.array(
        z.object({
          people: z.number().int(),
          unit_amount: z.number().int().nullable(),
          currency: z.string().nullable(),
          interval: z.string().nullable(),
          interval_count: z.number().int(),
          /** It isn’t what the plan costs afterwards: they keep it. */
          is_kept: z.boolean(),
        }),
      ),
    }),
  ),
});
export type PublishMoneyJson = z.infer<typeof publishMoneyResponse>;
export type PlanMoneyJson = PublishMoneyJson['plans'][number];
