CREATE TABLE `plan_prices` (
	`price_id` text PRIMARY KEY NOT NULL,
	`plan_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `plan_prices_plan` ON `plan_prices` (`plan_key`,`created_at`);