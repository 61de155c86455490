CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_dispute_id` text NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stripe_invoice_id`) REFERENCES `invoices`(`stripe_invoice_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "disputes_status" CHECK("disputes"."status" IN ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_stripe_dispute_id_unique` ON `disputes` (`stripe_dispute_id`);--> statement-breakpoint
CREATE INDEX `disputes_invoice` ON `disputes` (`stripe_invoice_id`);--> statement-breakpoint
CREATE INDEX `disputes_created` ON `disputes` (`created_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_refund_id` text NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`failure_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stripe_invoice_id`) REFERENCES `invoices`(`stripe_invoice_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "refunds_status" CHECK("refunds"."status" IN ('pending', 'requires_action', 'succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_invoice` ON `refunds` (`stripe_invoice_id`);--> statement-breakpoint
CREATE INDEX `refunds_status_index` ON `refunds` (`status`,`created_at`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `amount_disputed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `unit_amount` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `quantity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `billing_interval` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `interval_count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `discounts` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancellation_reason` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pending_unit_amount` integer;--> statement-breakpoint
-- Invoices of other products of the same account, which were stored as ours: no line had a price of ours, and no subscription of
-- ours has them.
DELETE FROM `invoices` WHERE `product_id` IS NULL AND NOT EXISTS (
	SELECT 1 FROM `subscriptions` WHERE `subscriptions`.`stripe_subscription_id` = `invoices`.`stripe_subscription_id`
);
