import { z } from 'zod';
import { stripeCheckNames, stripeCheckStates } from '#api/domain/stripe-report.ts';

/** The result of the last check of the account at Stripe; null before the first, and where nothing can be bought. */
export const stripeCheckResponse = z.object({
  report: z
    .object({
      mode: z.enum(['live', 'test', 'sandbox']),
      /** While a check runs, those that are known. */
      lines: z.array(
        z.object({
          name: z.enum(stripeCheckNames),
          state: z.enum(stripeCheckStates),
          text: z.string(),
          details: z.array(z.string()),
          remedy: z.string().nullable(),
          at: z.string().nullable(),
        }),
      ),
      started_at: z.string(),
      /** Null while the check runs. */
      finished_at: z.string().nullable(),
    })
    .nullable(),
});

export type StripeCheckJson = z.infer<typeof stripeCheckResponse>;
