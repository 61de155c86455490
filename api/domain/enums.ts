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

/** What a publish is about: one post, one category, one work on the shelf, everything, the clock, or an earlier release brought back. */
export const publishKinds = ['blog', 'category', 'publication', 'rebuild', 'schedule'] as const;
export type PublishKind = (typeof publishKinds)[number];

/** `publish`: a change of content, at once. `refresh`: what follows from it, in the background. `build`: everything. */
export const releaseKinds = ['publish', 'refresh', 'build', 'restore'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** TaxMate's power-user programs. */
export const taxmatePrograms = ['Alpha', 'Beta', 'Normal'] as const;
export type TaxmateProgram = (typeof taxmatePrograms)[number];

export const waitingListStatuses = ['pending', 'invited', 'rejected'] as const;
export type WaitingListStatus = (typeof waitingListStatuses)[number];

/** The documents that a user accepts at sign-up. */
export const consentDocuments = ['terms', 'privacy'] as const;

export const emailKinds = [
  'sign-in-code',
  'waiting-list-joined',
  'waiting-list-invited',
  'payment-receipt',
  'payment-failed',
  'plan-changed',
  'subscription-cancelled',
  'account-blacklisted',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/**
 * `queued`: to be sent, now, later or again. `expired`: it failed for good, or its time ran out unsent. `suppressed`: an
 * admin stopped it, or its address gets no email.
 */
export const outboxStatuses = ['queued', 'sent', 'expired', 'suppressed'] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

/** Actions of admins that can be undone for a short time. */
export const undoKinds = [
  'waiting_list.invited',
  'waiting_list.rejected',
  'waiting_list.deleted',
  'user.blacklisted',
  'user.unblacklisted',
  'user.deleted',
  'publication.decided',
  'blog.changed',
  'blog.trashed',
  'document.deleted',
] as const;
export type UndoKind = (typeof undoKinds)[number];

/** Stripe's words for the state of a subscription. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Statuses in which a subscription exists for its user: it can be changed, and no second one can be bought. */
export const liveSubscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
] as const satisfies readonly SubscriptionStatus[];

/** Statuses that a subscription never leaves. */
export const endedSubscriptionStatuses = [
  'canceled',
  'incomplete_expired',
] as const satisfies readonly SubscriptionStatus[];

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** `open`: the session may still be paid. `complete`: it was. `expired`, `failed`: it never will be. */
export const checkoutStatuses = ['open', 'complete', 'expired', 'failed'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** Event inbox: `received` waits for the worker, `failed` for its next attempt or a replay, `ignored` needs nothing from us. */
export const stripeEventStatuses = ['received', 'applied', 'failed', 'ignored'] as const;
export type StripeEventStatus = (typeof stripeEventStatuses)[number];

/** Why someone cancels: Stripe's list of feedback. */
export const cancellationFeedbacks = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const;
export type CancellationFeedback = (typeof cancellationFeedbacks)[number];

export const auditActions = [
  'auth.signed_in',
  'auth.failed',
  'auth.signed_out',
  'auth.sessions_ended',
  'user.created',
  'user.blacklisted',
  'user.unblacklisted',
  'user.role_changed',
  'user.session_ended',
  'user.deletion_scheduled',
  'user.deletion_undone',
  'user.blacklisting_undone',
  'user.unblacklisting_undone',
  'user.deleted',
  'waiting_list.invited',
  'waiting_list.rejected',
  'waiting_list.deleted',
  'waiting_list.invitation_resent',
  'waiting_list.undone',
  'email.retried',
  'email.resent',
  'email.suppressed',
  'email_address.suppressed',
  'email_address.unsuppressed',
  'blog.created',
  'blog.changed',
  'blog.trashed',
  'blog.restored',
  'blog.undone',
  'blog.deleted',
  'category.created',
  'category.changed',
  'category.deleted',
  'document.created',
  'document.changed',
  'document.deleted',
  'document.deletion_undone',
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
  'subscription.started',
  'subscription.plan_changed',
  'subscription.change_scheduled',
  'subscription.change_cancelled',
  'subscription.cancel_scheduled',
  'subscription.reactivated',
  'subscription.past_due',
  'subscription.recovered',
  'subscription.ended',
  'payment.refunded',
  'payment.disputed',
  'billing.event_replayed',
  'billing.reconciled',
  'billing.drift_repaired',
  'billing.user_resynced',
  'billing.subscription_changed',
  'publication.approved',
  'publication.rejected',
  'publication.changes_requested',
  'publication.decision_undone',
  'publication.review_opened',
  'rejection_reason.changed',
  'openshelf_webhook.replayed',
] as const;
export type AuditAction = (typeof auditActions)[number];
