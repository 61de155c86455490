import type { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { DECISION_UNDO_WINDOW_MS, type PublicationStatus } from '#api/domain/publication-states.ts';
import { findAppealState } from '#api/features/openshelf/appeals.queries.ts';
import { type PublicationRow, requirePublication } from '#api/features/openshelf/openshelf.queries.ts';
import type { statusResponse } from './publisher-api.contract.ts';
import { findDecision, listReasonLabels } from './publisher-api.queries.ts';

/** The status for the publishing service: a decision leaves this server only when its reviewer can't undo it any more. */
export function getVisibleStatus(
  { status, undoId, decidedAt }: PublicationRow['publication'],
  now: number,
): PublicationStatus {
  const isUndoable = undoId !== null && decidedAt !== null && now < decidedAt + DECISION_UNDO_WINDOW_MS;
  return isUndoable ? 'ADMIN_REVIEWING' : status;
}

/** The state of a publication for the publishing service. @throws not_found. */
export async function getPublicationState(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  id: number,
): Promise<z.infer<typeof statusResponse>> {
  const { publication } = await requirePublication(db, id);
  const status = getVisibleStatus(publication, clock.now());
  const appeal = await findAppealState(db, { ...publication, status }, clock.now());
  const decision =
    status === 'ADMIN_REVIEWING' ? undefined : await findDecision(db, publication.id, publication.versionNumber);
  return {
    data: {
      id: publication.id,
      slug: publication.slug,
      title: publication.title,
      status,
      version_number: publication.versionNumber,
      decision: decision
        ? {
            decision: decision.move === 'approve' ? 'approved' : 'rejected',
            changes_requested: decision.move === 'request_changes',
            comments: decision.comments,
            reasons: await listReasonLabels(db, decision.reasonIds ?? []),
            at: toIso(decision.at),
          }
        : null,
      final: appeal.isFinal,
      appeal_until: toIsoOrNull(appeal.until),
      shelf_version: publication.shelfVersion,
      shelf_url: publication.shelfVersion === null ? null : `${site.url}/openshelf/${publication.slug}`,
      created_at: toIso(publication.createdAt),
      updated_at: toIso(publication.updatedAt),
    },
  };
}
