CREATE TABLE `import_items` (
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
	CONSTRAINT "import_items_kind" CHECK("import_items"."kind" IN ('category', 'tag', 'media', 'post', 'page', 'redirect')),
	CONSTRAINT "import_items_state" CHECK("import_items"."state" IN ('waiting', 'done', 'same', 'changed', 'failed', 'removed', 'kept'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_items_source` ON `import_items` (`import_id`,`kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `import_items_known` ON `import_items` (`kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `import_items_open` ON `import_items` (`import_id`,`state`,`phase`,`id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`files` text NOT NULL,
	`options` text NOT NULL,
	`origin` text DEFAULT '' NOT NULL,
	`losses` text NOT NULL,
	`error` text,
	`removes_edited` integer DEFAULT false NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "imports_source" CHECK("imports"."source" IN ('wordpress', 'ghost', 'markdown')),
	CONSTRAINT "imports_state" CHECK("imports"."state" IN ('choosing', 'reading', 'refused', 'checked', 'running', 'stopped', 'finished', 'undoing', 'undone'))
);
