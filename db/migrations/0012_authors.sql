CREATE TABLE `author_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`author_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `authors`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `author_slugs_author` ON `author_slugs` (`author_id`);--> statement-breakpoint
CREATE TABLE `authors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`bio` text NOT NULL,
	`links` text NOT NULL,
	`image_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`image_id`) REFERENCES `uploads`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "authors_name_length" CHECK(length("authors"."name") BETWEEN 1 AND 100),
	CONSTRAINT "authors_slug" CHECK(length("authors"."slug") BETWEEN 1 AND 80 AND "authors"."slug" NOT GLOB '*[^a-z0-9-]*' AND "authors"."slug" NOT GLOB '-*' AND "authors"."slug" NOT GLOB '*-' AND "authors"."slug" NOT GLOB '*--*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `authors_slug_unique` ON `authors` (`slug`);--> statement-breakpoint
CREATE TABLE `blog_authors` (
	`blog_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`blog_id`, `author_id`),
	FOREIGN KEY (`blog_id`) REFERENCES `blogs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `authors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blog_authors_author` ON `blog_authors` (`author_id`,`blog_id`);