PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_undo_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`snapshot` text,
	CONSTRAINT "undo_actions_kind" CHECK("__new_undo_actions"."kind" IN ('waiting_list.invited', 'waiting_list.rejected', 'waiting_list.deleted', 'user.blacklisted', 'user.unblacklisted', 'user.deleted', 'user.changed', 'user.role_changed', 'publication.decided', 'blog.changed', 'blog.trashed', 'document.deleted'))
);
--> statement-breakpoint
INSERT INTO `__new_undo_actions`("id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot") SELECT "id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot" FROM `undo_actions`;--> statement-breakpoint
DROP TABLE `undo_actions`;--> statement-breakpoint
ALTER TABLE `__new_undo_actions` RENAME TO `undo_actions`;--> statement-breakpoint
CREATE INDEX `undo_actions_open` ON `undo_actions` (`undo_until`) WHERE "undo_actions"."snapshot" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`role` text DEFAULT 'user' NOT NULL,
	`auth_provider` text DEFAULT 'email' NOT NULL,
	`is_email_verified` integer DEFAULT true NOT NULL,
	`profile_photo` text,
	`taxmate_program` text DEFAULT 'Normal' NOT NULL,
	`is_blacklisted` integer DEFAULT false NOT NULL,
	`blacklist_reason` text,
	`blacklisted_until` integer,
	`last_sign_in_at` integer,
	`delete_after` integer,
	`deletion_error` text,
	`deletion_attempts` integer DEFAULT 0 NOT NULL,
	`deletion_actor_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_taxmate_program" CHECK("__new_users"."taxmate_program" IN ('Alpha', 'Beta', 'Normal')),
	CONSTRAINT "users_email" CHECK("__new_users"."email" = lower("__new_users"."email") AND length("__new_users"."email") BETWEEN 3 AND 254),
	CONSTRAINT "users_blacklist_has_reason" CHECK(NOT "__new_users"."is_blacklisted" OR length("__new_users"."blacklist_reason") > 0)
);
--> statement-breakpoint
INSERT INTO `sqlite_sequence` ("name", "seq") SELECT '__new_users', "seq" FROM `sqlite_sequence` WHERE "name" = 'users';--> statement-breakpoint
INSERT INTO `__new_users`("id", "email", "first_name", "last_name", "role", "auth_provider", "is_email_verified", "profile_photo", "taxmate_program", "is_blacklisted", "blacklist_reason", "blacklisted_until", "last_sign_in_at", "delete_after", "deletion_error", "deletion_attempts", "deletion_actor_id", "created_at", "updated_at") SELECT "id", "email", "first_name", "last_name", "role", "auth_provider", "is_email_verified", "profile_photo", "taxmate_program", "is_blacklisted", "blacklist_reason", "blacklisted_until", "last_sign_in_at", "delete_after", "deletion_error", "deletion_attempts", "deletion_actor_id", "created_at", "updated_at" FROM `users`;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`,`id`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_email` ON `users` (`email`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_sign_in` ON `users` (`last_sign_in_at`,`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_creation` ON `users` (`created_at`,`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_blacklisted` ON `users` (`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`) WHERE "users"."is_blacklisted";--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`delete_after`) WHERE "users"."delete_after" IS NOT NULL;--> statement-breakpoint
-- Dropped with the old table; its search index has stayed.
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `users_search` (`rowid`, `email`, `name`) VALUES (new.`id`, new.`email`, trim(coalesce(new.`first_name`, '') || ' ' || coalesce(new.`last_name`, '')));
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF `email`, `first_name`, `last_name` ON `users` BEGIN
	UPDATE `users_search` SET `email` = new.`email`, `name` = trim(coalesce(new.`first_name`, '') || ' ' || coalesce(new.`last_name`, '')) WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `users_search_delete` AFTER DELETE ON `users` BEGIN
	DELETE FROM `users_search` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
PRAGMA foreign_keys=ON;
