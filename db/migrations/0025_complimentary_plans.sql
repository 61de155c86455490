CREATE TABLE `complimentary_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`plan_key` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`reason` text NOT NULL,
	`ends_at` integer,
	`actor_id` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "complimentary_plans_end_reason" CHECK("complimentary_plans"."end_reason" IN ('day_reached', 'ended_by_staff', 'bought', 'undone')),
	CONSTRAINT "complimentary_plans_quantity" CHECK("complimentary_plans"."quantity" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `complimentary_plans_one_current` ON `complimentary_plans` (`user_id`,`product_id`) WHERE "complimentary_plans"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `complimentary_plans_due` ON `complimentary_plans` (`ends_at`) WHERE "complimentary_plans"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `complimentary_plans_actor` ON `complimentary_plans` (`actor_id`);