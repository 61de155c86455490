CREATE TABLE `blacklisted_addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`scope` text NOT NULL,
	`hash` text NOT NULL,
	`base_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`undo_id` text,
	CONSTRAINT "blacklisted_addresses_scope" CHECK("blacklisted_addresses"."scope" IN ('address', 'base_address', 'domain'))
);
--> statement-breakpoint
CREATE INDEX `blacklisted_addresses_hash` ON `blacklisted_addresses` (`hash`);--> statement-breakpoint
CREATE INDEX `blacklisted_addresses_base` ON `blacklisted_addresses` (`base_hash`);--> statement-breakpoint
CREATE INDEX `blacklisted_addresses_user` ON `blacklisted_addresses` (`user_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_undo_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`snapshot` text,
	CONSTRAINT "undo_actions_kind" CHECK("__new_undo_actions"."kind" IN ('waiting_list.invited', 'waiting_list.rejected', 'waiting_list.deleted', 'user.blacklisted', 'user.unblacklisted', 'user.deleted', 'user.changed', 'publication.decided', 'blog.changed', 'blog.trashed', 'document.deleted'))
);
--> statement-breakpoint
INSERT INTO `__new_undo_actions`("id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot") SELECT "id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot" FROM `undo_actions`;--> statement-breakpoint
DROP TABLE `undo_actions`;--> statement-breakpoint
ALTER TABLE `__new_undo_actions` RENAME TO `undo_actions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `undo_actions_open` ON `undo_actions` (`undo_until`) WHERE "undo_actions"."snapshot" IS NOT NULL;