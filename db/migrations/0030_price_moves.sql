CREATE TABLE `price_move_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`move_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`from_price_id` text NOT NULL,
	`from_price` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`obstacle` text,
	`moves_at` integer,
	`told_at` integer,
	`next_attempt_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	FOREIGN KEY (`move_id`) REFERENCES `price_moves`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "price_move_members_state" CHECK("price_move_members"."state" IN ('waiting', 'scheduled', 'moved', 'left_out', 'cancelled')),
	CONSTRAINT "price_move_members_obstacle" CHECK("price_move_members"."obstacle" IN ('ended', 'set_to_end', 'past_due', 'paused', 'other_change', 'other_price'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_move_members_once` ON `price_move_members` (`move_id`,`subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_move_members_one_move` ON `price_move_members` (`subscription_id`) WHERE "price_move_members"."state" IN ('waiting', 'scheduled');--> statement-breakpoint
CREATE INDEX `price_move_members_due` ON `price_move_members` (`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `price_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_key` text NOT NULL,
	`to_price_id` text,
	`to_price` text NOT NULL,
	`effective_from` integer NOT NULL,
	`message` text NOT NULL,
	`actor_id` integer,
	`created_at` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`cancelled_at` integer,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `price_moves_actor` ON `price_moves` (`actor_id`);