PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_publish_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer,
	`reason` text NOT NULL,
	`user_id` integer,
	`status` text DEFAULT 'queued' NOT NULL,
	`release_id` integer,
	`paths` text,
	`removed_count` integer DEFAULT 0 NOT NULL,
	`failed_path` text,
	`error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`milliseconds` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`release_id`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "publish_jobs_kind" CHECK("__new_publish_jobs"."kind" IN ('blog', 'category', 'lists', 'documents', 'publication', 'redirects', 'site', 'rebuild', 'schedule')),
	CONSTRAINT "publish_jobs_status" CHECK("__new_publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_publish_jobs`("id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds") SELECT "id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds" FROM `publish_jobs`;--> statement-breakpoint
DROP TABLE `publish_jobs`;--> statement-breakpoint
ALTER TABLE `__new_publish_jobs` RENAME TO `publish_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');--> statement-breakpoint
ALTER TABLE `products` ADD `document_readers` text DEFAULT 'users' NOT NULL;