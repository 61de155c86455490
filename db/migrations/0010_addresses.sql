-- Documents get a slug and, like categories, a table of every slug they ever had. Edited by hand: slugs of existing documents
-- are made of their titles, and the triggers of the search index, which fall with the old table, are created anew.
CREATE TABLE `category_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`category_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `category_slugs_category` ON `category_slugs` (`category_id`);--> statement-breakpoint
-- Digits alone are an id in addresses, and /categories/all is a page. These slugs were in no address so far.
UPDATE `categories` SET "slug" = substr("slug", 1, 60) || '-category-' || "id"
	WHERE "slug" NOT GLOB '*[^0-9]*' OR "slug" IN ('all', 'page', 'new', 'edit');--> statement-breakpoint
INSERT INTO `category_slugs`("slug", "category_id", "created_at") SELECT "slug", "id", "created_at" FROM `categories`;--> statement-breakpoint
CREATE TABLE `document_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`document_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `document_slugs_document` ON `document_slugs` (`document_id`);--> statement-breakpoint
CREATE TABLE `__new_documents` (
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
	CONSTRAINT "documents_slug" CHECK(length("__new_documents"."slug") BETWEEN 1 AND 80 AND "__new_documents"."slug" NOT GLOB '*[^a-z0-9-]*' AND "__new_documents"."slug" NOT GLOB '-*' AND "__new_documents"."slug" NOT GLOB '*-' AND "__new_documents"."slug" NOT GLOB '*--*'),
	CONSTRAINT "documents_status" CHECK("__new_documents"."status" IN ('draft', 'published')),
	CONSTRAINT "documents_title" CHECK(length("__new_documents"."title") BETWEEN 1 AND 200)
);
--> statement-breakpoint
-- The ids of documents that were deleted must not be given again.
INSERT INTO `sqlite_sequence` ("name", "seq") SELECT '__new_documents', "seq" FROM `sqlite_sequence` WHERE "name" = 'documents';--> statement-breakpoint
-- The title letter by letter: letters and digits stay, all else becomes single hyphens. What is taken, reserved or empty
-- becomes 'document-<id>', which no title gives; a document that was never published has a provisional slug.
INSERT INTO `__new_documents`("id", "slug", "title", "section_id", "content", "content_text", "status", "position", "revision", "created_at", "updated_at")
WITH RECURSIVE
	folded("id", "title") AS (
		SELECT "id", lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("title",
			'''', ''), '’', ''), '&', ' and '), 'ā', 'a'), 'ē', 'e'), 'ī', 'i'), 'ō', 'o'), 'ū', 'u'), 'é', 'e'),
			'Ā', 'a'), 'Ē', 'e'), 'Ī', 'i'), 'Ō', 'o'), 'Ū', 'u')) FROM `documents`
	),
	walked("id", "slug", "rest") AS (
		SELECT "id", '', "title" FROM folded
		UNION ALL
		SELECT "id",
			CASE
				WHEN substr("rest", 1, 1) GLOB '[a-z0-9]' THEN "slug" || substr("rest", 1, 1)
				WHEN "slug" = '' OR "slug" GLOB '*-' THEN "slug"
				ELSE "slug" || '-'
			END,
			substr("rest", 2)
		FROM walked WHERE "rest" <> ''
	),
	based("id", "slug") AS (SELECT "id", rtrim(substr("slug", 1, 80), '-') FROM walked WHERE "rest" = ''),
	counted("id", "slug", "at") AS (
		SELECT "id", "slug", row_number() OVER (PARTITION BY "slug" ORDER BY "id") FROM based
	)
SELECT "id",
	CASE
		WHEN "status" = 'draft' AND "revision" = 1 AND "content" = '' THEN 'untitled-' || printf('%012d', "id")
		WHEN "at" > 1 OR counted."slug" = '' OR counted."slug" IN ('new', 'edit', 'view', 'page') THEN 'document-' || "id"
		WHEN counted."slug" NOT GLOB '*[^0-9]*' THEN 'document-' || "id"
		WHEN counted."slug" GLOB 'document-[0-9]*' AND substr(counted."slug", 10) NOT GLOB '*[^0-9]*' THEN 'document-' || "id"
		WHEN length(counted."slug") = 21 AND counted."slug" GLOB 'untitled-*' AND substr(counted."slug", 10) NOT GLOB '*-*' THEN 'document-' || "id"
		ELSE counted."slug"
	END,
	"title", "section_id", "content", "content_text", "status", "position", "revision", "created_at", "updated_at"
FROM `documents` JOIN counted USING ("id");--> statement-breakpoint
DROP TABLE `documents`;--> statement-breakpoint
ALTER TABLE `__new_documents` RENAME TO `documents`;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_slug_unique` ON `documents` (`slug`);--> statement-breakpoint
CREATE INDEX `documents_section` ON `documents` (`section_id`,`position`);--> statement-breakpoint
INSERT INTO `document_slugs`("slug", "document_id", "created_at") SELECT "slug", "id", "created_at" FROM `documents`;--> statement-breakpoint
CREATE TRIGGER documents_search_insert AFTER INSERT ON documents BEGIN
  INSERT INTO documents_search (rowid, title, content_text) VALUES (new.id, new.title, new.content_text);
END;
--> statement-breakpoint
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, content_text)
  VALUES ('delete', old.id, old.title, old.content_text);
END;
--> statement-breakpoint
CREATE TRIGGER documents_search_update AFTER UPDATE OF title, content_text ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, content_text)
  VALUES ('delete', old.id, old.title, old.content_text);
  INSERT INTO documents_search (rowid, title, content_text) VALUES (new.id, new.title, new.content_text);
END;
--> statement-breakpoint
-- Drafts and revisions of documents name a slug now; null where it will follow from the title.
UPDATE `drafts` SET "fields" = json_set("fields", '$.slug',
	(SELECT "slug" FROM `documents` WHERE "id" = "subject_id" AND "slug" <> 'untitled-' || printf('%012d', "id"))) WHERE "kind" = 'document';--> statement-breakpoint
UPDATE `revisions` SET "fields" = json_set("fields", '$.slug',
	(SELECT "slug" FROM `documents` WHERE "id" = "subject_id" AND "slug" <> 'untitled-' || printf('%012d', "id"))) WHERE "kind" = 'document';
