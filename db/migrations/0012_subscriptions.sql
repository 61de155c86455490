CREATE TABLE `billing_drifts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reconciliation_id` integer NOT NULL,
	`user_id` integer,
	`object_id` text NOT NULL,
	`field` text NOT NULL,
	`local_value` text,
	`stripe_value` text,
	`found_at` integer NOT NULL,
	`repaired_at` integer,
	FOREIGN KEY (`reconciliation_id`) REFERENCES `reconciliations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `billing_drifts_run` ON `billing_drifts` (`reconciliation_id`);--> statement-breakpoint
CREATE INDEX `billing_drifts_found` ON `billing_drifts` (`found_at`);--> statement-breakpoint
CREATE TABLE `checkout_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`plan_name` text NOT NULL,
	`price_id` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`session_id` text,
	`url` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "checkout_attempts_status" CHECK("checkout_attempts"."status" IN ('open', 'complete', 'expired', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_attempts_session_id_unique` ON `checkout_attempts` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_attempts_one_open` ON `checkout_attempts` (`user_id`,`product_id`) WHERE "checkout_attempts"."status" = 'open';--> statement-breakpoint
CREATE INDEX `checkout_attempts_user` ON `checkout_attempts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`number` text,
	`customer_id` text NOT NULL,
	`user_id` integer,
	`stripe_subscription_id` text,
	`product_id` integer,
	`plan_name` text,
	`status` text NOT NULL,
	`billing_reason` text NOT NULL,
	`currency` text NOT NULL,
	`total` integer NOT NULL,
	`amount_due` integer NOT NULL,
	`amount_paid` integer NOT NULL,
	`amount_refunded` integer DEFAULT 0 NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_payment_attempt` integer,
	`hosted_url` text,
	`pdf_url` text,
	`receipt_url` text,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`synced_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_status" CHECK("invoices"."status" IN ('draft', 'open', 'paid', 'uncollectible', 'void'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_stripe_invoice_id_unique` ON `invoices` (`stripe_invoice_id`);--> statement-breakpoint
CREATE INDEX `invoices_user` ON `invoices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invoices_subscription` ON `invoices` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `invoices_paid` ON `invoices` (`paid_at`);--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`actor_id` integer,
	`checked` integer DEFAULT 0 NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `stripe_customers` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_customer_id_unique` ON `stripe_customers` (`customer_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`customer_id` text,
	`status` text DEFAULT 'received' NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`applied_at` integer,
	CONSTRAINT "stripe_events_status" CHECK("stripe_events"."status" IN ('received', 'applied', 'failed', 'ignored'))
);
--> statement-breakpoint
CREATE INDEX `stripe_events_due` ON `stripe_events` (`next_attempt_at`,`received_at`) WHERE "stripe_events"."status" IN ('received', 'failed');--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_object` ON `stripe_events` (`object_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_subscription_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`user_id` integer,
	`product_id` integer NOT NULL,
	`plan_name` text NOT NULL,
	`price_id` text NOT NULL,
	`status` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`cancel_at` integer,
	`canceled_at` integer,
	`ended_at` integer,
	`pending_plan_name` text,
	`pending_at` integer,
	`unpaid_upgrade_invoice_id` text,
	`created_at` integer NOT NULL,
	`synced_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled', 'paused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`product_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_status_index` ON `subscriptions` (`status`,`current_period_end`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `dedupe_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_dedupe_key_unique` ON `audit_log` (`dedupe_key`);