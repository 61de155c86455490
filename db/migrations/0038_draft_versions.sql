CREATE TABLE `draft_versions` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`)
);
--> statement-breakpoint
INSERT INTO `draft_versions` (`kind`, `subject_id`, `version`)
  SELECT `part`.`value` ->> 'kind', `part`.`value` ->> 'id', max(`part`.`value` ->> 'version')
  FROM `site_schedules`, json_each(`site_schedules`.`parts`) AS `part`
  GROUP BY `part`.`value` ->> 'kind', `part`.`value` ->> 'id';
--> statement-breakpoint
CREATE TRIGGER `drafts_keep_version` AFTER DELETE ON `drafts` BEGIN
  INSERT INTO `draft_versions` (`kind`, `subject_id`, `version`) VALUES (old.`kind`, old.`subject_id`, old.`version`)
    ON CONFLICT (`kind`, `subject_id`) DO UPDATE SET `version` = max(`version`, excluded.`version`);
END;
