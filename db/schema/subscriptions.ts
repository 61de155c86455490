import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import {
  checkoutStatuses,
  disputeStatuses,
  invoiceStatuses,
  refundStatuses,
  stripeEventStatuses,
  subscriptionStatuses,
} from '#api/domain/enums.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/** Customers at Stripe: one for each user and currency, since Stripe lets a customer pay in one. Deleted with the user; the payments stay, without a name. */
export const stripeCustomers = sqliteTable(
  'stripe_customers',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As Stripe writes it ('nzd'); '' before the first subscription, so that any currency may be paid in. */
    currency: text('currency').notNull().default(''),
    customerId: text('customer_id').notNull().unique(),
    createdAt: timestampMs('created_at').notNull(),
    /** The email and name that Stripe has, as JSON; null where that isn’t known. */
    contact: text('contact'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.currency] })],
);

/** Attempts to buy a plan. At most one is open for a user and product; its row id is part of Stripe's idempotency key. */
export const checkoutAttempts = sqliteTable(
  'checkout_attempts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** The key of the plan, here and below: it stays when the plan is renamed. */
    planName: text('plan_name').notNull(),
    priceId: text('price_id').notNull(),
    /** Seats. */
    quantity: integer('quantity').notNull().default(1),
    status: text('status', { enum: checkoutStatuses }).notNull().default('open'),
    /** Null until Stripe has answered. */
    sessionId: text('session_id').unique(),
    url: text('url'),
    createdAt: timestampMs('created_at').notNull(),
    /** When the session can no longer be paid. */
    expiresAt: timestampMs('expires_at'),
    closedAt: timestampMs('closed_at'),
  },
  (table) => [
    check('checkout_attempts_status', sql`${table.status} IN (${toSqlList(checkoutStatuses)})`),
    uniqueIndex('checkout_attempts_one_open')
      .on(table.userId, table.productId)
      .where(sql`${table.status} = 'open'`),
    index('checkout_attempts_user').on(table.userId, table.createdAt),
  ],
);

/**
 * Subscriptions as Stripe last described them: a mirror, written only from objects that were fetched from Stripe. A row
 * outlives its user, whose id becomes null.
 */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    customerId: text('customer_id').notNull(),
    /** What is added to the customer's next invoice, in minor units, negative for a credit; null until it is first read. */
    customerBalance: integer('customer_balance'),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    planName: text('plan_name').notNull(),
    priceId: text('price_id').notNull(),
    /** What is charged for each unit and interval, in minor units; null for a price with tiers, and until it is first read. */
    unitAmount: integer('unit_amount'),
    currency: text('currency'),
    quantity: integer('quantity').notNull().default(1),
    /** 'month' or 'year', `intervalCount` of them at a time. */
    interval: text('billing_interval'),
    intervalCount: integer('interval_count').notNull().default(1),
    /** JSON list of `Discount` (`domain/subscription-price.ts`); null without one. Text, so that it can be compared. */
    discounts: text('discounts'),
    /** JSON of `SubscriptionTax` (`domain/charged-rate.ts`); null until it is first read. Text, so that it can be compared. */
    tax: text('tax'),
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    currentPeriodStart: timestampMs('current_period_start').notNull(),
    currentPeriodEnd: timestampMs('current_period_end').notNull(),
    /** When it ends because someone cancelled it; null when it renews. */
    cancelAt: timestampMs('cancel_at'),
    canceledAt: timestampMs('canceled_at'),
    endedAt: timestampMs('ended_at'),
    /** Why it ended or will end, in Stripe's word: `payment_failed` when its invoice stayed unpaid. */
    cancellationReason: text('cancellation_reason'),
    /** When its trial ends or ended; null for one without. */
    trialEnd: timestampMs('trial_end'),
    /** What the person answered when asked why, one of `cancellationFeedbacks`; null without an answer. */
    cancellationFeedback: text('cancellation_feedback'),
    /** In their own words; goes with the account. */
    cancellationComment: text('cancellation_comment'),
    /** The plan that begins at `pending_at`; null without a scheduled change. */
    pendingPlanName: text('pending_plan_name'),
    pendingAt: timestampMs('pending_at'),
    /** What the pending plan costs for each unit and interval, in minor units. */
    pendingUnitAmount: integer('pending_unit_amount'),
    pendingInterval: text('pending_interval'),
    pendingQuantity: integer('pending_quantity'),
    /** The invoice of an upgrade that waits for its payment; the plan changes once it is paid. */
    unpaidUpgradeInvoiceId: text('unpaid_upgrade_invoice_id'),
    /** JSON of the `ChangeRequest` (`subscriptions/sync`) that Stripe was or is asked for; null once it has come about. */
    changeRequest: text('change_request'),
    /** Staff ended it, or set it to end. */
    isCancelledByStaff: integer('is_cancelled_by_staff', { mode: 'boolean' }).notNull().default(false),
    createdAt: timestampMs('created_at').notNull(),
    /** When it was last fetched from Stripe. */
    syncedAt: timestampMs('synced_at').notNull(),
  },
  (table) => [
    check('subscriptions_status', sql`${table.status} IN (${toSqlList(subscriptionStatuses)})`),
    index('subscriptions_user').on(table.userId, table.productId, table.createdAt),
    index('subscriptions_customer').on(table.customerId),
    index('subscriptions_status_index').on(table.status, table.currentPeriodEnd),
  ],
);

/** Invoices as Stripe last described them: the books of revenue. Amounts are cents. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    stripeInvoiceId: text('stripe_invoice_id').notNull().unique(),
    /** Null until Stripe finalizes it. */
    number: text('number'),
    customerId: text('customer_id').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    stripeSubscriptionId: text('stripe_subscription_id'),
    productId: integer('product_id').references(() => products.id),
    /** The plan that it is for: that of the charge, in an invoice with a credit and a charge. */
    planName: text('plan_name'),
    status: text('status', { enum: invoiceStatuses }).notNull(),
    billingReason: text('billing_reason').notNull(),
    currency: text('currency').notNull(),
    /** Of all lines, before discounts and taxes on top; null in a row of an earlier version until it is read again. */
    subtotal: integer('subtotal'),
    discount: integer('discount'),
    /** With taxes. */
    total: integer('total').notNull(),
    /** The sum of `taxes`. */
    tax: integer('tax'),
    /** JSON list of `InvoiceTax` (`domain/invoice-tax.ts`); null without one. Text, so that it can be compared. */
    taxes: text('taxes'),
    /** Part of the total that the customer's balance paid; negative for what it took over. */
    balanceUsed: integer('balance_used'),
    quantity: integer('quantity'),
    /** The customer as the invoice names them. Name and address go with the account. */
    customerName: text('customer_name'),
    /** JSON of `PostalAddress` (`domain/invoice-tax.ts`). */
    customerAddress: text('customer_address'),
    customerCountry: text('customer_country'),
    customerTaxNumber: text('customer_tax_number'),
    /** What Stripe took for the payment, in minor units of `fee_currency`; null until it is known. */
    fee: integer('fee'),
    feeCurrency: text('fee_currency'),
    /** From `currency` to `fee_currency`; null where they are the same. */
    exchangeRate: real('exchange_rate'),
    amountDue: integer('amount_due').notNull(),
    amountPaid: integer('amount_paid').notNull(),
    /** Given back; a refund that failed is not part of it. */
    amountRefunded: integer('amount_refunded').notNull().default(0),
    /** Taken back by the bank in a dispute that is open or lost. */
    amountDisputed: integer('amount_disputed').notNull().default(0),
    /** JSON list of `BookCredit` (`domain/month-books.ts`): credit notes of Stripe's dashboard; null without one. Text, so that it can be compared. */
    creditNotes: text('credit_notes'),
    attemptCount: integer('attempt_count').notNull().default(0),
    nextPaymentAttempt: timestampMs('next_payment_attempt'),
    hostedUrl: text('hosted_url'),
    pdfUrl: text('pdf_url'),
    receiptUrl: text('receipt_url'),
    /** The time that it pays for. */
    periodStart: timestampMs('period_start').notNull(),
    periodEnd: timestampMs('period_end').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    /** When it got its number; null for a draft. */
    issuedAt: timestampMs('issued_at'),
    paidAt: timestampMs('paid_at'),
    voidedAt: timestampMs('voided_at'),
    syncedAt: timestampMs('synced_at').notNull(),
  },
  (table) => [
    check('invoices_status', sql`${table.status} IN (${toSqlList(invoiceStatuses)})`),
    index('invoices_user').on(table.userId, table.createdAt),
    index('invoices_number').on(table.number),
    index('invoices_subscription').on(table.stripeSubscriptionId),
    index('invoices_paid').on(table.paidAt),
    index('invoices_issued').on(table.issuedAt),
  ],
);

/** The numbers of our receipts: one sequence without gaps, whatever Stripe numbers its invoices by. */
export const receiptNumbers = sqliteTable('receipt_numbers', {
  number: integer('number').primaryKey(),
  stripeInvoiceId: text('stripe_invoice_id').notNull().unique(),
  issuedAt: timestampMs('issued_at').notNull(),
});

/** Refunds of invoices as Stripe last described them. `succeeded` can still become `failed`, days later. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    stripeRefundId: text('stripe_refund_id').notNull().unique(),
    stripeInvoiceId: text('stripe_invoice_id')
      .notNull()
      .references(() => invoices.stripeInvoiceId, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: refundStatuses }).notNull(),
    /** Stripe's word for why it failed. */
    failureReason: text('failure_reason'),
    /** What Stripe took for it, in minor units of `fee_currency`; null until it is known. */
    fee: integer('fee'),
    feeCurrency: text('fee_currency'),
    /** When someone noted that one that failed was paid back another way. */
    settledAt: timestampMs('settled_at'),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    check('refunds_status', sql`${table.status} IN (${toSqlList(refundStatuses)})`),
    index('refunds_invoice').on(table.stripeInvoiceId),
    index('refunds_status_index').on(table.status, table.createdAt),
  ],
);

/** Payments that a customer disputes at the bank, as Stripe last described them. */
export const disputes = sqliteTable(
  'disputes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    stripeDisputeId: text('stripe_dispute_id').notNull().unique(),
    stripeInvoiceId: text('stripe_invoice_id')
      .notNull()
      .references(() => invoices.stripeInvoiceId, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    /** Stripe's word for what the customer says. */
    reason: text('reason').notNull(),
    status: text('status', { enum: disputeStatuses }).notNull(),
    /** Until when it can be answered; null when it can't. */
    dueAt: timestampMs('due_at'),
    /** JSON list of `BalanceMovement` (`api/adapters/payments.ts`); null without one. Text, so that it can be compared. */
    movements: text('movements'),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    check('disputes_status', sql`${table.status} IN (${toSqlList(disputeStatuses)})`),
    index('disputes_invoice').on(table.stripeInvoiceId),
    index('disputes_created').on(table.createdAt),
  ],
);

/** Event inbox: every event that Stripe sent, once. The worker fetches the object that it is about and applies that. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    /** Stripe's id: a repeated delivery is not stored again. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The object that it is about; null for one without an id. */
    objectId: text('object_id'),
    customerId: text('customer_id'),
    status: text('status', { enum: stripeEventStatuses }).notNull().default('received'),
    /** As it was sent. */
    payload: text('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestampMs('next_attempt_at').notNull(),
    lastError: text('last_error'),
    /** When it happened at Stripe. */
    createdAt: timestampMs('created_at').notNull(),
    receivedAt: timestampMs('received_at').notNull(),
    /** When Stripe delivered it; null for one that was only read from its list. */
    deliveredAt: timestampMs('delivered_at'),
    appliedAt: timestampMs('applied_at'),
  },
  (table) => [
    check('stripe_events_status', sql`${table.status} IN (${toSqlList(stripeEventStatuses)})`),
    index('stripe_events_due')
      .on(table.nextAttemptAt, table.receivedAt)
      .where(sql`${table.status} IN ('received', 'failed')`),
    index('stripe_events_received').on(table.receivedAt),
    index('stripe_events_object').on(table.objectId),
  ],
);

/** Runs of the reconciliation: Stripe compared with the database. */
export const reconciliations = sqliteTable('reconciliations', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  startedAt: timestampMs('started_at').notNull(),
  finishedAt: timestampMs('finished_at'),
  /** The admin who asked for it; null for the nightly one. */
  actorId: integer('actor_id'),
  /** Subscriptions and invoices compared. */
  checked: integer('checked').notNull().default(0),
  error: text('error'),
});

/** Differences that a reconciliation found, and repaired unless `repaired_at` is null. */
export const billingDrifts = sqliteTable(
  'billing_drifts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    reconciliationId: integer('reconciliation_id')
      .notNull()
      .references(() => reconciliations.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The subscription or invoice at Stripe. */
    objectId: text('object_id').notNull(),
    field: text('field').notNull(),
    /** As JSON; null when the database did not have it. */
    localValue: text('local_value'),
    stripeValue: text('stripe_value'),
    foundAt: timestampMs('found_at').notNull(),
    repairedAt: timestampMs('repaired_at'),
  },
  (table) => [index('billing_drifts_run').on(table.reconciliationId), index('billing_drifts_found').on(table.foundAt)],
);
