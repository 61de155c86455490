CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor_id` integer,
	`subject` text NOT NULL,
	`detail` text,
	`before` text,
	`after` text,
	`dedupe_key` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_dedupe_key_unique` ON `audit_log` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor_action` ON `audit_log` (`actor_id`,`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `audit_subjects` (
	`subject` text NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`subject`, `entry_id`)
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`audience` text,
	`user_agent` text NOT NULL,
	`ip` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`browser_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`link_hash` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`foreign_attempts` integer DEFAULT 0 NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_challenges_link_hash_unique` ON `sign_in_challenges` (`link_hash`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_email` ON `sign_in_challenges` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_expiry` ON `sign_in_challenges` (`expires_at`);--> statement-breakpoint
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
	`is_description_custom` integer NOT NULL,
	`content` text NOT NULL,
	`content_text` text NOT NULL,
	`word_count` integer NOT NULL,
	`status` text NOT NULL,
	`published_at` integer,
	`author_name` text NOT NULL,
	`cover_id` integer,
	`first_published_at` integer,
	`trashed_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`cover_id`) REFERENCES `uploads`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "blogs_status" CHECK("blogs"."status" IN ('draft', 'published', 'archived')),
	CONSTRAINT "blogs_slug" CHECK(length("blogs"."slug") BETWEEN 1 AND 80 AND "blogs"."slug" NOT GLOB '*[^a-z0-9-]*' AND "blogs"."slug" NOT GLOB '-*' AND "blogs"."slug" NOT GLOB '*-' AND "blogs"."slug" NOT GLOB '*--*'),
	CONSTRAINT "blogs_published_has_date" CHECK("blogs"."status" <> 'published' OR "blogs"."published_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blogs_slug_unique` ON `blogs` (`slug`);--> statement-breakpoint
CREATE INDEX `blogs_manager` ON `blogs` (`trashed_at`,`status`,`updated_at`,`published_at`,`title`,`author_name`,`id`);--> statement-breakpoint
CREATE INDEX `blogs_public` ON `blogs` (`published_at`,`id`,`slug`,`title`,`revision`,`updated_at`,`cover_id`) WHERE "blogs"."status" = 'published';--> statement-breakpoint
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
CREATE TABLE `category_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`category_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `category_slugs_category` ON `category_slugs` (`category_id`);--> statement-breakpoint
CREATE TABLE `document_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`document_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `document_slugs_document` ON `document_slugs` (`document_id`);--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`section_id` integer,
	`content` text NOT NULL,
	`content_text` text NOT NULL,
	`status` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`section_id`) REFERENCES `sections`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_slug" CHECK(length("documents"."slug") BETWEEN 1 AND 80 AND "documents"."slug" NOT GLOB '*[^a-z0-9-]*' AND "documents"."slug" NOT GLOB '-*' AND "documents"."slug" NOT GLOB '*-' AND "documents"."slug" NOT GLOB '*--*'),
	CONSTRAINT "documents_status" CHECK("documents"."status" IN ('draft', 'published')),
	CONSTRAINT "documents_title" CHECK(length("documents"."title") BETWEEN 1 AND 200)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_slug_unique` ON `documents` (`slug`);--> statement-breakpoint
CREATE INDEX `documents_section` ON `documents` (`section_id`,`position`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`fields` text NOT NULL,
	`content` text NOT NULL,
	`version` integer NOT NULL,
	`base_revision` integer NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "drafts_kind" CHECK("drafts"."kind" IN ('blog', 'document'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_client` ON `drafts` (`kind`,`client_id`);--> statement-breakpoint
CREATE TABLE `open_editors` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`, `client_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "open_editors_kind" CHECK("open_editors"."kind" IN ('blog', 'document'))
);
--> statement-breakpoint
CREATE INDEX `open_editors_seen` ON `open_editors` (`seen_at`);--> statement-breakpoint
CREATE INDEX `open_editors_user` ON `open_editors` (`user_id`);--> statement-breakpoint
CREATE TABLE `revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`number` integer NOT NULL,
	`reason` text NOT NULL,
	`fields` text NOT NULL,
	`content` text NOT NULL,
	`word_count` integer DEFAULT 0 NOT NULL,
	`removed_character_count` integer DEFAULT 0 NOT NULL,
	`client_id` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "revisions_kind" CHECK("revisions"."kind" IN ('blog', 'document')),
	CONSTRAINT "revisions_reason" CHECK("revisions"."reason" IN ('draft', 'published', 'replaced', 'links'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `revisions_number` ON `revisions` (`kind`,`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `revisions_user` ON `revisions` (`user_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
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
	CONSTRAINT "outbox_status" CHECK("outbox"."status" IN ('queued', 'sent', 'expired', 'suppressed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (("kind" = 'sign-in-code'),`next_attempt_at`,`id`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_late` ON `outbox` (`expires_at`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_receiver` ON `outbox` (`to_email`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`to_email`,`last_error`) WHERE "outbox"."status" = 'expired';--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`,`id`,`to_email`,`status`,`kind`);--> statement-breakpoint
CREATE INDEX `outbox_status` ON `outbox` (`status`,`created_at`,`id`,`to_email`) WHERE "outbox"."status" <> 'queued';--> statement-breakpoint
CREATE INDEX `outbox_kind` ON `outbox` (`kind`,`created_at`,`id`,`status`,`to_email`);--> statement-breakpoint
CREATE INDEX `outbox_queued` ON `outbox` (`created_at`,`id`,`attempts`,`next_attempt_at`,`undo_id`,`kind`,`to_email`) WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_undo` ON `outbox` (`undo_id`) WHERE "outbox"."undo_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `suppressed_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
	`undo_id` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_status_code` integer,
	`last_error` text,
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
	`images` text,
	`removed_links` text,
	`word_count` integer DEFAULT 0 NOT NULL,
	`words_hash` text,
	`fetched_at` integer NOT NULL,
	FOREIGN KEY (`version_id`) REFERENCES `publication_versions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `publication_texts_words_hash` ON `publication_texts` (`words_hash`) WHERE "publication_texts"."words_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `publication_texts_unhashed` ON `publication_texts` (`version_id`) WHERE "publication_texts"."words_hash" IS NULL AND "publication_texts"."error" IS NULL;--> statement-breakpoint
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
	`updated_at` integer NOT NULL,
	`retired_at` integer
);
--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_name_unique` ON `products` (`name`);--> statement-breakpoint
CREATE TABLE `publish_jobs` (
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
	CONSTRAINT "publish_jobs_kind" CHECK("publish_jobs"."kind" IN ('blog', 'category', 'publication', 'rebuild', 'schedule')),
	CONSTRAINT "publish_jobs_status" CHECK("publish_jobs"."status" IN ('queued', 'rendering', 'live', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `publish_jobs_open` ON `publish_jobs` (`id`) WHERE "publish_jobs"."status" IN ('queued', 'rendering');--> statement-breakpoint
CREATE TABLE `purges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`release_id` integer NOT NULL,
	`paths` text,
	`published_at` integer NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_status_code` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	CONSTRAINT "purges_status" CHECK("purges"."status" IN ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `purges_open` ON `purges` (`id`) WHERE "purges"."status" <> 'delivered';--> statement-breakpoint
CREATE TABLE `content_policies` (
	`id` integer PRIMARY KEY NOT NULL,
	`policy` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_policies_policy_unique` ON `content_policies` (`policy`);--> statement-breakpoint
CREATE TABLE `release_entries` (
	`path` text NOT NULL,
	`from_release` integer NOT NULL,
	`to_release` integer,
	`status` integer NOT NULL,
	`hash` text,
	`location` text,
	`content_type` text NOT NULL,
	`policy_id` integer,
	`input_hash` text NOT NULL,
	`post_ids` text NOT NULL,
	`valid_until` integer,
	PRIMARY KEY(`path`, `from_release`),
	FOREIGN KEY (`from_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`policy_id`) REFERENCES `content_policies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "release_entries_hash_or_location" CHECK(("release_entries"."hash" IS NULL) <> ("release_entries"."location" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_entries_current` ON `release_entries` (`path`) WHERE "release_entries"."to_release" IS NULL;--> statement-breakpoint
CREATE INDEX `release_entries_to` ON `release_entries` (`to_release`);--> statement-breakpoint
CREATE INDEX `release_entries_from` ON `release_entries` (`from_release`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`note` text NOT NULL,
	`user_id` integer,
	`build_id` text NOT NULL,
	`pages_changed` integer NOT NULL,
	`pages_total` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "releases_kind" CHECK("releases"."kind" IN ('publish', 'refresh', 'build', 'restore'))
);
--> statement-breakpoint
CREATE TABLE `site_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`current_release` integer,
	`pinned_release` integer,
	FOREIGN KEY (`current_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pinned_release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "site_state_one_row" CHECK("site_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `sections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`product_id` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sections_name" CHECK(length("sections"."name") BETWEEN 1 AND 120)
);
--> statement-breakpoint
CREATE INDEX `sections_product` ON `sections` (`product_id`,`position`);--> statement-breakpoint
CREATE TABLE `builds` (
	`id` text PRIMARY KEY NOT NULL,
	`first_seen_at` integer NOT NULL
);
--> statement-breakpoint
-- One of several servers that start makes it first, to migrate alone.
CREATE TABLE IF NOT EXISTS `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`token` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `servers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`build_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`release` integer NOT NULL,
	FOREIGN KEY (`build_id`) REFERENCES `builds`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `wakes` (
	`name` text PRIMARY KEY NOT NULL,
	`calls` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stripe_check` (
	`id` integer PRIMARY KEY NOT NULL,
	`report` text,
	`running` text,
	`woken_at` integer,
	CONSTRAINT "stripe_check_one_row" CHECK("stripe_check"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `stripe_price_checks` (
	`key` text PRIMARY KEY NOT NULL,
	`difference` text
);
--> statement-breakpoint
CREATE TABLE `stripe_refusals` (
	`event_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`refused_at` integer NOT NULL,
	CONSTRAINT "stripe_refusals_reason" CHECK("stripe_refusals"."reason" IN ('signature', 'timestamp', 'mode'))
);
--> statement-breakpoint
CREATE INDEX `stripe_refusals_refused` ON `stripe_refusals` (`refused_at`);--> statement-breakpoint
CREATE TABLE `billing_drifts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reconciliation_id` integer NOT NULL,
	`user_id` integer,
	`object_id` text NOT NULL,
	`field` text NOT NULL,
	`local_value` text,
	`stripe_value` text,
	`found_at` integer NOT NULL,
	`repaired_at` integer,
	FOREIGN KEY (`reconciliation_id`) REFERENCES `reconciliations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `billing_drifts_run` ON `billing_drifts` (`reconciliation_id`);--> statement-breakpoint
CREATE INDEX `billing_drifts_found` ON `billing_drifts` (`found_at`);--> statement-breakpoint
CREATE TABLE `checkout_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`plan_name` text NOT NULL,
	`price_id` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`session_id` text,
	`url` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "checkout_attempts_status" CHECK("checkout_attempts"."status" IN ('open', 'complete', 'expired', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_attempts_session_id_unique` ON `checkout_attempts` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_attempts_one_open` ON `checkout_attempts` (`user_id`,`product_id`) WHERE "checkout_attempts"."status" = 'open';--> statement-breakpoint
CREATE INDEX `checkout_attempts_user` ON `checkout_attempts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_dispute_id` text NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stripe_invoice_id`) REFERENCES `invoices`(`stripe_invoice_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "disputes_status" CHECK("disputes"."status" IN ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_stripe_dispute_id_unique` ON `disputes` (`stripe_dispute_id`);--> statement-breakpoint
CREATE INDEX `disputes_invoice` ON `disputes` (`stripe_invoice_id`);--> statement-breakpoint
CREATE INDEX `disputes_created` ON `disputes` (`created_at`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`number` text,
	`customer_id` text NOT NULL,
	`user_id` integer,
	`stripe_subscription_id` text,
	`product_id` integer,
	`plan_name` text,
	`status` text NOT NULL,
	`billing_reason` text NOT NULL,
	`currency` text NOT NULL,
	`total` integer NOT NULL,
	`amount_due` integer NOT NULL,
	`amount_paid` integer NOT NULL,
	`amount_refunded` integer DEFAULT 0 NOT NULL,
	`amount_disputed` integer DEFAULT 0 NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_payment_attempt` integer,
	`hosted_url` text,
	`pdf_url` text,
	`receipt_url` text,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`synced_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_status" CHECK("invoices"."status" IN ('draft', 'open', 'paid', 'uncollectible', 'void'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_stripe_invoice_id_unique` ON `invoices` (`stripe_invoice_id`);--> statement-breakpoint
CREATE INDEX `invoices_user` ON `invoices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invoices_number` ON `invoices` (`number`);--> statement-breakpoint
CREATE INDEX `invoices_subscription` ON `invoices` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `invoices_paid` ON `invoices` (`paid_at`);--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`actor_id` integer,
	`checked` integer DEFAULT 0 NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_refund_id` text NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`failure_reason` text,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stripe_invoice_id`) REFERENCES `invoices`(`stripe_invoice_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "refunds_status" CHECK("refunds"."status" IN ('pending', 'requires_action', 'succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_invoice` ON `refunds` (`stripe_invoice_id`);--> statement-breakpoint
CREATE INDEX `refunds_status_index` ON `refunds` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `stripe_customers` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`contact` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_customer_id_unique` ON `stripe_customers` (`customer_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`customer_id` text,
	`status` text DEFAULT 'received' NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`delivered_at` integer,
	`applied_at` integer,
	CONSTRAINT "stripe_events_status" CHECK("stripe_events"."status" IN ('received', 'applied', 'failed', 'ignored'))
);
--> statement-breakpoint
CREATE INDEX `stripe_events_due` ON `stripe_events` (`next_attempt_at`,`received_at`) WHERE "stripe_events"."status" IN ('received', 'failed');--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_object` ON `stripe_events` (`object_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_subscription_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`customer_balance` integer,
	`user_id` integer,
	`product_id` integer NOT NULL,
	`plan_name` text NOT NULL,
	`price_id` text NOT NULL,
	`unit_amount` integer,
	`currency` text,
	`quantity` integer DEFAULT 1 NOT NULL,
	`billing_interval` text,
	`interval_count` integer DEFAULT 1 NOT NULL,
	`discounts` text,
	`status` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`cancel_at` integer,
	`canceled_at` integer,
	`ended_at` integer,
	`cancellation_reason` text,
	`pending_plan_name` text,
	`pending_at` integer,
	`pending_unit_amount` integer,
	`unpaid_upgrade_invoice_id` text,
	`created_at` integer NOT NULL,
	`synced_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled', 'paused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`product_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_status_index` ON `subscriptions` (`status`,`current_period_end`);--> statement-breakpoint
CREATE TABLE `undo_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`snapshot` text
);
--> statement-breakpoint
CREATE INDEX `undo_actions_open` ON `undo_actions` (`undo_until`) WHERE "undo_actions"."snapshot" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `upload_intents` (
	`hash` text PRIMARY KEY NOT NULL,
	`names` text NOT NULL,
	`owner` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `upload_uses` (
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`is_draft` integer NOT NULL,
	PRIMARY KEY(`hash`, `kind`, `subject_id`, `is_draft`),
	CONSTRAINT "upload_uses_kind" CHECK("upload_uses"."kind" IN ('blog', 'document'))
);
--> statement-breakpoint
CREATE INDEX `upload_uses_subject` ON `upload_uses` (`kind`,`subject_id`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`content_type` text NOT NULL,
	`url` text NOT NULL,
	`width` integer,
	`height` integer,
	`bytes` integer NOT NULL,
	`name` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`files` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "uploads_kind" CHECK("uploads"."kind" IN ('image', 'video'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_hash_unique` ON `uploads` (`hash`);--> statement-breakpoint
CREATE INDEX `uploads_created` ON `uploads` (`created_at`,`id`);--> statement-breakpoint
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
	`cancel_after` integer,
	`cancel_error` text,
	`cancel_attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blacklistings_user` ON `blacklistings` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `blacklistings_cancel` ON `blacklistings` (`cancel_after`) WHERE "blacklistings"."cancel_after" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `consents` (
	`user_id` integer NOT NULL,
	`document` text NOT NULL,
	`version` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `document`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "consents_document" CHECK("consents"."document" IN ('terms', 'privacy'))
);
--> statement-breakpoint
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
CREATE TABLE `user_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_notes_user` ON `user_notes` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `users` (
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
	CONSTRAINT "users_taxmate_program" CHECK("users"."taxmate_program" IN ('Alpha', 'Beta', 'Normal')),
	CONSTRAINT "users_email" CHECK("users"."email" = lower("users"."email") AND length("users"."email") BETWEEN 3 AND 254),
	CONSTRAINT "users_blacklist_has_reason" CHECK(NOT "users"."is_blacklisted" OR length("users"."blacklist_reason") > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`,`id`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_email` ON `users` (`email`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_sign_in` ON `users` (`last_sign_in_at`,`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_by_creation` ON `users` (`created_at`,`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`);--> statement-breakpoint
CREATE INDEX `users_blacklisted` ON `users` (`id`,`role`,`is_blacklisted`,`blacklisted_until`,`delete_after`,`deletion_attempts`) WHERE "users"."is_blacklisted";--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`delete_after`) WHERE "users"."delete_after" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `waiting_list_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`product_id` integer NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`intent` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`invited_at` integer,
	`undo_id` text,
	`invitation_email_id` integer,
	`invitation_status` text,
	`signed_up_at` integer,
	`paid_at` integer,
	`search_text` text GENERATED ALWAYS AS (lower("email" || char(10) || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))) VIRTUAL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_list_entries_status" CHECK("waiting_list_entries"."status" IN ('pending', 'invited', 'rejected')),
	CONSTRAINT "waiting_list_entries_email" CHECK("waiting_list_entries"."email" = lower("waiting_list_entries"."email")),
	CONSTRAINT "waiting_list_entries_invited" CHECK("waiting_list_entries"."status" <> 'invited' OR "waiting_list_entries"."invited_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_list_entries_public_id_unique` ON `waiting_list_entries` (`public_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_list_entries_one_each` ON `waiting_list_entries` (`email`,`product_id`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_order` ON `waiting_list_entries` (`product_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_intent` ON `waiting_list_entries` (`product_id`,`created_at`,`id`) WHERE "waiting_list_entries"."status" = 'pending' AND "waiting_list_entries"."intent" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `waiting_list_entries_counts` ON `waiting_list_entries` (`product_id`,`status`,`invitation_status`,`confirmed_at`,`signed_up_at`,`paid_at`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_created` ON `waiting_list_entries` (`created_at`,`id`,`product_id`,`status`,`invitation_status`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_first_name` ON `waiting_list_entries` (lower("first_name"),`id`,`product_id`,`status`,`invitation_status`);--> statement-breakpoint
CREATE INDEX `waiting_list_entries_search` ON `waiting_list_entries` (`search_text`,`id`,`product_id`,`status`,`invitation_status`,`created_at`,lower("first_name"));--> statement-breakpoint
CREATE INDEX `waiting_list_entries_undo` ON `waiting_list_entries` (`undo_id`) WHERE "waiting_list_entries"."undo_id" IS NOT NULL;--> statement-breakpoint
-- What OpenShelf starts with.
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
-- Whole words of posts, of documents: the search of the site. The texts themselves stay in their tables.
CREATE VIRTUAL TABLE blogs_search USING fts5(
  title, description, content_text,
  content = 'blogs', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE documents_search USING fts5(
  title, content_text,
  content = 'documents', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
-- Parts of words of names and addresses: the search of the user manager.
CREATE VIRTUAL TABLE `users_search` USING fts5(`email`, `name`, tokenize="trigram remove_diacritics 1");--> statement-breakpoint
-- Parts of words of titles, authors and descriptions: the search of the publications manager.
CREATE VIRTUAL TABLE `publications_search` USING fts5(`title`, `author_name`, `description`, tokenize="trigram remove_diacritics 1");--> statement-breakpoint
-- Whole words of titles, descriptions and fetched texts: earlier decisions on similar texts.
CREATE VIRTUAL TABLE `publication_words` USING fts5(`title`, `author_name`, `description`, `body`, tokenize="porter unicode61 remove_diacritics 2");--> statement-breakpoint
-- Whole words of the works on the public shelf, in the version that is on it: the search of the site.
CREATE VIRTUAL TABLE `shelf_words` USING fts5(`title`, `author_name`, `description`, tokenize="porter unicode61 remove_diacritics 2");--> statement-breakpoint
-- Parts of addresses: the search of the mail manager. The addresses themselves stay in `outbox`.
CREATE VIRTUAL TABLE `outbox_search` USING fts5(`to_email`, content='outbox', content_rowid='id', tokenize="trigram");--> statement-breakpoint
-- Parts of the texts of an entry: titles, plans and ids that are no numbers. Names and addresses are searched where they are.
CREATE VIRTUAL TABLE `audit_search` USING fts5(`texts`, content='', tokenize="trigram remove_diacritics 1");--> statement-breakpoint
-- Triggers keep the indexes; a migration that builds one of these tables anew must create its triggers again.
CREATE TRIGGER blogs_search_insert AFTER INSERT ON blogs BEGIN
  INSERT INTO blogs_search (rowid, title, description, content_text)
  VALUES (new.id, new.title, new.description, new.content_text);
END;--> statement-breakpoint
CREATE TRIGGER blogs_search_delete AFTER DELETE ON blogs BEGIN
  INSERT INTO blogs_search (blogs_search, rowid, title, description, content_text)
  VALUES ('delete', old.id, old.title, old.description, old.content_text);
END;--> statement-breakpoint
CREATE TRIGGER blogs_search_update AFTER UPDATE OF title, description, content_text ON blogs BEGIN
  INSERT INTO blogs_search (blogs_search, rowid, title, description, content_text)
  VALUES ('delete', old.id, old.title, old.description, old.content_text);
  INSERT INTO blogs_search (rowid, title, description, content_text)
  VALUES (new.id, new.title, new.description, new.content_text);
END;--> statement-breakpoint
CREATE TRIGGER documents_search_insert AFTER INSERT ON documents BEGIN
  INSERT INTO documents_search (rowid, title, content_text) VALUES (new.id, new.title, new.content_text);
END;--> statement-breakpoint
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, content_text)
  VALUES ('delete', old.id, old.title, old.content_text);
END;--> statement-breakpoint
CREATE TRIGGER documents_search_update AFTER UPDATE OF title, content_text ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, content_text)
  VALUES ('delete', old.id, old.title, old.content_text);
  INSERT INTO documents_search (rowid, title, content_text) VALUES (new.id, new.title, new.content_text);
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_update` BEFORE UPDATE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
-- The list filters by the state of the invitation email. Written here, it is right whoever changes the email.
CREATE TRIGGER `outbox_invitation_queued` AFTER INSERT ON `outbox` WHEN NEW.`kind` = 'waiting-list-invited' BEGIN
	UPDATE `waiting_list_entries` SET `invitation_email_id` = NEW.`id`, `invitation_status` = NEW.`status` WHERE `public_id` = json_extract(NEW.`data`, '$.entry');
END;--> statement-breakpoint
CREATE TRIGGER `outbox_invitation_changed` AFTER UPDATE OF `status` ON `outbox` WHEN NEW.`kind` = 'waiting-list-invited' BEGIN
	UPDATE `waiting_list_entries` SET `invitation_status` = NEW.`status` WHERE `public_id` = json_extract(NEW.`data`, '$.entry') AND `invitation_email_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_invitation_cancelled` AFTER DELETE ON `outbox` WHEN OLD.`kind` = 'waiting-list-invited' AND OLD.`status` = 'queued' BEGIN
	UPDATE `waiting_list_entries` SET `invitation_email_id` = NULL, `invitation_status` = NULL WHERE `public_id` = json_extract(OLD.`data`, '$.entry') AND `invitation_email_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `publications_search_insert` AFTER INSERT ON `publications` BEGIN
	INSERT INTO `publications_search` (`rowid`, `title`, `author_name`, `description`) VALUES (new.`id`, new.`title`, new.`author_name`, new.`description`);
END;--> statement-breakpoint
CREATE TRIGGER `publications_search_update` AFTER UPDATE OF `title`, `author_name`, `description` ON `publications` BEGIN
	UPDATE `publications_search` SET `title` = new.`title`, `author_name` = new.`author_name`, `description` = new.`description` WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `publications_search_delete` AFTER DELETE ON `publications` BEGIN
	DELETE FROM `publications_search` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `publication_words_insert` AFTER INSERT ON `publications` BEGIN
	INSERT INTO `publication_words` (`rowid`, `title`, `author_name`, `description`, `body`) VALUES (new.`id`, new.`title`, new.`author_name`, new.`description`, '');
END;--> statement-breakpoint
CREATE TRIGGER `publication_words_update` AFTER UPDATE OF `title`, `author_name`, `description` ON `publications` BEGIN
	UPDATE `publication_words` SET `title` = new.`title`, `author_name` = new.`author_name`, `description` = new.`description` WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `publication_words_delete` AFTER DELETE ON `publications` BEGIN
	DELETE FROM `publication_words` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
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
CREATE TRIGGER `outbox_search_insert` AFTER INSERT ON `outbox` BEGIN
	INSERT INTO `outbox_search` (`rowid`, `to_email`) VALUES (new.`id`, new.`to_email`);
END;--> statement-breakpoint
CREATE TRIGGER `outbox_search_update` AFTER UPDATE OF `to_email` ON `outbox` BEGIN
	INSERT INTO `outbox_search` (`outbox_search`, `rowid`, `to_email`) VALUES ('delete', old.`id`, old.`to_email`);
	INSERT INTO `outbox_search` (`rowid`, `to_email`) VALUES (new.`id`, new.`to_email`);
END;--> statement-breakpoint
CREATE TRIGGER `outbox_search_delete` AFTER DELETE ON `outbox` BEGIN
	INSERT INTO `outbox_search` (`outbox_search`, `rowid`, `to_email`) VALUES ('delete', old.`id`, old.`to_email`);
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_subjects` AFTER INSERT ON `audit_log` WHEN new.`detail` IS NOT NULL BEGIN
	INSERT INTO `audit_subjects` (`subject`, `entry_id`)
		SELECT CASE new.`subject` WHEN 'users' THEN 'user' WHEN 'publications' THEN 'publication' ELSE 'waiting-list' END || ':' || item.value, new.`id`
		FROM json_each(new.`detail`, '$.ids') AS item WHERE new.`subject` IN ('users', 'publications', 'waiting-list')
		UNION SELECT 'user:' || json_extract(new.`detail`, '$.user'), new.`id` WHERE json_type(new.`detail`, '$.user') = 'integer';
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_search` AFTER INSERT ON `audit_log` BEGIN
	INSERT INTO `audit_search` (`rowid`, `texts`) SELECT new.`id`, `texts` FROM (
		SELECT concat_ws(char(10), iif(new.`subject` GLOB '*:*[^0-9]*', substr(new.`subject`, instr(new.`subject`, ':') + 1), NULL),
			(SELECT group_concat(atom, char(10)) FROM json_tree(json_array(json(new.`before`), json(new.`after`), json(new.`detail`))) WHERE type = 'text')) AS `texts`
	) WHERE `texts` <> '';
END;--> statement-breakpoint
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `users_search` (`rowid`, `email`, `name`) VALUES (new.`id`, new.`email`, trim(coalesce(new.`first_name`, '') || ' ' || coalesce(new.`last_name`, '')));
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF `email`, `first_name`, `last_name` ON `users` BEGIN
	UPDATE `users_search` SET `email` = new.`email`, `name` = trim(coalesce(new.`first_name`, '') || ' ' || coalesce(new.`last_name`, '')) WHERE `rowid` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `users_search_delete` AFTER DELETE ON `users` BEGIN
	DELETE FROM `users_search` WHERE `rowid` = old.`id`;
END;
