CREATE TABLE `suppressed_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `undo_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`snapshot` text,
	CONSTRAINT "undo_actions_kind" CHECK("undo_actions"."kind" IN ('waiting_list.invited', 'waiting_list.rejected', 'waiting_list.deleted', 'user.blacklisted', 'user.deleted'))
);
--> statement-breakpoint
CREATE INDEX `undo_actions_open` ON `undo_actions` (`undo_until`) WHERE "undo_actions"."snapshot" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `blacklistings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` integer,
	`undo_id` text,
	`replaced_undo_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blacklistings_user` ON `blacklistings` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sign_in_totals` (
	`user_id` integer NOT NULL,
	`product_name` text NOT NULL,
	`sign_ins` integer DEFAULT 0 NOT NULL,
	`sign_outs` integer DEFAULT 0 NOT NULL,
	`first_sign_in_at` integer NOT NULL,
	`last_sign_in_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `product_name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dedupe_key` text NOT NULL,
	`kind` text NOT NULL,
	`to_email` text NOT NULL,
	`to_name` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`encrypted_secret` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`undo_id` text,
	CONSTRAINT "outbox_status" CHECK("__new_outbox"."status" IN ('queued', 'sent', 'expired', 'suppressed'))
);
--> statement-breakpoint
-- The ids of emails that were deleted must not be given again: Message-IDs hold them.
INSERT INTO `sqlite_sequence` ("name", "seq") SELECT '__new_outbox', "seq" FROM `sqlite_sequence` WHERE "name" = 'outbox';--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "dedupe_key", "kind", "to_email", "to_name", "data", "encrypted_secret", "status", "attempts", "next_attempt_at", "expires_at", "last_error", "created_at", "sent_at") SELECT "id", "dedupe_key", "kind", "to_email", "to_name", "data", "encrypted_secret", "status", "attempts", "next_attempt_at", "expires_at", "last_error", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (("kind" = 'sign-in-code'),`next_attempt_at`,`id`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_late` ON `outbox` (`expires_at`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_receiver` ON `outbox` (`to_email`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`,`id`,`to_email`,`status`,`kind`);--> statement-breakpoint
CREATE INDEX `outbox_status` ON `outbox` (`status`,`created_at`,`id`) WHERE "outbox"."status" <> 'queued';--> statement-breakpoint
CREATE INDEX `outbox_kind` ON `outbox` (`kind`,`created_at`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `outbox_queued` ON `outbox` (`created_at`,`id`,`attempts`,`next_attempt_at`,`undo_id`,`kind`,`to_email`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_undo` ON `outbox` (`undo_id`) WHERE "outbox"."undo_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `before` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `after` text;--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor_action` ON `audit_log` (`actor_id`,`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `delete_after` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_error` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_actor_id` integer;--> statement-breakpoint
DROP INDEX `users_admins`;--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`,`id`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_email` ON `users` (`email`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_sign_in` ON `users` (`last_sign_in_at`,`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_creation` ON `users` (`created_at`,`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_blacklisted` ON `users` (`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`) WHERE "users"."is_blacklisted";--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`delete_after`) WHERE "users"."delete_after" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `waiting_list_entries` ADD `undo_id` text;--> statement-breakpoint
ALTER TABLE `waiting_list_entries` ADD `signed_up_at` integer;--> statement-breakpoint
ALTER TABLE `waiting_list_entries` ADD `paid_at` integer;--> statement-breakpoint
ALTER TABLE `waiting_list_entries` ADD `invitation_email_id` integer;--> statement-breakpoint
ALTER TABLE `waiting_list_entries` ADD `invitation_status` text;--> statement-breakpoint
ALTER TABLE `waiting_list_entries` ADD `search_text` text GENERATED ALWAYS AS (lower("email" || char(10) || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `waiting_list_entries_counts` ON `waiting_list_entries` (`product_id`,`status`,`invitation_status`,`confirmed_at`,`signed_up_at`,`paid_at`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_first_name` ON `waiting_list_entries` (lower("first_name"),`id`,`product_id`,`status`,`invitation_status`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_search` ON `waiting_list_entries` (`search_text`,`id`,`product_id`,`status`,`invitation_status`,`created_at`,lower("first_name"));--> statement-breakpoint
CREATE INDEX `waiting_list_entries_created` ON `waiting_list_entries` (`created_at`,`id`,`product_id`,`status`,`invitation_status`);--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`to_email`,`last_error`) WHERE "outbox"."status" = 'expired';--> statement-breakpoint
CREATE INDEX `waiting_list_entries_intent` ON `waiting_list_entries` (`product_id`,`created_at`,`id`) WHERE "waiting_list_entries"."status" = 'pending' AND "waiting_list_entries"."intent" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `waiting_list_entries_undo` ON `waiting_list_entries` (`undo_id`) WHERE "waiting_list_entries"."undo_id" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_update` BEFORE UPDATE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
-- Parts of words of names and addresses: the search of the user manager.
CREATE VIRTUAL TABLE `users_search` USING fts5(`email`, `name`, tokenize="trigram remove_diacritics 1");--> statement-breakpoint
INSERT INTO `users_search` (`rowid`, `email`, `name`) SELECT `id`, `email`, trim(coalesce(`first_name`, '') || ' ' || coalesce(`last_name`, '')) FROM `users`;--> statement-breakpoint
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `users_search` (`rowid`, `email`, `name`) VALUES (new.`id`, new.`email`, trim(coalesce(new.`first_name`, '') || ' ' || coalesce(new.`last_name`, '')));
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF `email`, `first_name`, `last_name` ON `users` BEGIN
	UPDATE `users_search` SET `email` = new.`email`, `name` = trim(coalesce(new.`first_name`, '') || ' ' || coalesce(new.`last_name`, '')) WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `users_search_delete` AFTER DELETE ON `users` BEGIN
	DELETE FROM `users_search` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
-- The list filters by the state of the invitation email. Written here, it is right whoever changes the outbox.
CREATE TRIGGER `outbox_invitation_queued` AFTER INSERT ON `outbox` WHEN NEW.`kind` = 'waiting-list-invited' BEGIN
	UPDATE `waiting_list_entries` SET `invitation_email_id` = NEW.`id`, `invitation_status` = NEW.`status` WHERE `public_id` = json_extract(NEW.`data`, '$.entry');
END;--> statement-breakpoint
CREATE TRIGGER `outbox_invitation_changed` AFTER UPDATE OF `status` ON `outbox` WHEN NEW.`kind` = 'waiting-list-invited' BEGIN
	UPDATE `waiting_list_entries` SET `invitation_status` = NEW.`status` WHERE `public_id` = json_extract(NEW.`data`, '$.entry') AND `invitation_email_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_invitation_cancelled` AFTER DELETE ON `outbox` WHEN OLD.`kind` = 'waiting-list-invited' AND OLD.`status` = 'queued' BEGIN
	UPDATE `waiting_list_entries` SET `invitation_email_id` = NULL, `invitation_status` = NULL WHERE `public_id` = json_extract(OLD.`data`, '$.entry') AND `invitation_email_id` = OLD.`id`;
END;--> statement-breakpoint
UPDATE `outbox` SET `data` = json_set(`data`, '$.expiresAt', `created_at` + 1209600000) WHERE `kind` = 'waiting-list-invited';--> statement-breakpoint
UPDATE `waiting_list_entries` SET (`invitation_email_id`, `invitation_status`) = (SELECT `id`, `status` FROM `outbox` WHERE `kind` = 'waiting-list-invited' AND json_extract(`data`, '$.entry') = `waiting_list_entries`.`public_id` AND `to_email` = `waiting_list_entries`.`email`);--> statement-breakpoint
-- People on the list who have an account already.
UPDATE `waiting_list_entries` SET `signed_up_at` = (SELECT `created_at` FROM `users` WHERE `users`.`email` = `waiting_list_entries`.`email`);--> statement-breakpoint
UPDATE `waiting_list_entries` SET `paid_at` = (SELECT min(`paid_at`) FROM `invoices` JOIN `users` ON `users`.`id` = `invoices`.`user_id` WHERE `users`.`email` = `waiting_list_entries`.`email` AND `invoices`.`product_id` = `waiting_list_entries`.`product_id` AND `invoices`.`status` = 'paid' AND `amount_paid` > 0);--> statement-breakpoint
INSERT INTO `blacklistings` (`user_id`, `reason`, `until`, `actor_id`, `created_at`)
	SELECT `id`, `blacklist_reason`, `blacklisted_until`, coalesce((SELECT `actor_id` FROM `audit_log` WHERE `subject` = 'user:' || `users`.`id` AND `action` = 'user.blacklisted' ORDER BY `at` DESC LIMIT 1), 0), `updated_at`
	FROM `users` WHERE `is_blacklisted`;
