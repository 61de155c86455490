import { sql } from 'drizzle-orm';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { publications, publicationVersions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';

type Test = Pick<Deps, 'db' | 'clock'> & { publisher?: { wake(): void } };
type WorkFields = Partial<typeof publicationVersions.$inferInsert>;

const DEFAULTS = {
  title: 'The Beekeeper’s Ledger',
  authorName: 'Hana Whitiora',
  authorBio: 'Hana Whitiora keeps bees near Ōpōtiki.',
  authorContact: 'hana@example.com',
  description: 'A season of notes from thirty hives.',
  categoryId: 1,
  htmlUrl: 'https://books.example.com/ledger.html',
  epubUrl: 'https://books.example.com/ledger.epub',
};

/** Writes the next version of a work, as the publishing service sends it; it is not on the shelf yet. Returns its number. */
export async function writeNextVersion({ db, clock }: Test, id: number, slug: string, fields: WorkFields = {}) {
  const now = clock.now();
  const [row] = await db.orm
    .select({ number: sql<number>`coalesce(max(${publicationVersions.number}), 0)` })
    .from(publicationVersions)
    .where(sql`publication_id = ${id}`);
  const number = (row?.number ?? 0) + 1;
  const work = { ...DEFAULTS, ...fields };
  const { publicationId: _id, number: _number, ...current } = { publicationId: 0, number: 0, ...work };
  await write(db, [
    db.orm
      .insert(publications)
      .values({ ...current, id, slug, versionNumber: number, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: publications.id, set: { ...current, versionNumber: number, status: 'DRAFT' } }),
    db.orm.insert(publicationVersions).values({ ...work, publicationId: id, number, createdAt: now }),
  ]);
  return number;
}

/** Puts a version on the shelf, in one batch with its publish job, as the publishing service does. */
export async function publishVersion({ db, clock, publisher }: Test, id: number, number: number) {
  const now = clock.now();
  await write(db, [
    db.orm
      .update(publications)
      .set({
        status: 'PUBLISHED',
        shelfVersion: number,
        shelfUpdatedAt: now,
        publishedAt: sql`coalesce(${publications.publishedAt}, ${now})`,
      })
      .where(sql`${publications.id} = ${id}`),
    enqueuePublishStatement(db, { kind: 'publication', id, reason: `Published work ${id}`, now }),
  ]);
  publisher?.wake();
}

/** Adds a work and puts it on the shelf. */
export async function publishWork(test: Test, id: number, slug: string, fields: WorkFields = {}) {
  await publishVersion(test, id, await writeNextVersion(test, id, slug, fields));
}

/** Takes a work from the shelf, in one batch with its publish job. */
export async function withdrawWork({ db, clock, publisher }: Test, id: number) {
  const now = clock.now();
  await write(db, [
    db.orm
      .update(publications)
      .set({ status: 'WITHDRAWN', shelfVersion: null, shelfUpdatedAt: now })
      .where(sql`${publications.id} = ${id}`),
    enqueuePublishStatement(db, { kind: 'publication', id, reason: `Withdrawn work ${id}`, now }),
  ]);
  publisher?.wake();
}
