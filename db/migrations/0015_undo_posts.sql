PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_undo_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`snapshot` text,
	CONSTRAINT "undo_actions_kind" CHECK("__new_undo_actions"."kind" IN ('waiting_list.invited', 'waiting_list.rejected', 'waiting_list.deleted', 'user.blacklisted', 'user.unblacklisted', 'user.deleted', 'publication.decided', 'blog.changed', 'blog.trashed', 'document.deleted'))
);
--> statement-breakpoint
INSERT INTO `__new_undo_actions`("id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot") SELECT "id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot" FROM `undo_actions`;--> statement-breakpoint
DROP TABLE `undo_actions`;--> statement-breakpoint
ALTER TABLE `__new_undo_actions` RENAME TO `undo_actions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `undo_actions_open` ON `undo_actions` (`undo_until`) WHERE "undo_actions"."snapshot" IS NOT NULL;