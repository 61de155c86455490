ALTER TABLE `authors` ADD `user_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `authors_user_id_unique` ON `authors` (`user_id`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `review_state` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `review_note` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `review_at` integer;--> statement-breakpoint
ALTER TABLE `drafts` ADD `submitted_by` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `drafts` ADD `reviewed_by` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `drafts_review` ON `drafts` (`review_state`,`review_at`) WHERE "drafts"."review_state" IS NOT NULL;