-- The search of works takes no language for granted: words as they are written, as in the other indexes.
DROP TABLE `shelf_words`;--> statement-breakpoint
CREATE VIRTUAL TABLE `shelf_words` USING fts5(`title`, `author_name`, `description`, tokenize="unicode61 remove_diacritics 2", prefix='2 3');--> statement-breakpoint
INSERT INTO `shelf_words` (`rowid`, `title`, `author_name`, `description`)
	SELECT `publications`.`id`, version.`title`, version.`author_name`, version.`description`
	FROM `publications` JOIN `publication_versions` AS version ON version.`publication_id` = `publications`.`id` AND version.`number` = `publications`.`shelf_version`;--> statement-breakpoint
-- The words of each index: what a word with a typo may have meant.
CREATE VIRTUAL TABLE `blogs_search_vocabulary` USING fts5vocab('blogs_search', 'row');--> statement-breakpoint
CREATE VIRTUAL TABLE `documents_search_vocabulary` USING fts5vocab('documents_search', 'row');--> statement-breakpoint
CREATE VIRTUAL TABLE `shelf_words_vocabulary` USING fts5vocab('shelf_words', 'row');--> statement-breakpoint
-- Posts in scripts without spaces, whose parts of words are searched by comparing texts. The search repeats the condition letter by letter.
CREATE INDEX `blogs_unspaced` ON `blogs` (`id`) WHERE `status` = 'published' AND `title` || `content_text` GLOB '*[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿ｦ-ﾝ𠀀-𿿿]*';