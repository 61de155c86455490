-- Beginnings of up to five letters have an index of their own: without one, the search puts the lists of all words together that begin so.
DROP TABLE `blogs_search_vocabulary`;--> statement-breakpoint
DROP TABLE `blogs_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `blogs_search` USING fts5(`title`, `description`, `content_text`, content='blogs', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5');--> statement-breakpoint
INSERT INTO `blogs_search` (`blogs_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE VIRTUAL TABLE `blogs_search_vocabulary` USING fts5vocab('blogs_search', 'row');--> statement-breakpoint
DROP TABLE `documents_search_vocabulary`;--> statement-breakpoint
DROP TABLE `documents_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `documents_search` USING fts5(`title`, `content_text`, content='documents', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5');--> statement-breakpoint
INSERT INTO `documents_search` (`documents_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE VIRTUAL TABLE `documents_search_vocabulary` USING fts5vocab('documents_search', 'row');--> statement-breakpoint
DROP TABLE `shelf_words_vocabulary`;--> statement-breakpoint
DROP TABLE `shelf_words`;--> statement-breakpoint
CREATE VIRTUAL TABLE `shelf_words` USING fts5(`title`, `author_name`, `description`, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5');--> statement-breakpoint
INSERT INTO `shelf_words` (`rowid`, `title`, `author_name`, `description`)
	SELECT `publications`.`id`, version.`title`, version.`author_name`, version.`description`
	FROM `publications` JOIN `publication_versions` AS version ON version.`publication_id` = `publications`.`id` AND version.`number` = `publications`.`shelf_version`;--> statement-breakpoint
CREATE VIRTUAL TABLE `shelf_words_vocabulary` USING fts5vocab('shelf_words', 'row');--> statement-breakpoint
-- Documents and works in scripts without spaces, as `blogs_unspaced` for posts. The search repeats the conditions letter by letter.
CREATE INDEX `documents_unspaced` ON `documents` (`id`) WHERE `title` || `content_text` GLOB '*[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿ｦ-ﾝ𠀀-𿿿]*';--> statement-breakpoint
CREATE INDEX `publication_versions_unspaced` ON `publication_versions` (`publication_id`, `number`) WHERE `title` || `author_name` || `description` GLOB '*[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿ｦ-ﾝ𠀀-𿿿]*';
