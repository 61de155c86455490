import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { BEFORE_ROLES, copyToPreviousSchema } from '../../support/app/previous-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

let test: TestDatabase;
let previous: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  previous = await copyToPreviousSchema(test.db, test.directory, BEFORE_ROLES);
});
afterEach(async () => {
  previous.client.close();
  await test.close();
});

const insertUser = (email: string, role = 'user') => ({
  sql: 'INSERT INTO users (email, first_name, role, created_at, updated_at) VALUES (?, ?, ?, 7, 8)',
  args: [email, 'Aroha', role],
});
const readColumn = async (sql: string) => (await previous.client.execute(sql)).rows.map((row) => row[0]);

it('the migration of roles keeps users with what hangs on them, the id counter and the search index', async () => {
  await write(previous, [
    insertUser('aroha@example.com', 'admin'),
    insertUser('last@example.com'),
    "INSERT INTO user_notes (user_id, author_id, body, created_at) VALUES (1, 1, 'Called.', 9)",
    'DELETE FROM users WHERE id = 2',
  ]);
  await expect(write(previous, [insertUser('ed@example.com', 'editor')])).rejects.toThrow('users_role');
  await migrate(previous, async () => undefined);
  await write(previous, [insertUser('ed@example.com', 'editor')]);
  expect(await readColumn("SELECT id || ' ' || role FROM users ORDER BY id")).toEqual(['1 admin', '3 editor']);
  expect(await readColumn('SELECT body FROM user_notes')).toEqual(['Called.']);
  await write(previous, ["UPDATE users SET first_name = 'Marama' WHERE id = 1", 'DELETE FROM users WHERE id = 3']);
  const countMatches = async (word: string) =>
    (await readColumn(`SELECT count(*) FROM users_search WHERE users_search MATCH '${word}'`))[0];
  // By the address of the first; the other one is gone.
  expect([await countMatches('aroha'), await countMatches('marama')]).toEqual([1, 1]);
});
