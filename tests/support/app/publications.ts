import { publicationHistory, publications, publicationVersions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestDatabase } from './test-app.ts';

type TestSite = Pick<TestDatabase, 'db' | 'clock'>;
type PublicationValues = Partial<typeof publications.$inferInsert>;
type HistoryValues = Pick<typeof publicationHistory.$inferInsert, 'publicationId' | 'move'> &
  Partial<typeof publicationHistory.$inferInsert>;

let publicationCount = 0;

/** Creates a publication with its current version, by default one that waits for a reviewer since now. Returns its id. */
export async function createPublication(test: TestSite, values: PublicationValues = {}): Promise<number> {
  publicationCount += 1;
  const now = test.clock.now();
  const work = {
    title: `Work ${publicationCount}`,
    authorName: 'Imogen Hart',
    description: 'What grew along one lane in Southland.',
    categoryId: 1,
    createdAt: now,
  };
  const status = values.status ?? 'ADMIN_REVIEWING';
  const state = {
    slug: `work-${publicationCount}`,
    updatedAt: now,
    ...(status === 'ADMIN_REVIEWING' && { queuedAt: now }),
  };
  const { orm } = test.db;
  const [row] = await orm
    .insert(publications)
    .values({ ...work, ...state, ...values, status })
    .returning();
  if (!row) throw new Error('The publication was not inserted.');
  await write(test.db, [
    orm.insert(publicationVersions).values({ ...row, id: undefined, publicationId: row.id, number: row.versionNumber }),
  ]);
  return row.id;
}

/** Creates some alike. Returns their ids. */
export async function createPublications(
  test: TestSite,
  count: number,
  values: PublicationValues = {},
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await createPublication(test, values));
  return ids;
}

/** Adds moves to the history; statuses that a test doesn't name are of no interest to it. */
export async function recordHistory(test: TestSite, entries: readonly HistoryValues[]): Promise<void> {
  const defaults = { versionNumber: 1, toStatus: 'APPROVED', actor: 'reviewer', at: test.clock.now() } as const;
  await write(
    test.db,
    entries.map((entry) => test.db.orm.insert(publicationHistory).values({ ...defaults, ...entry })),
  );
}
