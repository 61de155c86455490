import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { toSlug } from '#api/domain/slug.ts';
import { BEFORE_ADDRESSES, copyToPreviousSchema } from '../../support/app/previous-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const noBackup = async () => undefined;

let test: TestDatabase;
let previous: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  previous = await copyToPreviousSchema(test.db, test.directory, BEFORE_ADDRESSES);
});
afterEach(async () => {
  previous.client.close();
  await test.close();
});

const insertDocument = (id: number, title: string, content = '<p>Text.</p>', status = 'published') => ({
  sql: `INSERT INTO documents (id, title, content, content_text, status, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 7, 8)`,
  args: [id, title, content, content, status],
});
const insertCategory = (id: number, slug: string) => ({
  sql: 'INSERT INTO categories (id, name, slug, created_at, updated_at) VALUES (?, ?, ?, 7, 8)',
  args: [id, `Category ${id}`, slug],
});
const readColumn = async (sql: string) => (await previous.client.execute(sql)).rows.map((row) => row[0]);
const readSlugs = (table: string) => readColumn(`SELECT slug FROM ${table} ORDER BY id`);

describe('the migration that gives documents addresses', () => {
  const TITLES = ['Set the voice', 'Māori kōrero', 'Tea & toast', 'What’s new?', ' 10 things -- in order! ', 'Café'];

  it('makes the slugs that their titles would give', async () => {
    await write(
      previous,
      TITLES.map((title, at) => insertDocument(at + 1, title)),
    );
    expect(await migrate(previous, noBackup)).toBeGreaterThan(0);
    expect(await readSlugs('documents')).toEqual(TITLES.map((title) => toSlug(title, 'document')));
    const history = 'SELECT slug || document_id || created_at FROM document_slugs ORDER BY document_id';
    expect(await readColumn(history)).toEqual(TITLES.map((title, at) => `${toSlug(title, 'document')}${at + 1}7`));
  });

  it('gives those whose slug is taken, reserved, an id or empty one of their own', async () => {
    const titles = ['Tea', 'TEA!', 'New', '2026', '漢字', 'Document 1', 'Untitled presentation', 'x'.repeat(200)];
    await write(
      previous,
      titles.map((title, at) => insertDocument(at + 1, title)),
    );
    await migrate(previous, noBackup);
    const own = [2, 3, 4, 5, 6, 7].map((id) => `document-${id}`);
    expect(await readSlugs('documents')).toEqual(['tea', ...own, 'x'.repeat(80)]);
  });

  it('gives a document that was never published a provisional slug, and drafts the slug of their document', async () => {
    await write(previous, [insertDocument(1, 'Untitled document', '', 'draft'), insertDocument(2, 'Tea')]);
    for (const id of [1, 2]) {
      await write(previous, [
        `INSERT INTO drafts (kind, subject_id, fields, content, version, base_revision, client_id, created_at, updated_at)
          VALUES ('document', ${id}, '{"title":"Changed","section_id":null,"status":"draft"}', '', 1, 1, 'c${id}', 1, 1)`,
      ]);
    }
    await migrate(previous, noBackup);
    expect(await readSlugs('documents')).toEqual(['untitled-000000000001', 'tea']);
    expect(await readColumn("SELECT json_extract(fields, '$.slug') FROM drafts ORDER BY subject_id")).toEqual([
      null,
      'tea',
    ]);
    expect(await readColumn("SELECT json_extract(fields, '$.title') FROM drafts")).toEqual(['Changed', 'Changed']);
  });

  it('keeps the id counter and the search index, whose triggers still run', async () => {
    await write(previous, [
      insertDocument(1, 'Kettle'),
      insertDocument(9, 'Last'),
      'DELETE FROM documents WHERE id = 9',
    ]);
    await migrate(previous, noBackup);
    const insert = (
      slug: string,
    ) => `INSERT INTO documents (slug, title, content, content_text, status, created_at, updated_at)
      VALUES ('${slug}', 'Teapot', '', '', 'published', 1, 1)`;
    await write(previous, [insert('teapot')]);
    expect(await readColumn('SELECT id FROM documents ORDER BY id')).toEqual([1, 10]);
    await write(previous, ["UPDATE documents SET title = 'Samovar' WHERE id = 1"]);
    const countMatches = (word: string) =>
      readColumn(`SELECT count(*) FROM documents_search WHERE documents_search MATCH '${word}'`);
    expect([await countMatches('kettle'), await countMatches('samovar'), await countMatches('teapot')]).toEqual([
      [0],
      [1],
      [1],
    ]);
    await expect(write(previous, [insert('teapot')])).rejects.toThrow('UNIQUE');
    await expect(write(previous, [insert('Not a slug')])).rejects.toThrow('documents_slug');
  });
});

it('the migration keeps the slugs of categories, except those that would hide another address', async () => {
  const slugs = ['craft', '2026', 'all', 'news-and-updates'];
  await write(
    previous,
    slugs.map((slug, at) => insertCategory(at + 1, slug)),
  );
  await migrate(previous, noBackup);
  const after = ['craft', '2026-category-2', 'all-category-3', 'news-and-updates'];
  expect(await readSlugs('categories')).toEqual(after);
  expect(await readColumn('SELECT slug FROM category_slugs ORDER BY category_id')).toEqual(after);
});
