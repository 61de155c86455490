import { z } from 'zod';
import { subscriptionStatuses } from '#api/domain/enums.ts';
import { singleLineField } from '#api/http/text-fields.ts';

const limitsSchema = z
  .record(z.string(), z.number().nullable())
  .describe('By the key of each limit that the plan has; null where its number is unlimited.');

export const entitlementSchema = z.object({
  subscription_id: z.string().describe('Stays the same for as long as the subscription lasts.'),
  product: z.string().describe('The key of the product, which stays when the product is renamed.'),
  product_name: z.string(),
  plan: z.string().describe('The key of the plan, which stays when the plan is renamed.'),
  plan_name: z.string(),
  status: z.enum(subscriptionStatuses).describe('In Stripe’s words.'),
  is_active: z.boolean().describe('Whether the user may use the plan now; also while a failed payment is tried again.'),
  quantity: z.number().int().describe('How many seats were bought; 1 for a plan that isn’t sold by seats.'),
  interval: z
    .enum(['month', 'year'])
    .nullable()
    .describe('How often it is paid; null for a plan given free of charge.'),
  limits: limitsSchema,
  period_start: z.string(),
  period_end: z.string().nullable().describe('Null for a plan given free of charge without an end.'),
  trial_ends_at: z.string().nullable().describe('Until when nothing is charged; null without a trial.'),
  ends_at: z.string().nullable().describe('When it ends because it was cancelled; null while it renews.'),
});
export type EntitlementJson = z.infer<typeof entitlementSchema>;

const freePlanSchema = z.object({
  product: z.string(),
  product_name: z.string(),
  plan: z.string(),
  plan_name: z.string(),
  limits: limitsSchema,
});
export type FreePlanJson = z.infer<typeof freePlanSchema>;

/** What a user may do: the same in the answer to a program that asks and in each webhook. */
export const entitlementStateFields = {
  version: z
    .number()
    .int()
    .describe(
      'Grows with each state that is read. Keep the newest for each user, and ignore a state whose version is lower.',
    ),
  entitlements: z
    .array(entitlementSchema)
    .describe('All that the user has now; empty for one who has bought and was given nothing.'),
  free_plans: z
    .array(freePlanSchema)
    .describe('What everyone has who has no active plan of the product. Products without a free plan aren’t listed.'),
};

export const entitlementParams = z.object({
  user: singleLineField({ one: 'the id or the email address of a user', the: 'the address' }, { min: 1, max: 254 }),
});

export const entitlementsResponse = z.object({
  data: z.object({
    user: z.object({
      id: z.number().int(),
      email: z.string().nullable().describe('As it was asked for; null where the user was named by id.'),
      is_suspended: z.boolean().describe('The account is blacklisted: let the user do nothing.'),
    }),
    ...entitlementStateFields,
  }),
});
