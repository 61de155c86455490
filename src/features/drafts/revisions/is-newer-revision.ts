import type { RevisionSummaryJson } from '#api/features/drafts/drafts.contract.ts';

/** What a revision is compared with: the published version, the current text, or the revision with this number. */
export type ComparedVersion = 'live' | 'now' | `${number}`;

/** Whether a revision was saved after what it is compared with. `revisions` are sorted newest first. */
export function isNewerRevision(
  number: number,
  other: ComparedVersion,
  revisions: readonly Pick<RevisionSummaryJson, 'number' | 'reason'>[],
): boolean {
  if (other === 'now') return false;
  if (other !== 'live') return number > Number(other);
  return number > (findPublishedRevision(revisions)?.number ?? 0);
}

/** A publish stores a revision, so the newest one that is not a draft is the published version. */
export const findPublishedRevision = <Revision extends Pick<RevisionSummaryJson, 'reason'>>(
  revisions: readonly Revision[],
): Revision | undefined => revisions.find(({ reason }) => reason !== 'draft');
