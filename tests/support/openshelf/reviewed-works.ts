import type { ReviewDecision } from '#api/domain/publication-states.ts';
import { publicationHistory, publications, publicationVersions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';

type Work = Partial<typeof publications.$inferInsert>;

/** Inserts a publication that waits for a reviewer, with its version. */
export async function addWork({ db, clock }: Pick<Deps, 'db' | 'clock'>, work: Work = {}): Promise<number> {
  const now = clock.now();
  const content = { title: 'A Work', authorName: 'Imogen Hart', description: 'About it.', categoryId: 6, ...work };
  const row = { ...content, versionNumber: 1, createdAt: now, updatedAt: now };
  const slug = `work-${Math.random().toString(36).slice(2)}`;
  const [{ id } = { id: 0 }] = await db.orm
    .insert(publications)
    .values({ status: 'ADMIN_REVIEWING', queuedAt: now, slug, ...row })
    .returning({ id: publications.id });
  await addVersion({ db, clock }, id, { ...content, number: row.versionNumber });
  return id;
}

/** Inserts a version of a publication. The publication keeps its own. */
export async function addVersion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  publicationId: number,
  version: Partial<typeof publicationVersions.$inferInsert> & { number: number },
): Promise<void> {
  const content = { title: 'A Work', authorName: 'Imogen Hart', description: 'About it.', categoryId: 6 };
  const { title, authorName, description, categoryId, subcategoryId, htmlUrl, mdUrl, pdfUrl, epubUrl, number } = {
    ...content,
    ...version,
  };
  const works = { title, authorName, description, categoryId, subcategoryId, htmlUrl, mdUrl, pdfUrl, epubUrl };
  await write(db, [
    db.orm.insert(publicationVersions).values({ ...works, number, publicationId, createdAt: clock.now() }),
  ]);
}

/** Inserts a decision of a reviewer into the history. */
export async function addDecision(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  publicationId: number,
  move: ReviewDecision,
  changes: Partial<typeof publicationHistory.$inferInsert> = {},
): Promise<void> {
  const toStatus = move === 'approve' ? 'APPROVED' : 'REJECTED';
  const entry = {
    versionNumber: 1,
    fromStatus: 'ADMIN_REVIEWING',
    toStatus,
    actor: 'reviewer',
    at: clock.now(),
  } as const;
  await write(db, [db.orm.insert(publicationHistory).values({ ...entry, publicationId, move, ...changes })]);
}
