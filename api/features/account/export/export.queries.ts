import { asc, eq } from 'drizzle-orm';
import { publishJobs, revisions, uploads } from '#db/schema/index.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { AccountExportJson } from '#api/features/account/account.contract.ts';

/** Revisions, uploads and publishes of a user in the back office, oldest first. */
export async function listAuthoredContent({ orm }: Deps['db'], user: UserRow): Promise<AccountExportJson['work']> {
  const { kind, subjectId, number, fields, createdAt } = revisions;
  const revisionRows = await orm
    .select({ kind, subjectId, number, fields, createdAt })
    .from(revisions)
    .where(eq(revisions.userId, user.id))
    .orderBy(asc(revisions.id));
  const uploadRows = await orm.select().from(uploads).where(eq(uploads.userId, user.id)).orderBy(asc(uploads.id));
  const publishRows = await orm
    .select()
    .from(publishJobs)
    .where(eq(publishJobs.userId, user.id))
    .orderBy(asc(publishJobs.id));
  return {
    revisions: revisionRows.map((row) => ({
      kind: row.kind,
      id: row.subjectId,
      number: row.number,
      title: String(row.fields.title ?? ''),
      created_at: toIso(row.createdAt),
    })),
    uploads: uploadRows.map((row) => ({ name: row.name, url: row.url, created_at: toIso(row.createdAt) })),
    publishes: publishRows.map((row) => ({ reason: row.reason, created_at: toIso(row.createdAt) })),
  };
}
