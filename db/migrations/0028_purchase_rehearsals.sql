CREATE TABLE `purchase_rehearsals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`actor_id` integer,
	`offer_hash` text NOT NULL,
	`has_passed` integer DEFAULT false NOT NULL,
	`report` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `rehearsal_records` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rehearsal_id` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`html` text NOT NULL,
	FOREIGN KEY (`rehearsal_id`) REFERENCES `purchase_rehearsals`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rehearsal_records_rehearsal` ON `rehearsal_records` (`rehearsal_id`);