DROP INDEX `blogs_public`;--> statement-breakpoint
ALTER TABLE `blogs` ADD `meta_title` text;--> statement-breakpoint
ALTER TABLE `blogs` ADD `meta_description` text;--> statement-breakpoint
ALTER TABLE `blogs` ADD `canonical_url` text;--> statement-breakpoint
ALTER TABLE `blogs` ADD `social_image_id` integer REFERENCES uploads(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `blogs_public` ON `blogs` (`published_at`,`id`,`slug`,`title`,`revision`,`updated_at`,`cover_id`,`social_image_id`,`canonical_url`) WHERE "blogs"."status" = 'published';