import { eq } from 'drizzle-orm';
import type { PublicationStatus } from '#api/domain/publication-states.ts';
import { publicationHistory, publications, publishJobs } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createTestApp, TEST_SERVICE_KEY, type TestApp } from '../app/test-app.ts';
import { expectData, PublishingService } from './publishing-service.ts';
import { createWork } from './sample-work.ts';

export type OpenshelfApp = TestApp & { service: PublishingService };

/** An app with the publishing service as its client. */
export async function createOpenshelfApp(): Promise<OpenshelfApp> {
  const test = await createTestApp();
  const service = new PublishingService({
    serviceKey: TEST_SERVICE_KEY,
    send: (path, init) => test.app.request(path, init),
  });
  return { ...test, service };
}

/** A work that is in this status, whatever led there. */
export async function createPublicationIn(
  { db, service }: OpenshelfApp,
  status: PublicationStatus,
  columns: Partial<typeof publications.$inferInsert> = {},
): Promise<number> {
  const { id } = expectData(await service.create(createWork()));
  await write(db, [
    db.orm
      .update(publications)
      .set({ status, ...columns })
      .where(eq(publications.id, id)),
  ]);
  return id;
}

export async function getRow({ db }: TestApp, id: number) {
  const [row] = await db.orm.select().from(publications).where(eq(publications.id, id));
  if (!row) throw new Error(`There is no publication ${id}.`);
  return row;
}

export const listHistory = ({ db }: TestApp, id: number) =>
  db.orm
    .select()
    .from(publicationHistory)
    .where(eq(publicationHistory.publicationId, id))
    .orderBy(publicationHistory.id);

export const listPublicationJobs = ({ db }: TestApp) =>
  db.orm.select().from(publishJobs).where(eq(publishJobs.kind, 'publication'));
