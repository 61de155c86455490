CREATE TABLE `openshelf_idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`publication_id` integer NOT NULL,
	`status_code` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `openshelf_idempotency_keys_created` ON `openshelf_idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `openshelf_webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`publication_id` integer NOT NULL,
	`payload` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_status_code` integer,
	`last_error` text,
	`undo_id` text,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	FOREIGN KEY (`publication_id`) REFERENCES `publications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "openshelf_webhooks_status" CHECK("openshelf_webhooks"."status" IN ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `openshelf_webhooks_event_id_unique` ON `openshelf_webhooks` (`event_id`);--> statement-breakpoint
CREATE INDEX `openshelf_webhooks_due` ON `openshelf_webhooks` (`next_attempt_at`,`id`) WHERE "openshelf_webhooks"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `openshelf_webhooks_publication` ON `openshelf_webhooks` (`publication_id`,`id`);--> statement-breakpoint
CREATE INDEX `openshelf_webhooks_created` ON `openshelf_webhooks` (`created_at`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `openshelf_webhooks_status_index` ON `openshelf_webhooks` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `openshelf_webhooks_undo` ON `openshelf_webhooks` (`undo_id`) WHERE "openshelf_webhooks"."undo_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `publication_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`parent_id` integer,
	`position` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `publication_categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "publication_categories_slug" CHECK(length("publication_categories"."slug") BETWEEN 1 AND 80 AND "publication_categories"."slug" NOT GLOB '*[^a-z0-9-]*' AND "publication_categories"."slug" NOT GLOB '-*' AND "publication_categories"."slug" NOT GLOB '*-' AND "publication_categories"."slug" NOT GLOB '*--*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publication_categories_slug_unique` ON `publication_categories` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `publication_categories_name` ON `publication_categories` (`parent_id`,`name`);--> statement-breakpoint
CREATE TABLE `publication_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`publication_id` integer NOT NULL,
	`version_number` integer NOT NULL,
	`move` text NOT NULL,
	`from_status` text,
	`to_status` text NOT NULL,
	`actor` text NOT NULL,
	`user_id` integer,
	`comments` text,
	`reason_ids` text,
	`ai_decision` text,
	`ai_confidence` real,
	`category_id` integer,
	`undo_id` text,
	`is_undone` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`publication_id`) REFERENCES `publications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "publication_history_move" CHECK("publication_history"."move" IN ('create', 'edit', 'revise', 'submit', 'start_ai_review', 'ai_approve', 'ai_reject', 'ai_pass_on', 'queue_for_review', 'open_review', 'approve', 'reject', 'request_changes', 'undo', 'appeal', 'publish', 'withdraw')),
	CONSTRAINT "publication_history_actor" CHECK("publication_history"."actor" IN ('service', 'reviewer', 'system'))
);
--> statement-breakpoint
CREATE INDEX `publication_history_publication` ON `publication_history` (`publication_id`,`id`);--> statement-breakpoint
CREATE INDEX `publication_history_moves` ON `publication_history` (`move`,`at`,`user_id`,`is_undone`);--> statement-breakpoint
CREATE INDEX `publication_history_decisions` ON `publication_history` (`ai_decision`,`category_id`,`move`,`ai_confidence`,`is_undone`);--> statement-breakpoint
CREATE INDEX `publication_history_undo` ON `publication_history` (`undo_id`) WHERE "publication_history"."undo_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `publication_texts` (
	`version_id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`html` text,
	`error` text,
	`word_count` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer NOT NULL,
	FOREIGN KEY (`version_id`) REFERENCES `publication_versions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `publication_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`publication_id` integer NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`author_name` text NOT NULL,
	`author_bio` text,
	`author_contact` text,
	`description` text NOT NULL,
	`category_id` integer NOT NULL,
	`subcategory_id` integer,
	`html_url` text,
	`pdf_url` text,
	`md_url` text,
	`epub_url` text,
	`submitted_at` integer,
	`ai_decision` text,
	`ai_confidence` real,
	`ai_comments` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`publication_id`) REFERENCES `publications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `publication_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `publication_categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publication_versions_number` ON `publication_versions` (`publication_id`,`number`);--> statement-breakpoint
CREATE TABLE `publications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`version_number` integer DEFAULT 1 NOT NULL,
	`shelf_version` integer,
	`title` text NOT NULL,
	`author_name` text NOT NULL,
	`author_bio` text,
	`author_contact` text,
	`description` text NOT NULL,
	`category_id` integer NOT NULL,
	`subcategory_id` integer,
	`html_url` text,
	`pdf_url` text,
	`md_url` text,
	`epub_url` text,
	`submitted_at` integer,
	`ai_decision` text,
	`ai_confidence` real,
	`ai_comments` text,
	`are_changes_requested` integer DEFAULT false NOT NULL,
	`queued_at` integer,
	`decided_at` integer,
	`decided_by` integer,
	`undo_id` text,
	`excluded_reviewer_id` integer,
	`claimed_by` integer,
	`claimed_until` integer,
	`published_at` integer,
	`shelf_updated_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `publication_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `publication_categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "publications_status" CHECK("publications"."status" IN ('DRAFT', 'SUBMITTED', 'AI_REVIEWING', 'AI_APPROVED', 'AI_REJECTED', 'ADMIN_REVIEWING', 'APPROVED', 'REJECTED', 'PUBLISHED', 'WITHDRAWN')),
	CONSTRAINT "publications_slug" CHECK(length("publications"."slug") BETWEEN 1 AND 80 AND "publications"."slug" NOT GLOB '*[^a-z0-9-]*' AND "publications"."slug" NOT GLOB '-*' AND "publications"."slug" NOT GLOB '*-' AND "publications"."slug" NOT GLOB '*--*'),
	CONSTRAINT "publications_ai_confidence" CHECK("publications"."ai_confidence" BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publications_slug_unique` ON `publications` (`slug`);--> statement-breakpoint
CREATE INDEX `publications_queue` ON `publications` (`status`,`queued_at`,`id`,`category_id`,`ai_decision`);--> statement-breakpoint
CREATE INDEX `publications_by_status` ON `publications` (`status`,`created_at`,`id`,`category_id`);--> statement-breakpoint
CREATE INDEX `publications_by_category` ON `publications` (`category_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `publications_by_creation` ON `publications` (`created_at`,`id`,`status`,`category_id`);--> statement-breakpoint
CREATE INDEX `publications_shelf` ON `publications` (`published_at`,`id`) WHERE "publications"."shelf_version" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `publications_undo` ON `publications` (`undo_id`) WHERE "publications"."undo_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `rejection_reason_texts` (
	`reason_id` integer NOT NULL,
	`category_id` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`reason_id`, `category_id`),
	FOREIGN KEY (`reason_id`) REFERENCES `rejection_reasons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `publication_categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rejection_reasons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`position` integer NOT NULL,
	`label` text NOT NULL,
	`text` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_publish_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer,
	`reason` text NOT NULL,
	`user_id` integer,
	`status` text DEFAULT 'queued' NOT NULL,
	`release_id` integer,
	`paths` text,
	`removed_count` integer DEFAULT 0 NOT NULL,
	`failed_path` text,
	`error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`milliseconds` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`release_id`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "publish_jobs_kind" CHECK("__new_publish_jobs"."kind" IN ('blog', 'category', 'publication', 'rebuild', 'schedule')),
	CONSTRAINT "publish_jobs_status" CHECK("__new_publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
INSERT INTO `sqlite_sequence` ("name", "seq") SELECT '__new_publish_jobs', "seq" FROM `sqlite_sequence` WHERE "name" = 'publish_jobs';--> statement-breakpoint
INSERT INTO `__new_publish_jobs`("id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds") SELECT "id", "kind", "subject_id", "reason", "user_id", "status", "release_id", "paths", "removed_count", "failed_path", "error", "created_at", "started_at", "finished_at", "milliseconds" FROM `publish_jobs`;--> statement-breakpoint
DROP TABLE `publish_jobs`;--> statement-breakpoint
ALTER TABLE `__new_publish_jobs` RENAME TO `publish_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');--> statement-breakpoint
CREATE TABLE `__new_undo_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`snapshot` text,
	CONSTRAINT "undo_actions_kind" CHECK("__new_undo_actions"."kind" IN ('waiting_list.invited', 'waiting_list.rejected', 'waiting_list.deleted', 'user.blacklisted', 'user.unblacklisted', 'user.deleted', 'publication.decided'))
);
--> statement-breakpoint
INSERT INTO `__new_undo_actions`("id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot") SELECT "id", "kind", "actor_id", "created_at", "undo_until", "undone_at", "snapshot" FROM `undo_actions`;--> statement-breakpoint
DROP TABLE `undo_actions`;--> statement-breakpoint
ALTER TABLE `__new_undo_actions` RENAME TO `undo_actions`;--> statement-breakpoint
CREATE INDEX `undo_actions_open` ON `undo_actions` (`undo_until`) WHERE "undo_actions"."snapshot" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `blacklistings` ADD `cancel_after` integer;--> statement-breakpoint
ALTER TABLE `blacklistings` ADD `cancel_error` text;--> statement-breakpoint
ALTER TABLE `blacklistings` ADD `cancel_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `blacklistings_cancel` ON `blacklistings` (`cancel_after`) WHERE "blacklistings"."cancel_after" IS NOT NULL;--> statement-breakpoint
INSERT INTO `publication_categories` (`id`, `name`, `slug`, `parent_id`, `position`) VALUES
	(1, 'Fiction', 'fiction', NULL, 0),
	(2, 'Non-Fiction', 'non-fiction', NULL, 1),
	(3, 'Reference & Knowledge', 'reference-and-knowledge', NULL, 2),
	(4, 'Creative Works', 'creative-works', NULL, 3),
	(5, 'Academic & Professional', 'academic-and-professional', NULL, 4),
	(6, 'Lifestyle', 'lifestyle', NULL, 5),
	(7, 'Media & Mixed', 'media-and-mixed', NULL, 6),
	(8, 'Literary', 'fiction-literary', 1, 0),
	(9, 'Mystery', 'fiction-mystery', 1, 1),
	(10, 'Science Fiction & Fantasy', 'fiction-science-fiction-and-fantasy', 1, 2),
	(11, 'Historical', 'fiction-historical', 1, 3),
	(12, 'Romance', 'fiction-romance', 1, 4),
	(13, 'Short Stories', 'fiction-short-stories', 1, 5),
	(14, 'Children & Young Adults', 'fiction-children-and-young-adults', 1, 6),
	(15, 'Biography & Memoir', 'non-fiction-biography-and-memoir', 2, 0),
	(16, 'History', 'non-fiction-history', 2, 1),
	(17, 'Nature & Environment', 'non-fiction-nature-and-environment', 2, 2),
	(18, 'Society', 'non-fiction-society', 2, 3),
	(19, 'Travel', 'non-fiction-travel', 2, 4),
	(20, 'True Stories', 'non-fiction-true-stories', 2, 5),
	(21, 'Guides & Handbooks', 'reference-and-knowledge-guides-and-handbooks', 3, 0),
	(22, 'Language', 'reference-and-knowledge-language', 3, 1),
	(23, 'Science', 'reference-and-knowledge-science', 3, 2),
	(24, 'Technology', 'reference-and-knowledge-technology', 3, 3),
	(25, 'Local Knowledge', 'reference-and-knowledge-local-knowledge', 3, 4),
	(26, 'Poetry', 'creative-works-poetry', 4, 0),
	(27, 'Drama', 'creative-works-drama', 4, 1),
	(28, 'Essays', 'creative-works-essays', 4, 2),
	(29, 'Comics & Illustration', 'creative-works-comics-and-illustration', 4, 3),
	(30, 'Songs & Lyrics', 'creative-works-songs-and-lyrics', 4, 4),
	(31, 'Teaching', 'academic-and-professional-teaching', 5, 0),
	(32, 'Research', 'academic-and-professional-research', 5, 1),
	(33, 'Business', 'academic-and-professional-business', 5, 2),
	(34, 'Health Professions', 'academic-and-professional-health-professions', 5, 3),
	(35, 'Law & Government', 'academic-and-professional-law-and-government', 5, 4),
	(36, 'Food', 'lifestyle-food', 6, 0),
	(37, 'Health', 'lifestyle-health', 6, 1),
	(38, 'Home & Garden', 'lifestyle-home-and-garden', 6, 2),
	(39, 'Crafts', 'lifestyle-crafts', 6, 3),
	(40, 'Family', 'lifestyle-family', 6, 4),
	(41, 'Sport & Outdoors', 'lifestyle-sport-and-outdoors', 6, 5),
	(42, 'Photography', 'media-and-mixed-photography', 7, 0),
	(43, 'Film & Sound', 'media-and-mixed-film-and-sound', 7, 1),
	(44, 'Collections', 'media-and-mixed-collections', 7, 2),
	(45, 'Magazines', 'media-and-mixed-magazines', 7, 3);--> statement-breakpoint
INSERT INTO `rejection_reasons` (`id`, `position`, `label`, `text`, `updated_at`) VALUES
	(1, 1, 'Advice, no source', 'The work gives advice that readers could come to harm by following, without a source. Add a source for each piece of advice, or take it out.', 0),
	(2, 2, 'Rights not clear', 'We can’t tell that you hold the rights to everything in the work. Tell us where the parts that others made come from, and that you may publish them.', 0),
	(3, 3, 'Personal data', 'The work names private people in a way that they may not have agreed to. Change the names and details, or tell us that they agreed.', 0),
	(4, 4, 'Hate or threats', 'The work attacks people for who they are, or threatens someone. We don’t publish that.', 0),
	(5, 5, 'Misleading', 'The title or description promises something that the work doesn’t hold. Change them so that readers get what they expect.', 0),
	(6, 6, 'Can’t be read', 'Parts of the work can’t be read: the file doesn’t open, or text is missing or garbled. Check the file and send it again.', 0),
	(7, 7, 'Mostly copied', 'Most of the work is copied from a text that already exists. We publish original works, and collections with a contribution of their own.', 0),
	(8, 8, 'Wrong category', 'The work belongs in another category. Choose the one that fits best and send it again.', 0),
	(9, 9, 'Something else', '', 0);--> statement-breakpoint
-- Parts of words of titles, authors and descriptions: the search of the publications manager.
CREATE VIRTUAL TABLE `publications_search` USING fts5(`title`, `author_name`, `description`, tokenize="trigram remove_diacritics 1");--> statement-breakpoint
CREATE TRIGGER `publications_search_insert` AFTER INSERT ON `publications` BEGIN
	INSERT INTO `publications_search` (`rowid`, `title`, `author_name`, `description`) VALUES (new.`id`, new.`title`, new.`author_name`, new.`description`);
END;--> statement-breakpoint
CREATE TRIGGER `publications_search_update` AFTER UPDATE OF `title`, `author_name`, `description` ON `publications` BEGIN
	UPDATE `publications_search` SET `title` = new.`title`, `author_name` = new.`author_name`, `description` = new.`description` WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `publications_search_delete` AFTER DELETE ON `publications` BEGIN
	DELETE FROM `publications_search` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
-- Whole words of titles, descriptions and fetched texts: earlier decisions on similar texts.
CREATE VIRTUAL TABLE `publication_words` USING fts5(`title`, `author_name`, `description`, `body`, tokenize="porter unicode61 remove_diacritics 2");--> statement-breakpoint
CREATE TRIGGER `publication_words_insert` AFTER INSERT ON `publications` BEGIN
	INSERT INTO `publication_words` (`rowid`, `title`, `author_name`, `description`, `body`) VALUES (new.`id`, new.`title`, new.`author_name`, new.`description`, '');
END;--> statement-breakpoint
CREATE TRIGGER `publication_words_update` AFTER UPDATE OF `title`, `author_name`, `description` ON `publications` BEGIN
	UPDATE `publication_words` SET `title` = new.`title`, `author_name` = new.`author_name`, `description` = new.`description` WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `publication_words_delete` AFTER DELETE ON `publications` BEGIN
	DELETE FROM `publication_words` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
-- Whole words of the works on the public shelf, in the version that is on it: the search of readers.
CREATE VIRTUAL TABLE `shelf_words` USING fts5(`title`, `author_name`, `description`, tokenize="porter unicode61 remove_diacritics 2");--> statement-breakpoint
CREATE TRIGGER `shelf_words_update` AFTER UPDATE OF `shelf_version` ON `publications` BEGIN
	DELETE FROM `shelf_words` WHERE `rowid` = old.`id`;
	INSERT INTO `shelf_words` (`rowid`, `title`, `author_name`, `description`) SELECT new.`id`, `title`, `author_name`, `description` FROM `publication_versions` WHERE `publication_id` = new.`id` AND `number` = new.`shelf_version`;
END;--> statement-breakpoint
-- Rows that are inserted with a shelf version: their version follows them.
CREATE TRIGGER `shelf_words_insert` AFTER INSERT ON `publication_versions` WHEN new.`number` = (SELECT `shelf_version` FROM `publications` WHERE `id` = new.`publication_id`) BEGIN
	INSERT INTO `shelf_words` (`rowid`, `title`, `author_name`, `description`) VALUES (new.`publication_id`, new.`title`, new.`author_name`, new.`description`);
END;--> statement-breakpoint
CREATE TRIGGER `shelf_words_delete` AFTER DELETE ON `publications` BEGIN
	DELETE FROM `shelf_words` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
-- With the address: a search among the emails of one kind reads them only, and no rows.
DROP INDEX `outbox_kind`;--> statement-breakpoint
CREATE INDEX `outbox_kind` ON `outbox` (`kind`,`created_at`,`id`,`status`,`to_email`);
