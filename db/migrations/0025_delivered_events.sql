ALTER TABLE `stripe_events` ADD `delivered_at` integer;--> statement-breakpoint
-- How earlier events came isn't known; Stripe has undelivered ones for 7 days only.
UPDATE `stripe_events` SET `delivered_at` = `received_at`;
