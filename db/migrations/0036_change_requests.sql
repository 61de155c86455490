ALTER TABLE `subscriptions` ADD `change_request` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `is_cancelled_by_staff` integer DEFAULT false NOT NULL;