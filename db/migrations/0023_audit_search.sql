CREATE TABLE `audit_subjects` (
	`subject` text NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`subject`, `entry_id`)
);
--> statement-breakpoint
-- What an entry is about besides its subject. The log is append-only, so there is nothing to update or delete.
INSERT INTO `audit_subjects` (`subject`, `entry_id`)
	SELECT CASE `audit_log`.`subject` WHEN 'users' THEN 'user' WHEN 'publications' THEN 'publication' ELSE 'waiting-list' END || ':' || item.value, `audit_log`.`id`
	FROM `audit_log`, json_each(`audit_log`.`detail`, '$.ids') AS item WHERE `audit_log`.`subject` IN ('users', 'publications', 'waiting-list')
	UNION SELECT 'user:' || json_extract(`detail`, '$.user'), `id` FROM `audit_log` WHERE json_type(`detail`, '$.user') = 'integer';--> statement-breakpoint
CREATE TRIGGER `audit_log_subjects` AFTER INSERT ON `audit_log` WHEN new.`detail` IS NOT NULL BEGIN
	INSERT INTO `audit_subjects` (`subject`, `entry_id`)
		SELECT CASE new.`subject` WHEN 'users' THEN 'user' WHEN 'publications' THEN 'publication' ELSE 'waiting-list' END || ':' || item.value, new.`id`
		FROM json_each(new.`detail`, '$.ids') AS item WHERE new.`subject` IN ('users', 'publications', 'waiting-list')
		UNION SELECT 'user:' || json_extract(new.`detail`, '$.user'), new.`id` WHERE json_type(new.`detail`, '$.user') = 'integer';
END;--> statement-breakpoint
-- Parts of the texts of an entry: titles, plans and ids that are no numbers. Names and addresses are searched where they are.
CREATE VIRTUAL TABLE `audit_search` USING fts5(`texts`, content='', tokenize="trigram remove_diacritics 1");--> statement-breakpoint
INSERT INTO `audit_search` (`rowid`, `texts`) SELECT `id`, `texts` FROM (
	SELECT `id`, concat_ws(char(10), iif(`subject` GLOB '*:*[^0-9]*', substr(`subject`, instr(`subject`, ':') + 1), NULL),
		(SELECT group_concat(atom, char(10)) FROM json_tree(json_array(json(`before`), json(`after`), json(`detail`))) WHERE type = 'text')) AS `texts` FROM `audit_log`
) WHERE `texts` <> '';--> statement-breakpoint
CREATE TRIGGER `audit_log_search` AFTER INSERT ON `audit_log` BEGIN
	INSERT INTO `audit_search` (`rowid`, `texts`) SELECT new.`id`, `texts` FROM (
		SELECT concat_ws(char(10), iif(new.`subject` GLOB '*:*[^0-9]*', substr(new.`subject`, instr(new.`subject`, ':') + 1), NULL),
			(SELECT group_concat(atom, char(10)) FROM json_tree(json_array(json(new.`before`), json(new.`after`), json(new.`detail`))) WHERE type = 'text')) AS `texts`
	) WHERE `texts` <> '';
END;
