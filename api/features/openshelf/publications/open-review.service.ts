import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { publications } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { moveRules } from '#api/domain/publication-states.ts';
import { conflictError } from '#api/http/errors.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { toPublicationJson } from '#api/features/openshelf/openshelf.mapper.ts';
import { movePublicationsStatements, requirePublication } from '#api/features/openshelf/openshelf.queries.ts';
import type { publicationActionResponse } from './publications.contract.ts';

/** Puts a publication that the AI stopped into the queue of reviews. @throws not_found, conflict. */
export async function openReview(
  { db, clock, openshelfTexts }: Pick<Deps, 'db' | 'clock' | 'openshelfTexts'>,
  id: number,
  userId: number,
): Promise<z.infer<typeof publicationActionResponse>> {
  const now = clock.now();
  const condition = sql`${eq(publications.id, id)}`;
  await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'publication.review_opened',
      actorId: userId,
      subject: `publication:${id}`,
      before: selectRowValues(publications, condition, { status: publications.status }),
      after: { status: moveRules.open_review.to },
    }),
    ...movePublicationsStatements(db, { move: 'open_review', condition, now, userId }),
    rollbackIfNoRows,
  ]).catch(
    onGuardRollback(async () => {
      await requirePublication(db, id);
      return conflictError('Only a publication that the AI has judged can be opened for review. Reload the page.');
    }),
  );
  openshelfTexts.wake();
  const row = await requirePublication(db, id);
  return { message: 'The publication is waiting for a review now.', data: toPublicationJson(row, now) };
}
