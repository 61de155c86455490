CREATE TABLE `legal_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`page_id` integer NOT NULL,
	`version` text NOT NULL,
	`fields` text NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`page_id`) REFERENCES `site_parts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `legal_versions_version` ON `legal_versions` (`page_id`,`version`);