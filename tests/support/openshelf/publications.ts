import { publications, publicationVersions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestDatabase } from '../app/test-app.ts';

type PublicationValues = Partial<typeof publications.$inferInsert>;

/** Adds publications with their first version, by default waiting for a reviewer, each a second after the one before. Returns their ids. */
export async function addPublications(
  { db, clock }: TestDatabase,
  count: number,
  values: PublicationValues = {},
): Promise<number[]> {
  const [last] = (await db.client.execute('SELECT coalesce(max(id), 0) FROM publications')).rows;
  const ids = Array.from({ length: count }, (_, index) => Number(last?.[0]) + 1 + index);
  const now = clock.now();
  const works = ids.map((id) => ({
    ...{ title: `Work ${id}`, authorName: 'Aroha Ngata', description: 'Stories of a harbour.', categoryId: 1 },
    ...{ htmlUrl: `https://texts.example.com/${id}.html`, submittedAt: now, createdAt: now },
    ...{ aiDecision: 'approved' as const, aiConfidence: 0.9, aiComments: 'Nothing to report.' },
  }));
  await write(db, [
    db.orm.insert(publications).values(
      works.map((work, index) => ({
        ...work,
        ...{ id: ids[index] as number, slug: `work-${ids[index]}`, status: 'ADMIN_REVIEWING' as const },
        ...{ queuedAt: now + index * 1_000, updatedAt: now, ...values },
      })),
    ),
    db.orm
      .insert(publicationVersions)
      .values(works.map((work, index) => ({ ...work, publicationId: ids[index] as number, number: 1 }))),
  ]);
  return ids;
}

/** Adds one publication. Returns its id. */
export async function addPublication(test: TestDatabase, values: PublicationValues = {}): Promise<number> {
  const [id = 0] = await addPublications(test, 1, values);
  return id;
}
