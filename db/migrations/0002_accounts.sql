CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor_id` integer,
	`subject` text NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`audience` text,
	`user_agent` text NOT NULL,
	`ip` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`browser_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`link_hash` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`foreign_tries` integer DEFAULT 0 NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_challenges_link_hash_unique` ON `sign_in_challenges` (`link_hash`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_email` ON `sign_in_challenges` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_expiry` ON `sign_in_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dedupe_key` text NOT NULL,
	`kind` text NOT NULL,
	`to_email` text NOT NULL,
	`to_name` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`sealed` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	CONSTRAINT "outbox_status" CHECK("outbox"."status" IN ('queued', 'sent', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE TABLE `consents` (
	`user_id` integer NOT NULL,
	`document` text NOT NULL,
	`version` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `document`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "consents_document" CHECK("consents"."document" IN ('terms', 'privacy'))
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`role` text DEFAULT 'user' NOT NULL,
	`auth_provider` text DEFAULT 'email' NOT NULL,
	`is_email_verified` integer DEFAULT true NOT NULL,
	`profile_photo` text,
	`taxmate_program` text DEFAULT 'Normal' NOT NULL,
	`is_blacklisted` integer DEFAULT false NOT NULL,
	`blacklist_reason` text,
	`blacklisted_until` integer,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_role" CHECK("users"."role" IN ('user', 'admin')),
	CONSTRAINT "users_taxmate_program" CHECK("users"."taxmate_program" IN ('Alpha', 'Beta', 'Normal')),
	CONSTRAINT "users_email" CHECK("users"."email" = lower("users"."email") AND length("users"."email") BETWEEN 3 AND 254),
	CONSTRAINT "users_blacklist_has_reason" CHECK(NOT "users"."is_blacklisted" OR length("users"."blacklist_reason") > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`id`) WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE TABLE `waiting_list_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`product_id` integer NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`intent` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`invited_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_list_entries_status" CHECK("waiting_list_entries"."status" IN ('pending', 'invited', 'rejected')),
	CONSTRAINT "waiting_list_entries_email" CHECK("waiting_list_entries"."email" = lower("waiting_list_entries"."email")),
	CONSTRAINT "waiting_list_entries_invited" CHECK("waiting_list_entries"."status" <> 'invited' OR "waiting_list_entries"."invited_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_list_entries_public_id_unique` ON `waiting_list_entries` (`public_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_list_entries_one_each` ON `waiting_list_entries` (`email`,`product_id`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_order` ON `waiting_list_entries` (`product_id`,`status`,`created_at`,`id`);