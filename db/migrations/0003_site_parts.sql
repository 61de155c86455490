CREATE TABLE `site_parts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`fields` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "site_parts_kind" CHECK("site_parts"."kind" IN ('settings', 'navigation', 'page', 'product', 'plan'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_parts_single` ON `site_parts` (`kind`) WHERE "site_parts"."kind" IN ('settings', 'navigation');--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_drafts` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`fields` text NOT NULL,
	`content` text NOT NULL,
	`version` integer NOT NULL,
	`base_revision` integer NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "drafts_kind" CHECK("__new_drafts"."kind" IN ('blog', 'document', 'settings', 'navigation', 'page', 'product', 'plan'))
);
--> statement-breakpoint
INSERT INTO `__new_drafts`("kind", "subject_id", "fields", "content", "version", "base_revision", "client_id", "user_id", "created_at", "updated_at") SELECT "kind", "subject_id", "fields", "content", "version", "base_revision", "client_id", "user_id", "created_at", "updated_at" FROM `drafts`;--> statement-breakpoint
DROP TABLE `drafts`;--> statement-breakpoint
ALTER TABLE `__new_drafts` RENAME TO `drafts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_client` ON `drafts` (`kind`,`client_id`);--> statement-breakpoint
CREATE TABLE `__new_open_editors` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`, `client_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "open_editors_kind" CHECK("__new_open_editors"."kind" IN ('blog', 'document', 'settings', 'navigation', 'page', 'product', 'plan'))
);
--> statement-breakpoint
INSERT INTO `__new_open_editors`("kind", "subject_id", "client_id", "user_id", "seen_at") SELECT "kind", "subject_id", "client_id", "user_id", "seen_at" FROM `open_editors`;--> statement-breakpoint
DROP TABLE `open_editors`;--> statement-breakpoint
ALTER TABLE `__new_open_editors` RENAME TO `open_editors`;--> statement-breakpoint
CREATE INDEX `open_editors_seen` ON `open_editors` (`seen_at`);--> statement-breakpoint
CREATE INDEX `open_editors_user` ON `open_editors` (`user_id`);--> statement-breakpoint
CREATE TABLE `__new_revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`number` integer NOT NULL,
	`reason` text NOT NULL,
	`fields` text NOT NULL,
	`content` text NOT NULL,
	`word_count` integer DEFAULT 0 NOT NULL,
	`removed_character_count` integer DEFAULT 0 NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "revisions_kind" CHECK("__new_revisions"."kind" IN ('blog', 'document', 'settings', 'navigation', 'page', 'product', 'plan')),
	CONSTRAINT "revisions_reason" CHECK("__new_revisions"."reason" IN ('draft', 'published', 'replaced', 'links'))
);
--> statement-breakpoint
INSERT INTO `__new_revisions`("id", "kind", "subject_id", "number", "reason", "fields", "content", "word_count", "removed_character_count", "client_id", "user_id", "created_at", "updated_at") SELECT "id", "kind", "subject_id", "number", "reason", "fields", "content", "word_count", "removed_character_count", "client_id", "user_id", "created_at", "updated_at" FROM `revisions`;--> statement-breakpoint
DROP TABLE `revisions`;--> statement-breakpoint
ALTER TABLE `__new_revisions` RENAME TO `revisions`;--> statement-breakpoint
CREATE UNIQUE INDEX `revisions_number` ON `revisions` (`kind`,`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `revisions_user` ON `revisions` (`user_id`);--> statement-breakpoint
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
	CONSTRAINT "publish_jobs_kind" CHECK("__new_publish_jobs"."kind" IN ('blog', 'category', 'publication', 'redirects', 'site', 'rebuild', 'schedule')),
	CONSTRAINT "publish_jobs_status" CHECK("__new_publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_publish_jobs`("id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds") SELECT "id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds" FROM `publish_jobs`;--> statement-breakpoint
DROP TABLE `publish_jobs`;--> statement-breakpoint
ALTER TABLE `__new_publish_jobs` RENAME TO `publish_jobs`;--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');--> statement-breakpoint
CREATE TABLE `__new_upload_uses` (
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`is_draft` integer NOT NULL,
	PRIMARY KEY(`hash`, `kind`, `subject_id`, `is_draft`),
	CONSTRAINT "upload_uses_kind" CHECK("__new_upload_uses"."kind" IN ('blog', 'document', 'settings', 'navigation', 'page', 'product', 'plan'))
);
--> statement-breakpoint
INSERT INTO `__new_upload_uses`("hash", "kind", "subject_id", "is_draft") SELECT "hash", "kind", "subject_id", "is_draft" FROM `upload_uses`;--> statement-breakpoint
DROP TABLE `upload_uses`;--> statement-breakpoint
ALTER TABLE `__new_upload_uses` RENAME TO `upload_uses`;--> statement-breakpoint
CREATE INDEX `upload_uses_subject` ON `upload_uses` (`kind`,`subject_id`);