CREATE TABLE `first_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`answered` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_postponed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`publish_id` integer,
	CONSTRAINT "first_run_one_row" CHECK("first_run"."id" = 1)
);
