import { z } from 'zod';
import { stripeEventStatuses, subscriptionStatuses } from '#api/domain/enums.ts';
import { choiceField, optionalFilter, tokenField } from '#api/http/fields.ts';
import { pageLimitFields, paginationSchema, positiveIntegerField } from '#api/http/pagination.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';

const PAGE_SIZE = 20;
const cents = z.number().int();

export const listEventsQuery = z.object({
  status: optionalFilter(choiceField('status', stripeEventStatuses)),
  /** Part of an event's id, its type, or the id of the object that it is about. */
  search: optionalFilter(singleLineField(searchLabel, { max: 200 })),
  ...pageLimitFields(PAGE_SIZE),
});

export const eventParams = z.object({ id: tokenField('This isn’t the id of an event.', { min: 1, max: 200 }) });
export const resyncParams = z.object({ userId: positiveIntegerField('userId') });

export const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  object_id: z.string().nullable(),
  status: z.enum(stripeEventStatuses),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
  received_at: z.string(),
  applied_at: z.string().nullable(),
  user_id: z.number().int().nullable(),
  user_email: z.string().nullable(),
});

export const eventsResponse = z.object({
  data: z.array(eventSchema),
  pagination: paginationSchema,
  /** How many there are in each status, whatever the filter. */
  counts: z.object({
    received: z.number().int(),
    applied: z.number().int(),
    failed: z.number().int(),
    ignored: z.number().int(),
  }),
});

/** `payload` is what Stripe sent, as JSON text. */
export const eventDetailResponse = eventSchema.extend({ payload: z.string() });

export const replayResponse = z.object({ message: z.string(), replayed: z.number().int() });

export const revenueQuery = z.object({
  months: optionalFilter(z.coerce.number({ error: '‘months’ must be from 1 to 36.' }).int().min(1).max(36)),
});

/** Money received, less refunds, by the UTC month of the payment; exact to the cent. */
export const revenueResponse = z.object({
  currency: z.string(),
  months: z.array(
    z.object({
      /** '2026-11'. */
      month: z.string(),
      plans: z.array(
        z.object({
          product_name: z.string(),
          plan_name: z.string(),
          paid: cents,
          refunded: cents,
          invoices: z.number().int(),
        }),
      ),
      paid: cents,
      refunded: cents,
    }),
  ),
  /** What the live subscriptions bring each month. */
  monthly_recurring: cents,
  live_subscriptions: z.number().int(),
});

export const pastDueResponse = z.object({
  data: z.array(
    z.object({
      user_id: z.number().int().nullable(),
      user_email: z.string().nullable(),
      user_name: z.string().nullable(),
      stripe_subscription_id: z.string(),
      product_name: z.string(),
      plan_name: z.string(),
      status: z.enum(subscriptionStatuses),
      amount_due: cents,
      currency: z.string(),
      failed_at: z.string().nullable(),
      attempt_count: z.number().int(),
      next_attempt_at: z.string().nullable(),
    }),
  ),
});

const driftSchema = z.object({
  id: z.number().int(),
  user_id: z.number().int().nullable(),
  user_email: z.string().nullable(),
  object_id: z.string(),
  field: z.string(),
  local_value: z.string().nullable(),
  stripe_value: z.string().nullable(),
  found_at: z.string(),
  repaired_at: z.string().nullable(),
});

const reconciliationSchema = z.object({
  id: z.number().int(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  is_nightly: z.boolean(),
  checked: z.number().int(),
  found: z.number().int(),
  repaired: z.number().int(),
  error: z.string().nullable(),
});

export const reconciliationsResponse = z.object({
  runs: z.array(reconciliationSchema),
  /** The differences of the last 30 days, newest first. */
  drifts: z.array(driftSchema),
});
export const reconcileResponse = z.object({ message: z.string(), run: reconciliationSchema });
export const resyncResponse = z.object({ message: z.string(), repaired: z.number().int() });

export const billingStatusResponse = z.object({
  is_configured: z.boolean(),
  is_sandbox: z.boolean(),
  sandbox_url: z.string().nullable(),
  failed_events: z.number().int(),
  waiting_events: z.number().int(),
  past_due: z.number().int(),
});

export type StripeEventJson = z.infer<typeof eventSchema>;
export type RevenueJson = z.infer<typeof revenueResponse>;
export type ReconciliationsJson = z.infer<typeof reconciliationsResponse>;
