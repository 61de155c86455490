import { inArray } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import { publicationHistory, publications, publicationTexts, publicationVersions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

type TestSite = Pick<Deps, 'db' | 'clock'>;
type PublicationValues = Partial<typeof publications.$inferInsert>;
type VersionValues = Partial<typeof publicationVersions.$inferInsert> & { number: number };
type HistoryValues = Pick<typeof publicationHistory.$inferInsert, 'publicationId' | 'move'> &
  Partial<typeof publicationHistory.$inferInsert>;

const WORK = { authorName: 'Imogen Hart', description: 'What grew along one lane in Southland.', categoryId: 1 };

let publicationCount = 0;

/** Creates a publication with its current version, by default one that waits for a reviewer since now. Returns its id. */
export async function createPublication(test: TestSite, values: PublicationValues = {}): Promise<number> {
  const [id] = await createPublications(test, 1, values);
  if (id === undefined) throw new Error('The publication was not inserted.');
  return id;
}

/** Creates publications with the same values, in one statement. Returns their ids. */
export async function createPublications(
  { db, clock }: TestSite,
  count: number,
  { status = 'ADMIN_REVIEWING', ...values }: PublicationValues = {},
): Promise<number[]> {
  const now = clock.now();
  const queuedAt = status === 'ADMIN_REVIEWING' ? now : null;
  const works = Array.from({ length: count }, () => {
    publicationCount += 1;
    const names = { title: `Work ${publicationCount}`, slug: `work-${publicationCount}` };
    return { ...WORK, ...names, createdAt: now, updatedAt: now, queuedAt, ...values, status };
  });
  const rows = await db.orm.insert(publications).values(works).returning();
  const versions = rows.map((row) => ({ ...row, id: undefined, publicationId: row.id, number: row.versionNumber }));
  await write(db, [db.orm.insert(publicationVersions).values(versions)]);
  return rows.map(({ id }) => id);
}

/** Inserts a version of a publication, which keeps its own current one. */
export async function insertVersion({ db, clock }: TestSite, publicationId: number, values: VersionValues) {
  const version = { ...WORK, title: 'A version', createdAt: clock.now(), ...values, publicationId };
  await write(db, [db.orm.insert(publicationVersions).values(version)]);
}

/** Stores one text for all versions of these publications, as if it had been fetched for each. */
export async function storeSameText({ db, clock }: TestSite, publicationIds: readonly number[]): Promise<void> {
  const versions = await db.orm
    .select({ versionId: publicationVersions.id })
    .from(publicationVersions)
    .where(inArray(publicationVersions.publicationId, [...publicationIds]));
  const text = { url: 'https://texts.example.com', html: '<p>One text.</p>', wordsHash: `of ${publicationIds.join()}` };
  const rows = versions.map(({ versionId }) => ({ ...text, versionId, wordCount: 2, fetchedAt: clock.now() }));
  await write(db, [db.orm.insert(publicationTexts).values(rows)]);
}

/** Adds moves to the history; statuses that a test doesn't name are of no interest to it. */
export async function recordHistory(test: TestSite, entries: readonly HistoryValues[]): Promise<void> {
  const defaults = { versionNumber: 1, toStatus: 'APPROVED', actor: 'reviewer', at: test.clock.now() } as const;
  await write(
    test.db,
    entries.map((entry) => test.db.orm.insert(publicationHistory).values({ ...defaults, ...entry })),
  );
}

/** Adds a reviewer’s decision to the history, and leaves the status alone. */
export const recordDecision = (
  test: TestSite,
  publicationId: number,
  move: ReviewDecision,
  values: Partial<HistoryValues> = {},
): Promise<void> =>
  recordHistory(test, [
    {
      fromStatus: 'ADMIN_REVIEWING',
      ...(move !== 'approve' && { toStatus: 'REJECTED' }),
      ...values,
      publicationId,
      move,
    },
  ]);
