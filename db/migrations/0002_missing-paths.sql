CREATE TABLE `missing_paths` (
	`path` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`first_asked_at` integer NOT NULL,
	`last_asked_at` integer NOT NULL,
	`is_probe` integer NOT NULL,
	`ignored_at` integer
);
--> statement-breakpoint
CREATE INDEX `missing_paths_last` ON `missing_paths` (`last_asked_at`);