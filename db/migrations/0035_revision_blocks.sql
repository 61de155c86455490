CREATE TABLE `revision_blocks` (
	`revision_id` integer PRIMARY KEY NOT NULL,
	`hashes` text NOT NULL,
	FOREIGN KEY (`revision_id`) REFERENCES `revisions`(`id`) ON UPDATE no action ON DELETE cascade
);
