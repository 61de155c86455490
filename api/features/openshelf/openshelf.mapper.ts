import { toIso, toIsoOrNull } from '#api/clock.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { PublicationJson } from './openshelf.contract.ts';
import type { PublicationRow } from './openshelf.queries.ts';

/** A publication for reviewers; a claim that has ended by `now` (UTC ms) is not shown. */
export function toPublicationJson(row: PublicationRow, now: number): PublicationJson {
  const { publication } = row;
  return {
    id: publication.id,
    title: publication.title,
    author_name: publication.authorName,
    author_bio: publication.authorBio,
    author_contact: publication.authorContact,
    description: publication.description,
    category: row.category,
    subcategory: row.subcategory,
    status: publication.status,
    changes_requested: publication.status === 'REJECTED' && publication.areChangesRequested,
    submitted_at: toIsoOrNull(publication.submittedAt),
    version_number: publication.versionNumber,
    ai_decision: publication.aiDecision,
    ai_comments: publication.aiComments,
    ai_confidence_score: publication.aiConfidence,
    html_url: publication.htmlUrl,
    pdf_url: publication.pdfUrl,
    md_url: publication.mdUrl,
    epub_url: publication.epubUrl,
    created_at: toIso(publication.createdAt),
    updated_at: toIso(publication.updatedAt),
    queued_at: toIsoOrNull(publication.queuedAt),
    decided_at: toIsoOrNull(publication.decidedAt),
    published_at: toIsoOrNull(publication.publishedAt),
    shelf_version: publication.shelfVersion,
    shelf_url: publication.shelfVersion === null ? null : `/openshelf/${publication.slug}`,
    is_appeal: publication.status === 'ADMIN_REVIEWING' && publication.excludedReviewerId !== null,
    claim: toClaimJson(row, now),
  };
}

/** The reviewer who has the publication open at `now` (UTC ms), or null. */
export function toClaimJson(row: PublicationRow, now: number): PublicationJson['claim'] {
  const { claimedUntil } = row.publication;
  const claimant = row.claimant && toUserRefJson(row.claimant);
  if (!claimant || claimedUntil === null || claimedUntil <= now) return null;
  return { user_id: claimant.id, name: claimant.name, until: toIso(claimedUntil) };
}
