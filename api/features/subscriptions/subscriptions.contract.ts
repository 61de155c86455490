import { z } from 'zod';
import { cancellationFeedbacks, invoiceStatuses, subscriptionStatuses } from '#api/domain/enums.ts';
import { findPlan, listPaidPlans } from '#api/domain/catalogue.ts';
import { planIntervals } from '#api/domain/site-plans.ts';
import { CANCEL_COMMENT_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { choiceField, idField, tokenField } from '#api/http/fields.ts';
import { positiveIntegerField } from '#api/http/pagination.ts';
import { multilineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';

const cents = z.number().int();
const changeTimes = ['now', 'period_end'] as const;
const RELOAD_MESSAGE = 'Reload the page and choose your plan again.';
/** A plan that is sold, by its name, key or an earlier name. Programs and pages that were loaded before a change may send another. */
const planNameField = z
  .string({ error: RELOAD_MESSAGE })
  .refine((name) => listPaidPlans().some(({ key }) => key === findPlan(name)?.key), { error: RELOAD_MESSAGE });
/** More seats are agreed on with people, not in a form. */
const SEATS_MAX = 1_000;
const QUANTITY_MESSAGE = 'Enter a whole number of seats from 1 to 1,000.';
const quantityField = z
  .number(QUANTITY_MESSAGE)
  .int(QUANTITY_MESSAGE)
  .min(1, QUANTITY_MESSAGE)
  .max(SEATS_MAX, QUANTITY_MESSAGE);
const userIdField = idField('‘userId’ must be a positive whole number.');

export const planSchema = z.object({
  planName: z.string(),
  productName: z.string(),
  productId: z.number().int(),
  /** Of the first of `prices`. Null for a free plan, and where no price is set up. */
  priceId: z.string().nullable(),
  /** Of the first of `prices`, in whole units of the currency; 0 for a free plan. */
  price: z.number(),
  currency: z.string(),
  /** Of the first of `prices`. */
  interval: z.enum(planIntervals),
  /** By the month first; none for a free plan. */
  prices: z.array(
    z.object({
      interval: z.enum(planIntervals),
      /** In whole units of the currency. */
      price: z.number(),
      /** Null where no price is set up. */
      priceId: z.string().nullable(),
      /** Why it can’t be bought now, as far as that is known, in a sentence for visitors; null when it can. */
      obstacle: z.string().nullable(),
    }),
  ),
  /** Days that a first subscription is free at its start; 0 for none. */
  trial_days: z.number().int(),
  /** A price is for each seat. */
  sells_seats: z.boolean(),
  features: z.array(z.string()),
  badge: z.string().nullable(),
  /** True with the payment sandbox: the page says that no money moves. */
  is_sandbox: z.boolean(),
});
export const plansResponse = z.array(planSchema);

/** `priceId` is compared with the server's own: a page that shows an old price is refused. */
export const checkoutRequest = z.strictObject({
  planName: planNameField,
  priceId: tokenField(RELOAD_MESSAGE, { min: 1, max: 200 }),
  userId: userIdField,
  productName: tokenField(RELOAD_MESSAGE, { min: 1, max: 100 }),
  /** Seats; 1 where it is left out. */
  quantity: quantityField.optional(),
});
export const checkoutResponse = z.object({ sessionId: z.string(), url: z.string() });

/** Whose subscriptions, which product, which subscription (Stripe's id), which checkout session. */
export const userParams = z.object({ userId: positiveIntegerField('userId') });
export const productParams = userParams.extend({ productId: positiveIntegerField('productId') });
export const subscriptionParams = z.object({ subscriptionId: z.string() });
export const invoiceLinkParams = z.object({ token: z.string().max(500) });
export const sessionParams = z.object({ sessionId: z.string() });

/** Amounts are in minor units. */
export const subscriptionPriceSchema = z.object({
  /** For each unit and interval. */
  unit_amount: cents,
  currency: z.string(),
  quantity: z.number().int(),
  /** 'month' or 'year', `interval_count` of them at a time. */
  interval: z.string(),
  interval_count: z.number().int(),
  discounts: z.array(
    z.object({
      name: z.string(),
      percent_off: z.number().nullable(),
      amount_off: cents.nullable(),
      /** Null: it stays, or is of the next payment only (`is_once`). */
      ends_at: z.string().nullable(),
      is_once: z.boolean(),
    }),
  ),
});
export type SubscriptionPriceJson = z.infer<typeof subscriptionPriceSchema>;

/** The next payment, and those after it from which the amount is another one, in the currency of the next. */
const comingPaymentsSchema = z.array(
  z.object({
    at: z.string(),
    amount: cents,
    /** The payment after it is of the same amount. */
    repeats: z.boolean(),
  }),
);
export type ComingPaymentJson = z.infer<typeof comingPaymentsSchema>[number];

/** A subscription as its user and admins see it; `status` is Stripe’s word. */
export const subscriptionSummarySchema = z.object({
  id: z.number().int(),
  stripe_subscription_id: z.string(),
  product_id: z.number().int(),
  product_name: z.string(),
  plan_name: z.string(),
  status: z.enum(subscriptionStatuses),
  /** What it really costs; null for a price with tiers, and until it is read. The catalogue may have another price by now. */
  price: subscriptionPriceSchema.nullable(),
  current_period_start: z.string(),
  /** When it renews, or ends where `cancel_at_period_end` says so. */
  current_period_end: z.string(),
  /** When it ended; null while it lives. */
  ended_at: z.string().nullable(),
  /** Cancelled by the user or in the portal: it ends at `current_period_end` and can be reactivated until then. */
  cancel_at_period_end: z.boolean(),
  /** When its trial ends or ended; null for one without. */
  trial_end: z.string().nullable(),
  pending_plan_name: z.string().nullable(),
  created_at: z.string(),
});
export type SubscriptionSummaryJson = z.infer<typeof subscriptionSummarySchema>;

export const subscriptionSchema = subscriptionSummarySchema.extend({
  /** What is charged next, after discounts and with the customer's balance; null when nothing is, or it isn’t known. */
  next_payment: z.object({ amount: cents, currency: z.string() }).nullable(),
  /** Empty where there is no next payment. One alone: its amount stays. */
  coming_payments: comingPaymentsSchema,
  /** What its plan costs now for each seat, where that is less than its user pays, and the payments after a switch; else null. */
  lower_price: z.object({ unit_amount: cents, coming_payments: comingPaymentsSchema }).nullable(),
  /** It ended because it was not paid. */
  is_ended_unpaid: z.boolean(),
  /** When the pending plan begins. */
  pending_at: z.string().nullable(),
  /** What a scheduled change changes it to; null without one. */
  pending: z
    .object({ plan_name: z.string(), interval: z.string(), quantity: z.number().int(), at: z.string() })
    .nullable(),
  /** Leads to where an upgrade that waits for its payment is paid, for 24 hours; null without one. */
  unpaid_upgrade_url: z.string().nullable(),
});

export const subscriptionsResponse = z.object({ subscriptions: z.array(subscriptionSchema) });
export const subscriptionResponse = z.object({ subscription: subscriptionSchema.nullable() });
export const changedSubscriptionResponse = z.object({ message: z.string(), subscription: subscriptionSchema });

/** `undo` is null for what can’t be undone; what can be begins when it can’t any more. */
export const changedPlanResponse = changedSubscriptionResponse.extend({ undo: undoSchema });

export const checkoutStatusResponse = z.object({
  status: z.enum(['processing', 'active', 'failed']),
  subscription: subscriptionSchema.nullable(),
  /** Something was paid at once, so a receipt is sent. */
  is_charged: z.boolean(),
});

export const ownerRequest = z.strictObject({ userId: userIdField });

export const cancelRequest = ownerRequest.extend({
  /** When it ends; left out, with its period. At once only for those who manage billing. */
  when: choiceField('when', ['period_end', 'now']).optional(),
  /** Optional; passed on to Stripe. */
  reason: choiceField('reason', cancellationFeedbacks).nullish(),
  comment: multilineField({ one: 'your comment', the: 'your comment' }, { max: CANCEL_COMMENT_MAX_LENGTH }).nullish(),
});

/** What is left out stays as it is, as far as the plan is sold so. */
export const previewChangeRequest = ownerRequest.extend({
  planName: planNameField,
  interval: choiceField('interval', planIntervals).optional(),
  /** Seats. */
  quantity: quantityField.optional(),
  /** Left out, a change that gives more begins now, and one that gives less with the next period. */
  when: choiceField('when', changeTimes).optional(),
});

const previewLineSchema = z.object({
  description: z.string(),
  amount: cents,
  period_start: z.string(),
  period_end: z.string(),
});

/** All amounts are cents. */
export const changePreviewResponse = z.object({
  plan_name: z.string(),
  /** How often it is paid from then on: `next_payment` is for one of these. */
  interval: z.enum(planIntervals),
  /** Seats. */
  quantity: z.number().int(),
  when: z.enum(changeTimes),
  /** `upgrade` for `now`, `downgrade` for `period_end`. */
  direction: z.enum(['upgrade', 'downgrade']),
  /** When the new plan begins: now, or at the end of the period. */
  effective_at: z.string(),
  due_now: cents,
  /** Discounts of coupons on the lines. */
  discount: cents,
  /** Taxes on top of the lines, and those within them. */
  tax_added: cents,
  tax_included: cents,
  /** Credit that is left for later payments. */
  credit_left: cents,
  lines: z.array(previewLineSchema),
  next_payment: cents,
  next_payment_at: z.string(),
  coming_payments: comingPaymentsSchema,
  currency: z.string(),
  /** Sent back with the change, so that the invoice is what was shown; valid for 15 minutes. */
  proration_date: z.number().int(),
});

export const changePlanRequest = previewChangeRequest.extend({
  /** `proration_date` of the preview; without it the change is computed for now. */
  prorationDate: z.number({ error: 'Reload the page and choose your plan again.' }).int().positive().optional(),
});

const cardSchema = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
});

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  /** Paid, and all of it given back. */
  is_refunded: z.boolean(),
  product_name: z.string().nullable(),
  plan_name: z.string().nullable(),
  total: cents,
  amount_paid: cents,
  /** Given back, or on its way; a refund that failed is not part of it. */
  amount_refunded: cents,
  has_failed_refund: z.boolean(),
  /** The bank has taken the payment back, or asks about it. */
  is_disputed: z.boolean(),
  currency: z.string(),
  created_at: z.string(),
  /** Lead to Stripe's pages, for 24 hours: the invoice as a PDF, and the receipt of the payment. */
  invoice_url: z.string().nullable(),
  receipt_url: z.string().nullable(),
});

/** What the screen needs beside the subscriptions: the card, the invoices, and a payment that failed. */
export const billingDetailsResponse = z.object({
  /** False without Stripe's keys in production. */
  is_configured: z.boolean(),
  is_sandbox: z.boolean(),
  card: cardSchema.nullable(),
  /** True when Stripe didn’t say whether there is a card. */
  is_card_unknown: z.boolean(),
  /** Credits that later payments use, one for each currency; an amount is above 0. */
  credits: z.array(z.object({ amount: cents, currency: z.string() })),
  invoices: z.array(invoiceSchema),
  past_due: z
    .object({
      product_name: z.string(),
      plan_name: z.string(),
      amount: cents,
      currency: z.string(),
      failed_at: z.string(),
      next_attempt_at: z.string().nullable(),
      /** Stripe's page where the invoice can be paid at once. */
      pay_url: z.string().nullable(),
    })
    .nullable(),
});

/** A call without a body opens the overview. */
export const portalRequest = z.strictObject({
  /** The page of the portal that opens. */
  flow: choiceField('flow', ['overview', 'payment_method']).optional(),
});
export const portalResponse = z.object({ url: z.string() });

export const webhookResponse = z.object({ received: z.literal(true) });

export type PlanJson = z.infer<typeof planSchema>;
export type SubscriptionJson = z.infer<typeof subscriptionSchema>;
export type InvoiceJson = z.infer<typeof invoiceSchema>;
export type ChangePreviewJson = z.infer<typeof changePreviewResponse>;
export type BillingDetailsJson = z.infer<typeof billingDetailsResponse>;
