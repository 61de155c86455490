-- Full-text search over documents, kept up to date by triggers; the text itself stays in `documents`.
CREATE VIRTUAL TABLE documents_search USING fts5(
  title, content_text,
  content = 'documents', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER documents_search_insert AFTER INSERT ON documents BEGIN
  INSERT INTO documents_search (rowid, title, content_text) VALUES (new.id, new.title, new.content_text);
END;
--> statement-breakpoint
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, content_text)
  VALUES ('delete', old.id, old.title, old.content_text);
END;
--> statement-breakpoint
CREATE TRIGGER documents_search_update AFTER UPDATE OF title, content_text ON documents BEGIN
  INSERT INTO documents_search (documents_search, rowid, title, content_text)
  VALUES ('delete', old.id, old.title, old.content_text);
  INSERT INTO documents_search (rowid, title, content_text) VALUES (new.id, new.title, new.content_text);
END;
