CREATE TABLE `blog_tags` (
	`blog_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`blog_id`, `tag_id`),
	FOREIGN KEY (`blog_id`) REFERENCES `blogs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blog_tags_tag` ON `blog_tags` (`tag_id`,`blog_id`);--> statement-breakpoint
CREATE TABLE `tag_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`tag_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `tag_slugs_tag` ON `tag_slugs` (`tag_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "tags_name_length" CHECK(length("tags"."name") BETWEEN 1 AND 60),
	CONSTRAINT "tags_slug" CHECK(length("tags"."slug") BETWEEN 1 AND 80 AND "tags"."slug" NOT GLOB '*[^a-z0-9-]*' AND "tags"."slug" NOT GLOB '-*' AND "tags"."slug" NOT GLOB '*-' AND "tags"."slug" NOT GLOB '*--*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_slug_unique` ON `tags` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name_unique` ON `tags` (lower("name"));--> statement-breakpoint
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
	CONSTRAINT "publish_jobs_kind" CHECK("__new_publish_jobs"."kind" IN ('blog', 'category', 'lists', 'publication', 'redirects', 'site', 'rebuild', 'schedule')),
	CONSTRAINT "publish_jobs_status" CHECK("__new_publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_publish_jobs`("id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds") SELECT "id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds" FROM `publish_jobs`;--> statement-breakpoint
DROP TABLE `publish_jobs`;--> statement-breakpoint
ALTER TABLE `__new_publish_jobs` RENAME TO `publish_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');