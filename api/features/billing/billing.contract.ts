import { z } from 'zod';
import { stripeEventList } from '#api/domain/billing-lists.ts';
import { disputeStatuses, refundStatuses, stripeEventStatuses, subscriptionStatuses } from '#api/domain/enums.ts';
import { optionalFilter, tokenField } from '#api/http/fields.ts';
import { listQuery } from '#api/http/list-query.ts';
import { paginationSchema, positiveIntegerField } from '#api/http/pagination.ts';

const cents = z.number().int();

export const listEventsQuery = listQuery(stripeEventList);

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

const revenueSchema = z.object({
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
          disputed: cents,
          invoices: z.number().int(),
        }),
      ),
      paid: cents,
      refunded: cents,
      /** Taken back by banks, in disputes that are open or lost. */
      disputed: cents,
    }),
  ),
  /** What the subscriptions that are active or past due bring each month, after discounts; a yearly one a twelfth. */
  monthly_recurring: cents,
  /** How many they are. */
  live_subscriptions: z.number().int(),
});

/**
 * Money received, less refunds and disputes, by the month of the payment; exact to the cent. Of the catalogue's currency, and of
 * each other one in which someone pays or has paid: amounts of two currencies are never added.
 */
export const revenueResponse = revenueSchema.extend({ other_currencies: z.array(revenueSchema) });

/** Disputes and refunds, those first that wait for someone. */
export const disputesResponse = z.object({
  disputes: z.array(
    z.object({
      id: z.string(),
      user_id: z.number().int().nullable(),
      user_email: z.string().nullable(),
      invoice_number: z.string().nullable(),
      amount: cents,
      currency: z.string(),
      reason: z.string(),
      status: z.enum(disputeStatuses),
      /** Until when it can be answered. */
      due_at: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      user_id: z.number().int().nullable(),
      user_email: z.string().nullable(),
      invoice_number: z.string().nullable(),
      amount: cents,
      currency: z.string(),
      status: z.enum(refundStatuses),
      failure_reason: z.string().nullable(),
      /** It failed, and was not paid back another way. */
      is_open: z.boolean(),
      /** When someone noted that it was paid back another way. */
      settled_at: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
});

export const refundParams = z.object({ id: tokenField('This isn’t the id of a refund.', { min: 1, max: 200 }) });
/** False takes the note back. */
export const settleRefundRequest = z.strictObject({
  is_settled: z.boolean({ error: '‘is_settled’ must be true or false.' }),
});
export const settleRefundResponse = z.object({ message: z.string() });

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
export const reconcileResponse = z.object({ run: reconciliationSchema });
export const resyncResponse = z.object({ message: z.string(), repaired: z.number().int() });

export const billingStatusResponse = z.object({
  is_configured: z.boolean(),
  is_sandbox: z.boolean(),
  sandbox_url: z.string().nullable(),
  failed_events: z.number().int(),
  waiting_events: z.number().int(),
  /** People, not subscriptions. */
  past_due: z.number().int(),
  /** Lines of the last check of the account that need someone. */
  stripe_check: z.array(z.object({ title: z.string(), state: z.enum(['error', 'warning']), text: z.string() })),
  /** Disputes that wait for an answer. */
  open_disputes: z.number().int(),
  /** Until when the first of them can be answered. */
  dispute_due_at: z.string().nullable(),
  /** Refunds that failed and were not paid back another way. */
  failed_refunds: z.number().int(),
});

export type StripeEventJson = z.infer<typeof eventSchema>;
export type RevenueJson = z.infer<typeof revenueResponse>;
/** The revenue of one currency. */
export type CurrencyRevenueJson = z.infer<typeof revenueSchema>;
export type DisputesJson = z.infer<typeof disputesResponse>;
export type ReconciliationsJson = z.infer<typeof reconciliationsResponse>;
