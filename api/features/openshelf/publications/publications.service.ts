import type { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { findAppealState } from '#api/features/openshelf/appeals.queries.ts';
import { toPublicationJson } from '#api/features/openshelf/openshelf.mapper.ts';
import {
  type PublicationRow,
  requireCategoryId,
  requirePublication,
} from '#api/features/openshelf/openshelf.queries.ts';
import { findDecisionBlock } from '#api/features/openshelf/reviews/refusals.service.ts';
import { findSameTexts } from '#api/features/openshelf/texts/similar.service.ts';
import { findLastDecidedVersion, toHistoryEntryJson } from './detail.mapper.ts';
import * as detailQueries from './detail.queries.ts';
import * as listQueries from './list.queries.ts';
import type {
  listPublicationsQuery,
  PublicationDetailJson,
  publicationDetailResponse,
  publicationsResponse,
} from './publications.contract.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** Publications in every status, newest first. */
export async function listPublications(
  { db, clock }: ReadDeps,
  { status, category, search, page, limit }: z.infer<typeof listPublicationsQuery>,
): Promise<z.infer<typeof publicationsResponse>> {
  const categoryId = category === undefined ? undefined : await requireCategoryId(db, category);
  const filter = { status, categoryId, search };
  const total = await listQueries.countPublications(db, filter);
  const rows = await listQueries.listPublicationRows(db, filter, total, { limit, offset: (page - 1) * limit });
  const pending = rows.filter(({ publication }) => publication.status === 'ADMIN_REVIEWING');
  const sameTexts = await findSameTexts(
    { db },
    pending.map(({ publication }) => publication.id),
  );
  return {
    data: {
      publications: rows.map((row) => ({
        ...toPublicationJson(row, clock.now()),
        same_text_as: sameTexts.get(row.publication.id) ?? null,
      })),
      pagination: toPaginationJson({ page, limit }, total),
    },
  };
}

/** A publication with all that a reviewer needs for a decision. */
export async function getPublication(
  { db, clock }: ReadDeps,
  id: number,
  userId: number,
): Promise<z.infer<typeof publicationDetailResponse>> {
  const row = await requirePublication(db, id);
  const now = clock.now();
  const [history, versions, reasons, queue, decisionBlocked, appeal] = await Promise.all([
    detailQueries.listHistoryRows(db, id),
    detailQueries.listVersionRows(db, id),
    detailQueries.listReasonLabels(db),
    findQueue(db, row),
    findDecisionBlock(db, { id, userId, now }),
    findAppealState(db, row.publication, now),
  ]);
  const reasonLabels = new Map(reasons.map((reason) => [reason.id, reason.label]));
  return {
    data: {
      ...toPublicationJson(row, now),
      history: history.map((entry) => toHistoryEntryJson(entry, reasonLabels)),
      versions: versions.map(({ number, createdAt, submittedAt }) => ({
        number,
        created_at: toIso(createdAt),
        submitted_at: toIsoOrNull(submittedAt),
      })),
      last_decided_version: findLastDecidedVersion(history, row.publication.versionNumber),
      queue,
      appeal_until: toIsoOrNull(appeal.until),
      is_final: appeal.isFinal,
      is_appeal_over: appeal.isOver,
      decision_blocked: decisionBlocked,
    },
  };
}

async function findQueue(
  db: Deps['db'],
  { publication: { id, status, queuedAt } }: PublicationRow,
): Promise<PublicationDetailJson['queue']> {
  if (status !== 'ADMIN_REVIEWING' || queuedAt === null) return null;
  const place = await detailQueries.findQueuePlace(db, { id, queuedAt });
  return {
    position: place.before + 1,
    total: place.total,
    previous_id: place.previousId,
    next_id: place.nextId,
  };
}
