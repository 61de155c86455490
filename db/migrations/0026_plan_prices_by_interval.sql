PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_stripe_customers` (
	`user_id` integer NOT NULL,
	`currency` text DEFAULT '' NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`contact` text,
	PRIMARY KEY(`user_id`, `currency`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_stripe_customers`("user_id", "currency", "customer_id", "created_at", "contact") SELECT "user_id", coalesce((SELECT "currency" FROM `subscriptions` WHERE `subscriptions`."customer_id" = `stripe_customers`."customer_id" ORDER BY `subscriptions`."created_at" DESC LIMIT 1), ''), "customer_id", "created_at", "contact" FROM `stripe_customers`;--> statement-breakpoint
DROP TABLE `stripe_customers`;--> statement-breakpoint
ALTER TABLE `__new_stripe_customers` RENAME TO `stripe_customers`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_customer_id_unique` ON `stripe_customers` (`customer_id`);--> statement-breakpoint
ALTER TABLE `plan_prices` ADD `billing_interval` text DEFAULT 'month' NOT NULL;--> statement-breakpoint
ALTER TABLE `checkout_attempts` ADD `quantity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trial_end` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pending_interval` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pending_quantity` integer;--> statement-breakpoint
UPDATE `plan_prices` SET `billing_interval` = 'year' WHERE EXISTS (SELECT 1 FROM `site_parts` WHERE `site_parts`.`kind` = 'plan' AND `site_parts`.`fields` ->> 'key' = `plan_prices`.`plan_key` AND `site_parts`.`fields` ->> 'interval' = 'year');
