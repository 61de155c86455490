CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`section_id` integer,
	`content` text NOT NULL,
	`content_text` text NOT NULL,
	`status` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`section_id`) REFERENCES `sections`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_status" CHECK("documents"."status" IN ('draft', 'published')),
	CONSTRAINT "documents_title" CHECK(length("documents"."title") BETWEEN 1 AND 200)
);
--> statement-breakpoint
CREATE INDEX `documents_section` ON `documents` (`section_id`,`position`);--> statement-breakpoint
CREATE TABLE `sections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`product_id` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sections_name" CHECK(length("sections"."name") BETWEEN 1 AND 120)
);
--> statement-breakpoint
CREATE INDEX `sections_product` ON `sections` (`product_id`,`position`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`fields` text NOT NULL,
	`content` text NOT NULL,
	`version` integer NOT NULL,
	`base_revision` integer NOT NULL,
	`session` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "drafts_kind" CHECK("drafts"."kind" IN ('blog', 'document'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_session` ON `drafts` (`kind`,`session`);--> statement-breakpoint
CREATE TABLE `revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`number` integer NOT NULL,
	`reason` text NOT NULL,
	`fields` text NOT NULL,
	`content` text NOT NULL,
	`session` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "revisions_kind" CHECK("revisions"."kind" IN ('blog', 'document')),
	CONSTRAINT "revisions_reason" CHECK("revisions"."reason" IN ('draft', 'published', 'replaced', 'links'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `revisions_number` ON `revisions` (`kind`,`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `revisions_user` ON `revisions` (`user_id`);--> statement-breakpoint
CREATE TABLE `upload_uses` (
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`is_draft` integer NOT NULL,
	PRIMARY KEY(`hash`, `kind`, `subject_id`, `is_draft`),
	CONSTRAINT "upload_uses_kind" CHECK("upload_uses"."kind" IN ('blog', 'document'))
);
--> statement-breakpoint
CREATE INDEX `upload_uses_subject` ON `upload_uses` (`kind`,`subject_id`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`content_type` text NOT NULL,
	`url` text NOT NULL,
	`width` integer,
	`height` integer,
	`bytes` integer NOT NULL,
	`name` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`files` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "uploads_kind" CHECK("uploads"."kind" IN ('image', 'video'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_hash_unique` ON `uploads` (`hash`);--> statement-breakpoint
CREATE INDEX `uploads_created` ON `uploads` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `blogs` ADD `cover_id` integer REFERENCES uploads(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `blogs` ADD `first_published_at` integer;--> statement-breakpoint
ALTER TABLE `blogs` ADD `trashed_at` integer;--> statement-breakpoint
CREATE INDEX `blogs_changed` ON `blogs` (`updated_at`,`id`);--> statement-breakpoint
ALTER TABLE `products` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `publish_jobs` ADD `user_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `releases` ADD `user_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
UPDATE `blogs` SET `first_published_at` = `published_at` WHERE `status` <> 'draft';
