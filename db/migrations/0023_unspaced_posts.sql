-- Without the status: it would be worked out anew, from the whole text, whenever a post is published or taken down.
DROP INDEX `blogs_unspaced`;--> statement-breakpoint
CREATE INDEX `blogs_unspaced` ON `blogs` (`id`) WHERE `title` || `content_text` GLOB '*[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿ｦ-ﾝ𠀀-𿿿]*';
