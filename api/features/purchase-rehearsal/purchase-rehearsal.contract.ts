import { z } from 'zod';
import {
  purchaseStepNames,
  rehearsalStates,
  rehearsalStepStates,
  siteStepNames,
} from '#api/domain/purchase-rehearsal.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const stepSchema = z.object({
  name: z.enum([...siteStepNames, ...purchaseStepNames]),
  state: z.enum(rehearsalStepStates),
  /** What happened, as a sentence. */
  text: z.string(),
  /** How to put it right; null where nothing is to be done. */
  remedy: z.string().nullable(),
});

const purchaseSchema = z.object({
  plan: z.string(),
  plan_name: z.string(),
  product_name: z.string(),
  interval: z.enum(['month', 'year']),
  /** What the site says, in minor units. */
  amount: z.number().int(),
  currency: z.string(),
  steps: z.array(stepSchema),
  /** What the customer saw: fetched by id. */
  records: z.array(z.object({ id: z.number().int(), kind: z.enum(['page', 'email']), title: z.string() })),
});

export const rehearsalResponse = z.object({
  state: z.enum(rehearsalStates),
  /** How many prices are on sale, each of them one purchase. */
  offer_count: z.number().int(),
  /** The newest rehearsal, as far as it is; null before the first. */
  rehearsal: z
    .object({
      id: z.number().int(),
      started_at: z.string(),
      /** Null while it runs. */
      finished_at: z.string().nullable(),
      /** Who asked for it; null for a deleted account. */
      user: userRefSchema,
      steps: z.array(stepSchema),
      purchases: z.array(purchaseSchema),
    })
    .nullable(),
});
export type RehearsalJson = z.infer<typeof rehearsalResponse>;

/** A page or an email; `styles` are the style sheets that stood in a page itself. */
export const rehearsalRecordResponse = z.object({ title: z.string(), html: z.string(), styles: z.string() });
export type RehearsalRecordJson = z.infer<typeof rehearsalRecordResponse>;
