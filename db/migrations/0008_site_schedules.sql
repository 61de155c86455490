CREATE TABLE `site_schedules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`publish_at` integer NOT NULL,
	`parts` text NOT NULL,
	`error` text,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "site_schedules_state" CHECK("site_schedules"."state" IN ('waiting', 'published', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `site_schedules_due` ON `site_schedules` (`state`,`publish_at`);