DROP INDEX `blogs_changed`;--> statement-breakpoint
CREATE INDEX `blogs_manager` ON `blogs` (`trashed_at`,`status`,`updated_at`,`published_at`,`title`,`id`);--> statement-breakpoint
ALTER TABLE `revisions` ADD `words` integer DEFAULT 0 NOT NULL;