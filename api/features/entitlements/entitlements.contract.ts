import { z } from 'zod';
import { subscriptionStatuses } from '#api/domain/enums.ts';
import { singleLineField } from '#api/http/text-fields.ts';

export const entitlementSchema = z.object({
  product: z.string().describe('The key of the product, which stays when the product is renamed.'),
  product_name: z.string(),
  plan: z.string().describe('The key of the plan, which stays when the plan is renamed.'),
  plan_name: z.string(),
  status: z.enum(subscriptionStatuses).describe('In Stripe’s words.'),
  is_active: z.boolean().describe('Whether the user may use the plan now; also while a failed payment is tried again.'),
  limits: z
    .record(z.string(), z.number().nullable())
    .describe('Those of the plan, by the key that each name gives; null is no limit.'),
  period_start: z.string(),
  period_end: z.string().nullable().describe('Null for a plan that was given free of charge without an end.'),
  ends_at: z.string().nullable().describe('When it ends because it was cancelled; null while it renews.'),
});
export type EntitlementJson = z.infer<typeof entitlementSchema>;

export const entitlementParams = z.object({
  user: singleLineField({ one: 'the id or the email address of a user', the: 'the address' }, { min: 1, max: 254 }),
});

export const entitlementsResponse = z.object({
  data: z.object({
    user: z.object({
      id: z.number().int(),
      email: z.string(),
      is_suspended: z.boolean().describe('The account is blacklisted: let the user do nothing.'),
    }),
    entitlements: z
      .array(entitlementSchema)
      .describe('What the user has now, bought or given free of charge; empty for one who has nothing.'),
  }),
});
