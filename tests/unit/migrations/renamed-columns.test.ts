import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChallenge } from '#api/features/auth/challenges/challenges.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { commitRelease, readReleaseEntries, readSiteState } from '#api/releases/release-rows.ts';
import { createRedirectEntry } from '#api/releases/manifest.ts';
import type { Database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { copyToPreviousSchema, readAllRows } from '../../support/app/previous-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { createDraft, publishDraft, updateDraft } from '../../support/drafts/draft-fixtures.ts';
import { enqueueCodeEmail, enqueueJoinedEmail } from '../../support/mail/outbox.ts';

const noBackup = async () => undefined;
const page = {
  path: '/blogs',
  status: 200,
  hash: 'a'.repeat(64),
  location: null,
  contentType: 'text/html',
  policy: "default-src 'self'",
  inputHash: '0123456789abcdef0123',
  postIds: [1, 2],
  validUntil: 5,
};

let test: TestDatabase;
let previous: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  await insertRows();
  previous = await copyToPreviousSchema(test.db, test.directory);
});
afterEach(async () => {
  previous.client.close();
  await test.close();
});

/** Rows in every table with renamed columns, and a deleted job, whose id must not be reused. */
async function insertRows(): Promise<void> {
  const { db, deps, clock } = test;
  const now = clock.now();
  const id = await createDraft(test, { title: 'Kumara' }, '<p>One two three.</p>');
  await publishDraft(test, id);
  await updateDraft(test, id, { content: '<p>One two.</p>' });
  await createDraft(test, { title: 'Not published' });
  await enqueueCodeEmail(test, 'aroha@example.com');
  await enqueueJoinedEmail(test, 'tom@example.com');
  const names = { firstName: null, lastName: null };
  const challenge = createChallenge(deps, { email: 'aroha@example.com', browserHash: 'b', ...names });
  await write(db, challenge.statements);
  await write(db, ['UPDATE sign_in_challenges SET attempts = 3, foreign_attempts = 4']);
  const input = { kind: 'publish', note: 'One', buildId: 'build', removed: [], pagesTotal: 2, bytes: 10, now } as const;
  const redirect = createRedirectEntry('/blogs/old', '/blogs/new', 301);
  await commitRelease(db, {
    ...input,
    base: { release: 0, pinned: null },
    changed: [page, redirect],
    pinnedRelease: null,
  });
  await commitRelease(db, {
    ...input,
    base: { release: 1, pinned: null },
    kind: 'restore',
    changed: [{ ...page, inputHash: 'f' }],
    pinnedRelease: 1,
  });
  const job = (kind: 'rebuild' | 'schedule') => enqueuePublishStatement(db, { kind, reason: 'Test', now });
  await write(db, [job('schedule'), job('rebuild'), job('rebuild')]);
  await write(db, [
    "UPDATE publish_jobs SET status = 'rendering', removed_count = 7 WHERE kind = 'schedule'",
    'DELETE FROM publish_jobs WHERE id = (SELECT max(id) FROM publish_jobs)',
  ]);
}

describe('the migration that renames columns', () => {
  it('R6 keeps every row and every id counter of the previous schema', async () => {
    const before = await readAllRows(test.db);
    for (const table of ['drafts', 'revisions', 'outbox', 'sign_in_challenges', 'release_entries', 'publish_jobs'])
      expect(before[table]).not.toEqual([]);
    expect(await migrate(previous, noBackup)).toBeGreaterThan(0);
    expect(await readAllRows(previous)).toEqual(before);
  });

  it('R6 keeps the input hashes and the pinned release, so that no page is rendered again', async () => {
    const [entries, state] = [await readReleaseEntries(test.db, null), await readSiteState(test.db)];
    await migrate(previous, noBackup);
    expect(await readReleaseEntries(previous, null)).toEqual(entries);
    expect(await readSiteState(previous)).toEqual(state);
    expect(state.pinnedRelease).toBe(1);
  });

  it('R6 keeps the constraints and the search index', async () => {
    await migrate(previous, noBackup);
    const run = (sql: string) => write(previous, [sql]);
    const job = (kind: string) => `INSERT INTO publish_jobs (kind, reason, created_at) VALUES ('${kind}', 'x', 1)`;
    await expect(run(job('clock'))).rejects.toThrow('publish_jobs_kind');
    await expect(run(job('schedule'))).resolves.toBeDefined();
    await expect(run('UPDATE release_entries SET location = hash')).rejects.toThrow('hash_or_location');
    await expect(run("UPDATE drafts SET client_id = 'the same'")).rejects.toThrow('UNIQUE');
    const countMatches = "SELECT count(*) FROM blogs_search WHERE blogs_search MATCH 'kumara'";
    expect((await previous.client.execute(countMatches)).rows[0]?.[0]).toBe(1);
  });
});
