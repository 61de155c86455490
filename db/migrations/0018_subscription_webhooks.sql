CREATE TABLE `subscription_webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`endpoint_id` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`user_id` integer,
	`entitlement` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_status_code` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "subscription_webhooks_type" CHECK("subscription_webhooks"."type" IN ('subscription.started', 'subscription.changed', 'subscription.ended', 'webhook.test')),
	CONSTRAINT "subscription_webhooks_status" CHECK("subscription_webhooks"."status" IN ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_webhooks_event_id_unique` ON `subscription_webhooks` (`event_id`);--> statement-breakpoint
CREATE INDEX `subscription_webhooks_due` ON `subscription_webhooks` (`next_attempt_at`,`id`) WHERE "subscription_webhooks"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `subscription_webhooks_order` ON `subscription_webhooks` (`endpoint_id`,`subscription_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscription_webhooks_delivered` ON `subscription_webhooks` (`delivered_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`product_id` integer,
	`secret` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_user` ON `webhook_endpoints` (`user_id`);