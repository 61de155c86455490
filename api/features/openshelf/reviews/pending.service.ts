import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { formatLocalDay, getStartOfDay } from '#api/domain/local-time.ts';
import { toPublicationJson } from '#api/features/openshelf/openshelf.mapper.ts';
import { requireCategoryId } from '#api/features/openshelf/openshelf.queries.ts';
import { findSameTexts } from '#api/features/openshelf/texts/similar.service.ts';
import * as queries from './pending.queries.ts';
import type { listPendingQuery, pendingResponse } from './reviews.contract.ts';

/** What waits for a reviewer, the longest wait first, and how many the caller has decided today. */
export async function listPending(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  { category, ai_decision: aiDecision, sort = 'oldest', page, limit }: z.infer<typeof listPendingQuery>,
  userId: number,
): Promise<z.infer<typeof pendingResponse>> {
  const now = clock.now();
  const filter = { aiDecision, categoryId: category === undefined ? undefined : await requireCategoryId(db, category) };
  const startOfDay = getStartOfDay(formatLocalDay(now, site.timeZone), site.timeZone);
  const [rows, total, decidedToday] = await Promise.all([
    queries.listPendingRows(db, filter, { sort, limit, offset: (page - 1) * limit }),
    queries.countPending(db, filter),
    queries.countDecisions(db, userId, startOfDay),
  ]);
  const sameTexts = await findSameTexts(
    { db },
    rows.map(({ publication }) => publication.id),
  );
  return {
    data: {
      publications: rows.map((row) => ({
        ...toPublicationJson(row, now),
        same_text_as: sameTexts.get(row.publication.id) ?? null,
      })),
      pagination: toPaginationJson({ page, limit }, total),
      decided_today: decidedToday,
    },
  };
}
