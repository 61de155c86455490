CREATE TABLE `tax_move_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`move_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`from_rates` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`obstacle` text,
	`told_at` integer,
	`next_attempt_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	FOREIGN KEY (`move_id`) REFERENCES `tax_moves`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tax_move_members_state" CHECK("tax_move_members"."state" IN ('waiting', 'moved', 'left_out', 'cancelled')),
	CONSTRAINT "tax_move_members_obstacle" CHECK("tax_move_members"."obstacle" IN ('ended', 'automatic', 'set_at_stripe'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tax_move_members_once` ON `tax_move_members` (`move_id`,`subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tax_move_members_one_move` ON `tax_move_members` (`subscription_id`) WHERE "tax_move_members"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `tax_move_members_due` ON `tax_move_members` (`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `tax_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` integer NOT NULL,
	`to_rate` text,
	`actor_id` integer,
	`created_at` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `tax_moves_actor` ON `tax_moves` (`actor_id`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `tax` text;