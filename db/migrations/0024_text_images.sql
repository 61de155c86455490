ALTER TABLE `publication_texts` ADD `images` text;--> statement-breakpoint
ALTER TABLE `publication_texts` ADD `removed_links` text;