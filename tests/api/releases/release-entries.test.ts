import { afterEach, beforeEach, expect, it } from 'vitest';
import { releaseEntryStatements } from '#api/releases/release-entry-statements.ts';
import { commitRelease, readReleaseEntries, readSiteState } from '#api/releases/release-rows.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const NOW = 1_700_000_000_000;

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

async function commitEntries(changed: ReleaseEntry[], removed: string[] = []): Promise<number> {
  const base = { release: (await readSiteState(test.db)).current, pinned: null };
  const facts = { kind: 'build', note: '', buildId: '', pagesTotal: 0, bytes: 0, now: NOW } as const;
  return commitRelease(test.db, { ...facts, base, changed, removed });
}

const sortByPath = (entries: ReleaseEntry[]) => entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));

const page = (path: string, changes: Partial<ReleaseEntry> = {}): ReleaseEntry => ({
  path,
  status: 200,
  hash: 'a'.repeat(64),
  location: null,
  contentType: 'text/html; charset=utf-8',
  policy: `default-src 'none'; img-src "${path}"`,
  inputHash: 'one',
  postIds: [3, 1, 2],
  validUntil: NOW,
  ...changes,
});

it('entries are read back unchanged, also more than fit into one statement', async () => {
  const entries = [
    ...Array.from({ length: 1_203 }, (_, n) => page(`/blogs/post-${n}`, { policy: `default-src '${n % 7}'` })),
    page('/old "address"', { status: 301, hash: null, location: '/blogs/post-1', policy: null, postIds: [] }),
    page('/card.png', { policy: null, validUntil: null }),
  ];
  await commitEntries(entries);
  expect(await readReleaseEntries(test.db, null)).toEqual(sortByPath(entries));
});

it('a later release ends the entries that it changes or removes, and keeps the others', async () => {
  const first = [page('/a'), page('/b'), page('/c')];
  const changed = page('/b', { inputHash: 'two', policy: "default-src 'self'" });
  const one = await commitEntries(first);
  const two = await commitEntries([changed], ['/c']);
  expect(await readReleaseEntries(test.db, one)).toEqual(first);
  expect(await readReleaseEntries(test.db, two)).toEqual([page('/a'), changed]);
});

it('a publish of one page uses the index on path', async () => {
  const plans = releaseEntryStatements(1, [page('/a')], []).map((statement) => {
    const { sql, args } = statement as { sql: string; args: string[] };
    return test.db.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
  });
  const [closingPlan] = await Promise.all(plans);
  const steps = closingPlan?.rows.map((row) => String(row.detail)) ?? [];
  expect(steps).toContain('SEARCH release_entries USING INDEX release_entries_current (path=?)');
});
