CREATE TABLE `closed_month_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`closed_month_id` integer NOT NULL,
	`position` integer NOT NULL,
	`row` text NOT NULL,
	FOREIGN KEY (`closed_month_id`) REFERENCES `closed_months`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closed_month_rows_position` ON `closed_month_rows` (`closed_month_id`,`position`);--> statement-breakpoint
CREATE TABLE `closed_months` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`month` text NOT NULL,
	`time_zone` text NOT NULL,
	`figures` text NOT NULL,
	`digest` text NOT NULL,
	`closed_at` integer NOT NULL,
	`closed_by` integer NOT NULL,
	`closed_by_name` text NOT NULL,
	`reopened_at` integer,
	`reopened_by` integer,
	`reopen_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closed_months_one` ON `closed_months` (`month`) WHERE "closed_months"."reopened_at" IS NULL;--> statement-breakpoint
CREATE TABLE `month_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`month` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`compared` integer DEFAULT 0 NOT NULL,
	`differences` text,
	`digest` text,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `month_checks_month` ON `month_checks` (`month`,`started_at`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancellation_feedback` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancellation_comment` text;