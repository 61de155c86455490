PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_uploads` (
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
	CONSTRAINT "uploads_kind" CHECK("__new_uploads"."kind" IN ('image', 'video', 'audio', 'file'))
);
--> statement-breakpoint
INSERT INTO `__new_uploads`("id", "hash", "kind", "content_type", "url", "width", "height", "bytes", "name", "alt", "files", "user_id", "created_at") SELECT "id", "hash", "kind", "content_type", "url", "width", "height", "bytes", "name", "alt", "files", "user_id", "created_at" FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_hash_unique` ON `uploads` (`hash`);--> statement-breakpoint
CREATE INDEX `uploads_created` ON `uploads` (`created_at`,`id`);