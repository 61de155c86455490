PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_import_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`kind` text NOT NULL,
	`phase` integer NOT NULL,
	`source_id` text NOT NULL,
	`title` text NOT NULL,
	`data` text NOT NULL,
	`hash` text NOT NULL,
	`losses` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`address` text,
	`subject_id` integer,
	`revision` integer,
	`is_new` integer DEFAULT false NOT NULL,
	`error` text,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_items_kind" CHECK("__new_import_items"."kind" IN ('category', 'tag', 'media', 'author', 'post', 'page', 'redirect', 'menu')),
	CONSTRAINT "import_items_state" CHECK("__new_import_items"."state" IN ('waiting', 'done', 'same', 'changed', 'failed', 'removed', 'kept'))
);
--> statement-breakpoint
INSERT INTO `__new_import_items`("id", "import_id", "kind", "phase", "source_id", "title", "data", "hash", "losses", "state", "address", "subject_id", "revision", "is_new", "error") SELECT "id", "import_id", "kind", "phase", "source_id", "title", "data", "hash", "losses", "state", "address", "subject_id", "revision", "is_new", "error" FROM `import_items`;--> statement-breakpoint
DROP TABLE `import_items`;--> statement-breakpoint
ALTER TABLE `__new_import_items` RENAME TO `import_items`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `import_items_source` ON `import_items` (`import_id`,`kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `import_items_known` ON `import_items` (`kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `import_items_open` ON `import_items` (`import_id`,`state`,`phase`,`id`);