-- Columns are renamed in place. Only the two tables with a changed CHECK are built anew.
ALTER TABLE `sign_in_challenges` RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE `sign_in_challenges` RENAME COLUMN "foreign_tries" TO "foreign_attempts";--> statement-breakpoint
ALTER TABLE `blogs` RENAME COLUMN "is_description_own" TO "is_description_custom";--> statement-breakpoint
ALTER TABLE `drafts` RENAME COLUMN "session" TO "client_id";--> statement-breakpoint
ALTER TABLE `revisions` RENAME COLUMN "words" TO "word_count";--> statement-breakpoint
ALTER TABLE `revisions` RENAME COLUMN "words_gone" TO "removed_character_count";--> statement-breakpoint
ALTER TABLE `revisions` RENAME COLUMN "session" TO "client_id";--> statement-breakpoint
ALTER TABLE `site_state` RENAME COLUMN "held_release" TO "pinned_release";--> statement-breakpoint
ALTER TABLE `outbox` RENAME COLUMN "sealed" TO "encrypted_secret";--> statement-breakpoint
DROP INDEX `drafts_session`;--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_client` ON `drafts` (`kind`,`client_id`);--> statement-breakpoint
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
	CONSTRAINT "publish_jobs_kind" CHECK("__new_publish_jobs"."kind" IN ('blog', 'category', 'rebuild', 'schedule')),
	CONSTRAINT "publish_jobs_status" CHECK("__new_publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
-- The ids of jobs that were deleted must not be given again.
INSERT INTO `sqlite_sequence` ("name", "seq") SELECT '__new_publish_jobs', "seq" FROM `sqlite_sequence` WHERE "name" = 'publish_jobs';--> statement-breakpoint
INSERT INTO `__new_publish_jobs`("id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds") SELECT "id", iif("kind" = 'clock', 'schedule', "kind"), "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds" FROM `publish_jobs`;--> statement-breakpoint
DROP TABLE `publish_jobs`;--> statement-breakpoint
ALTER TABLE `__new_publish_jobs` RENAME TO `publish_jobs`;--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');--> statement-breakpoint
CREATE TABLE `__new_release_entries` (
	`path` text NOT NULL,
	`from_release` integer NOT NULL,
	`to_release` integer,
	`status` integer NOT NULL,
	`hash` text,
	`location` text,
	`content_type` text NOT NULL,
	`policy_id` integer,
	`input_hash` text NOT NULL,
	`post_ids` text NOT NULL,
	`valid_until` integer,
	PRIMARY KEY(`path`, `from_release`),
	FOREIGN KEY (`from_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`policy_id`) REFERENCES `content_policies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "release_entries_hash_or_location" CHECK(("__new_release_entries"."hash" IS NULL) <> ("__new_release_entries"."location" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_release_entries`("path", "from_release", "to_release", "status", "hash", "location", "content_type", "policy_id", "input_hash", "post_ids", "valid_until") SELECT "path", "from_release", "to_release", "status", "hash", "location", "content_type", "policy_id", "inputs", "shows", "valid_until" FROM `release_entries`;--> statement-breakpoint
DROP TABLE `release_entries`;--> statement-breakpoint
ALTER TABLE `__new_release_entries` RENAME TO `release_entries`;--> statement-breakpoint
CREATE UNIQUE INDEX `release_entries_current` ON `release_entries` (`path`) WHERE "release_entries"."to_release" IS NULL;--> statement-breakpoint
CREATE INDEX `release_entries_to` ON `release_entries` (`to_release`);
