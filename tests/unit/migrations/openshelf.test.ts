import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PUBLICATION_CATEGORIES } from '#api/domain/publication-states.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import type { Database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { write } from '#db/write.ts';
import { BEFORE_OPENSHELF, copyToPreviousSchema, readAllRows } from '../../support/app/previous-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { createDraft, publishDraft } from '../../support/drafts/draft-fixtures.ts';

const noBackup = async () => undefined;

let test: TestDatabase;
let previous: Database;
let deletedJobId: number;
beforeEach(async () => {
  test = await createTestDatabase();
  await insertRows();
  previous = await copyToPreviousSchema(test.db, test.directory, BEFORE_OPENSHELF);
});
afterEach(async () => {
  previous.client.close();
  await test.close();
});

/** Rows of the tables that the migration recreates, and a deleted job, whose id must not be reused. */
async function insertRows(): Promise<void> {
  const { db, clock } = test;
  const now = clock.now();
  const { id: actorId } = await createUser(test, { role: 'admin' });
  await publishDraft(test, await createDraft(test, { title: 'Kumara' }));
  const undo = { actorId, now, snapshot: { entries: [{ id: 1 }] } } as const;
  await write(db, [
    ...recordUndoStatements(db, { ...undo, id: 'undo-1', kind: 'waiting_list.deleted' }),
    ...recordUndoStatements(db, { ...undo, id: 'undo-2', kind: 'user.deleted' }),
    enqueuePublishStatement(db, { kind: 'schedule', reason: 'Test', now }),
    enqueuePublishStatement(db, { kind: 'rebuild', reason: 'Deleted', now }),
  ]);
  deletedJobId = Number((await db.client.execute('SELECT max(id) FROM publish_jobs')).rows[0]?.[0]);
  await write(db, [`DELETE FROM publish_jobs WHERE id = ${deletedJobId}`]);
}

const readRows = async (sql: string) => (await previous.client.execute(sql)).rows.map((row) => ({ ...row }));

describe('the migration that adds OpenShelf', () => {
  it('keeps every row and every id counter of a database with content', async () => {
    const before = await readAllRows(test.db);
    for (const table of ['publish_jobs', 'undo_actions', 'users', 'blogs']) expect(before[table]).not.toEqual([]);
    expect(await migrate(previous, noBackup)).toBeGreaterThan(0);
    expect(await readAllRows(previous)).toEqual(before);
    await write(previous, [enqueuePublishStatement(previous, { kind: 'publication', id: 1, reason: 'Test', now: 1 })]);
    expect(await readRows('SELECT max(id) AS id FROM publish_jobs')).toEqual([{ id: deletedJobId + 1 }]);
  });

  it('keeps the constraints of the tables that it recreates, and allows the new kinds', async () => {
    await migrate(previous, noBackup);
    const undo = (id: string, kind: string) =>
      `INSERT INTO undo_actions (id, kind, actor_id, created_at, undo_until) VALUES ('${id}', '${kind}', 1, 1, 2)`;
    await write(previous, [undo('undo-3', 'publication.decided')]);
    await expect(write(previous, [undo('undo-4', 'other')])).rejects.toThrow('undo_actions_kind');
    await expect(write(previous, [undo('undo-1', 'user.deleted')])).rejects.toThrow('UNIQUE');
    const job = "INSERT INTO publish_jobs (kind, reason, created_at) VALUES ('other', 'Test', 1)";
    await expect(write(previous, [job])).rejects.toThrow('publish_jobs_kind');
    const indexes = await readRows(
      "SELECT name FROM sqlite_master WHERE name IN ('publish_jobs_open', 'undo_actions_open')",
    );
    expect(indexes).toHaveLength(2);
  });

  it('brings the categories of the specification, nine reasons, and search indexes that follow the publications', async () => {
    await migrate(previous, noBackup);
    const topCategories = 'SELECT name FROM publication_categories WHERE parent_id IS NULL ORDER BY position';
    expect((await readRows(topCategories)).map(({ name }) => name)).toEqual([...DEFAULT_PUBLICATION_CATEGORIES]);
    const positions = await readRows('SELECT position FROM rejection_reasons ORDER BY position');
    expect(positions.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await write(previous, [
      `INSERT INTO publications (id, slug, title, author_name, description, category_id, created_at, updated_at)
        VALUES (7, 'rivers', 'Rivers of Taranaki', 'Hana', 'Forty rivers.', 1, 1, 1)`,
    ]);
    for (const index of ['publications_search', 'publication_words']) {
      expect(await readRows(`SELECT rowid AS id FROM ${index} WHERE ${index} MATCH 'taranaki'`)).toEqual([{ id: 7 }]);
    }
  });
});
