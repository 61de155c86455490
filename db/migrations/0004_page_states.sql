PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_site_parts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'live' NOT NULL,
	`fields` text NOT NULL,
	`title` text GENERATED ALWAYS AS (json_extract(fields, '$.title')) VIRTUAL,
	`address` text GENERATED ALWAYS AS (json_extract(fields, '$.address')) VIRTUAL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "site_parts_state" CHECK("__new_site_parts"."state" IN ('new', 'live', 'deleted')),
	CONSTRAINT "site_parts_kind" CHECK("__new_site_parts"."kind" IN ('settings', 'navigation', 'page', 'product', 'plan'))
);
--> statement-breakpoint
INSERT INTO `__new_site_parts`("id", "kind", "fields", "revision", "created_at", "updated_at") SELECT "id", "kind", "fields", "revision", "created_at", "updated_at" FROM `site_parts`;--> statement-breakpoint
DROP TABLE `site_parts`;--> statement-breakpoint
ALTER TABLE `__new_site_parts` RENAME TO `site_parts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `site_parts_single` ON `site_parts` (`kind`) WHERE "site_parts"."kind" IN ('settings', 'navigation');--> statement-breakpoint
CREATE UNIQUE INDEX `site_parts_address` ON `site_parts` (`address`) WHERE "site_parts"."kind" = 'page' AND "site_parts"."state" = 'live';