CREATE TABLE `blog_categories` (
	`blog_id` integer NOT NULL,
	`category_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`blog_id`, `category_id`),
	FOREIGN KEY (`blog_id`) REFERENCES `blogs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blog_categories_category` ON `blog_categories` (`category_id`,`blog_id`);--> statement-breakpoint
CREATE TABLE `blog_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`blog_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`blog_id`) REFERENCES `blogs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `blog_slugs_blog` ON `blog_slugs` (`blog_id`);--> statement-breakpoint
CREATE TABLE `blogs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`is_description_own` integer NOT NULL,
	`content` text NOT NULL,
	`content_text` text NOT NULL,
	`word_count` integer NOT NULL,
	`status` text NOT NULL,
	`published_at` integer,
	`author_name` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "blogs_status" CHECK("blogs"."status" IN ('draft', 'published', 'archived')),
	CONSTRAINT "blogs_slug" CHECK(length("blogs"."slug") BETWEEN 1 AND 80 AND "blogs"."slug" NOT GLOB '*[^a-z0-9-]*' AND "blogs"."slug" NOT GLOB '-*' AND "blogs"."slug" NOT GLOB '*-' AND "blogs"."slug" NOT GLOB '*--*'),
	CONSTRAINT "blogs_published_has_date" CHECK("blogs"."status" <> 'published' OR "blogs"."published_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blogs_slug_unique` ON `blogs` (`slug`);--> statement-breakpoint
CREATE INDEX `blogs_public` ON `blogs` (`published_at`,`id`) WHERE "blogs"."status" = 'published';--> statement-breakpoint
CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "categories_name_length" CHECK(length("categories"."name") BETWEEN 1 AND 80)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug_unique` ON `categories` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name_unique` ON `categories` (lower("name"));--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_name_unique` ON `products` (`name`);--> statement-breakpoint
CREATE TABLE `content_policies` (
	`id` integer PRIMARY KEY NOT NULL,
	`policy` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_policies_policy_unique` ON `content_policies` (`policy`);--> statement-breakpoint
CREATE TABLE `publish_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer,
	`reason` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`release_id` integer,
	`paths` text,
	`failed_path` text,
	`error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`milliseconds` integer,
	FOREIGN KEY (`release_id`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "publish_jobs_kind" CHECK("publish_jobs"."kind" IN ('blog', 'category', 'rebuild', 'clock')),
	CONSTRAINT "publish_jobs_status" CHECK("publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');--> statement-breakpoint
CREATE TABLE `release_entries` (
	`path` text NOT NULL,
	`from_release` integer NOT NULL,
	`to_release` integer,
	`status` integer NOT NULL,
	`hash` text,
	`location` text,
	`content_type` text NOT NULL,
	`policy_id` integer,
	`inputs` text NOT NULL,
	`shows` text NOT NULL,
	`valid_until` integer,
	PRIMARY KEY(`path`, `from_release`),
	FOREIGN KEY (`from_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`policy_id`) REFERENCES `content_policies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "release_entries_answer" CHECK(("release_entries"."hash" IS NULL) <> ("release_entries"."location" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_entries_current` ON `release_entries` (`path`) WHERE "release_entries"."to_release" IS NULL;--> statement-breakpoint
CREATE INDEX `release_entries_to` ON `release_entries` (`to_release`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`note` text NOT NULL,
	`build_id` text NOT NULL,
	`pages_changed` integer NOT NULL,
	`pages_total` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "releases_kind" CHECK("releases"."kind" IN ('publish', 'refresh', 'build', 'restore'))
);
--> statement-breakpoint
CREATE TABLE `site_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`current_release` integer,
	`held_release` integer,
	FOREIGN KEY (`current_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "site_state_one_row" CHECK("site_state"."id" = 1)
);
