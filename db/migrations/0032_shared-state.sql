CREATE TABLE `open_editors` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`, `client_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "open_editors_kind" CHECK("open_editors"."kind" IN ('blog', 'document'))
);
--> statement-breakpoint
CREATE INDEX `open_editors_seen` ON `open_editors` (`seen_at`);--> statement-breakpoint
CREATE INDEX `open_editors_user` ON `open_editors` (`user_id`);--> statement-breakpoint
CREATE TABLE `stripe_check` (
	`id` integer PRIMARY KEY NOT NULL,
	`report` text,
	`running` text,
	`woken_at` integer,
	CONSTRAINT "stripe_check_one_row" CHECK("stripe_check"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `stripe_price_checks` (
	`key` text PRIMARY KEY NOT NULL,
	`difference` text
);
--> statement-breakpoint
CREATE TABLE `stripe_refusals` (
	`event_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`refused_at` integer NOT NULL,
	CONSTRAINT "stripe_refusals_reason" CHECK("stripe_refusals"."reason" IN ('signature', 'timestamp', 'mode'))
);
--> statement-breakpoint
CREATE INDEX `stripe_refusals_refused` ON `stripe_refusals` (`refused_at`);--> statement-breakpoint
CREATE TABLE `upload_intents` (
	`hash` text PRIMARY KEY NOT NULL,
	`names` text NOT NULL,
	`owner` text NOT NULL,
	`expires_at` integer NOT NULL
);
