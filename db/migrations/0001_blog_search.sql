-- Full-text search over posts, kept up to date by triggers; the text itself stays in `blogs`.
CREATE VIRTUAL TABLE blogs_search USING fts5(
  title, description, content_text,
  content = 'blogs', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER blogs_search_insert AFTER INSERT ON blogs BEGIN
  INSERT INTO blogs_search (rowid, title, description, content_text)
  VALUES (new.id, new.title, new.description, new.content_text);
END;
--> statement-breakpoint
CREATE TRIGGER blogs_search_delete AFTER DELETE ON blogs BEGIN
  INSERT INTO blogs_search (blogs_search, rowid, title, description, content_text)
  VALUES ('delete', old.id, old.title, old.description, old.content_text);
END;
--> statement-breakpoint
CREATE TRIGGER blogs_search_update AFTER UPDATE OF title, description, content_text ON blogs BEGIN
  INSERT INTO blogs_search (blogs_search, rowid, title, description, content_text)
  VALUES ('delete', old.id, old.title, old.description, old.content_text);
  INSERT INTO blogs_search (rowid, title, description, content_text)
  VALUES (new.id, new.title, new.description, new.content_text);
END;
