import type { RevisionSummaryJson } from '#api/features/drafts/drafts.contract.ts';

/** What a revision is compared with: the published version, the current text, or the revision with this number. */
export type ComparedVersion = 'live' | 'now' | `${number}`;

type Revisions = readonly Pick<RevisionSummaryJson, 'number' | 'reason'>[];

/** The number of what is compared with; of the current text, that of the revision saved last. `revisions` are sorted newest first. */
export function findRevisionNumber(other: ComparedVersion, revisions: Revisions): number | undefined {
  if (other === 'now') return revisions[0]?.number;
  // A publish stores a revision, so the newest one that is not a draft is the published version.
  return other === 'live' ? revisions.find(({ reason }) => reason !== 'draft')?.number : Number(other);
}

/** Whether a revision was saved after what it is compared with. */
export const isNewerRevision = (number: number, other: ComparedVersion, revisions: Revisions): boolean =>
  other !== 'now' && number > (findRevisionNumber(other, revisions) ?? 0);
