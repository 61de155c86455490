CREATE TABLE `purges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`release_id` integer NOT NULL,
	`paths` text,
	`published_at` integer NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_status_code` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	CONSTRAINT "purges_status" CHECK("purges"."status" IN ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `purges_open` ON `purges` (`id`) WHERE "purges"."status" <> 'delivered';