CREATE TABLE `receipt_numbers` (
	`number` integer PRIMARY KEY NOT NULL,
	`stripe_invoice_id` text NOT NULL,
	`issued_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_numbers_stripe_invoice_id_unique` ON `receipt_numbers` (`stripe_invoice_id`);