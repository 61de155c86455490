CREATE TABLE `import_texts` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`html` text NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `import_items`(`id`) ON UPDATE no action ON DELETE cascade
);
