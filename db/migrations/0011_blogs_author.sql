DROP INDEX `blogs_manager`;--> statement-breakpoint
CREATE INDEX `blogs_manager` ON `blogs` (`trashed_at`,`status`,`updated_at`,`published_at`,`title`,`author_name`,`id`);