/** Closed vocabularies, shared by schema, contracts and screens. Imports nothing. */
export const blogStatuses = ['draft', 'published', 'archived'] as const;
export type BlogStatus = (typeof blogStatuses)[number];

/** What has drafts and revisions. */
export const draftSubjects = ['blog', 'document'] as const;
export type DraftSubject = (typeof draftSubjects)[number];

/**
 * Why a revision was kept. `draft`: saved while someone was writing. `published`: it became the post or document as readers
 * see it. `replaced`: it was about to be written over. `links`: addresses inside it followed a rename.
 */
export const revisionReasons = ['draft', 'published', 'replaced', 'links'] as const;
export type RevisionReason = (typeof revisionReasons)[number];

export const documentStatuses = ['draft', 'published'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const uploadKinds = ['image', 'video'] as const;
export type UploadKind = (typeof uploadKinds)[number];

export const publishStatuses = ['queued', 'rendering', 'live', 'failed'] as const;

/** What a publish is about: one post, one category, everything, the clock, or an earlier release brought back. */
export const publishKinds = ['blog', 'category', 'rebuild', 'schedule'] as const;
export type PublishKind = (typeof publishKinds)[number];

/** `publish`: a change of content, at once. `refresh`: what follows from it, in the background. `build`: everything. */
export const releaseKinds = ['publish', 'refresh', 'build', 'restore'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** TaxMate's power-user programs. */
export const taxmatePrograms = ['Alpha', 'Beta', 'Normal'] as const;
export type TaxmateProgram = (typeof taxmatePrograms)[number];

export const waitingListStatuses = ['pending', 'invited', 'rejected'] as const;

/** The documents that a user accepts at sign-up. */
export const consentDocuments = ['terms', 'privacy'] as const;

export const emailKinds = ['sign-in-code', 'waiting-list-joined', 'waiting-list-invited'] as const;
export type EmailKind = (typeof emailKinds)[number];

/** `queued`: to be sent, now or again later. `expired`: its time ran out unsent. */
export const outboxStatuses = ['queued', 'sent', 'expired'] as const;

export const auditActions = [
  'auth.signed_in',
  'auth.failed',
  'auth.signed_out',
  'auth.sessions_ended',
  'user.created',
  'user.blacklisted',
  'user.unblacklisted',
  'user.role_changed',
  'user.deleted',
  'waiting_list.invited',
  'waiting_list.rejected',
  'waiting_list.deleted',
  'blog.created',
  'blog.changed',
  'blog.trashed',
  'blog.restored',
  'blog.deleted',
  'category.created',
  'category.changed',
  'category.deleted',
  'document.created',
  'document.changed',
  'document.deleted',
  'documents.ordered',
  'section.created',
  'section.changed',
  'section.deleted',
  'sections.ordered',
  'product.created',
  'product.changed',
  'product.deleted',
  'products.ordered',
  'upload.created',
  'upload.changed',
  'upload.deleted',
  'publish.retried',
  'publish.rebuilt',
  'release.restored',
  'release.resumed',
] as const;
export type AuditAction = (typeof auditActions)[number];
