DROP INDEX `outbox_status`;--> statement-breakpoint
CREATE INDEX `outbox_status` ON `outbox` (`status`,`created_at`,`id`,`to_email`) WHERE "outbox"."status" <> 'queued';--> statement-breakpoint
-- Parts of addresses: the search of the mail desk. The addresses themselves stay in `outbox`. A migration that recreates
-- the outbox must create these triggers again.
CREATE VIRTUAL TABLE `outbox_search` USING fts5(`to_email`, content='outbox', content_rowid='id', tokenize="trigram");--> statement-breakpoint
INSERT INTO `outbox_search` (`outbox_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE TRIGGER `outbox_search_insert` AFTER INSERT ON `outbox` BEGIN
	INSERT INTO `outbox_search` (`rowid`, `to_email`) VALUES (new.`id`, new.`to_email`);
END;--> statement-breakpoint
CREATE TRIGGER `outbox_search_update` AFTER UPDATE OF `to_email` ON `outbox` BEGIN
	INSERT INTO `outbox_search` (`outbox_search`, `rowid`, `to_email`) VALUES ('delete', old.`id`, old.`to_email`);
	INSERT INTO `outbox_search` (`rowid`, `to_email`) VALUES (new.`id`, new.`to_email`);
END;--> statement-breakpoint
CREATE TRIGGER `outbox_search_delete` AFTER DELETE ON `outbox` BEGIN
	INSERT INTO `outbox_search` (`outbox_search`, `rowid`, `to_email`) VALUES ('delete', old.`id`, old.`to_email`);
END;
