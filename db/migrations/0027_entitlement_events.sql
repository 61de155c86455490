CREATE TABLE `entitlement_timers` (
	`user_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `due_at`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `entitlement_timers_due` ON `entitlement_timers` (`due_at`);--> statement-breakpoint
CREATE TABLE `entitlement_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `plan_broadcasts` (
	`subject` text PRIMARY KEY NOT NULL,
	`told` text NOT NULL,
	`after_user_id` integer
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_subscription_webhooks` (
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
	CONSTRAINT "subscription_webhooks_status" CHECK("__new_subscription_webhooks"."status" IN ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_subscription_webhooks`("id", "event_id", "type", "endpoint_id", "subscription_id", "user_id", "entitlement", "status", "attempts", "next_attempt_at", "last_status_code", "last_error", "created_at", "delivered_at") SELECT "id", "event_id", "type", "endpoint_id", "subscription_id", "user_id", "entitlement", "status", "attempts", "next_attempt_at", "last_status_code", "last_error", "created_at", "delivered_at" FROM `subscription_webhooks`;--> statement-breakpoint
DROP TABLE `subscription_webhooks`;--> statement-breakpoint
ALTER TABLE `__new_subscription_webhooks` RENAME TO `subscription_webhooks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_webhooks_event_id_unique` ON `subscription_webhooks` (`event_id`);--> statement-breakpoint
CREATE INDEX `subscription_webhooks_due` ON `subscription_webhooks` (`next_attempt_at`,`id`) WHERE "subscription_webhooks"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `subscription_webhooks_order` ON `subscription_webhooks` (`endpoint_id`,`subscription_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscription_webhooks_delivered` ON `subscription_webhooks` (`delivered_at`);--> statement-breakpoint
INSERT INTO `entitlement_timers` (`user_id`, `due_at`) SELECT `id`, `blacklisted_until` FROM `users` WHERE `is_blacklisted` AND `blacklisted_until` > unixepoch() * 1000;
