/** Closed vocabularies, shared by schema, contracts and screens. Imports nothing. */
export const blogStatuses = ['draft', 'published', 'archived'] as const;
export type BlogStatus = (typeof blogStatuses)[number];

/** What has drafts and revisions. */
/** The kinds of parts of which the owner's site is made, beside its posts and documents. */
export const sitePartKinds = ['settings', 'navigation', 'page', 'product', 'plan'] as const;
export type SitePartKind = (typeof sitePartKinds)[number];

/** `new`: never published, or its publish was undone. `deleted`: kept with its draft and revisions, so that Undo brings it back. */
export const sitePartStates = ['new', 'live', 'deleted'] as const;
export type SitePartState = (typeof sitePartStates)[number];

/** Of changes that are published at a time; one that is cancelled is deleted. */
export const siteScheduleStates = ['waiting', 'published', 'failed'] as const;

/** What is written in the editor of texts. */
export const textSubjects = ['blog', 'document'] as const;
export type TextSubject = (typeof textSubjects)[number];

export const draftSubjects = [...textSubjects, ...sitePartKinds] as const;
export type DraftSubject = (typeof draftSubjects)[number];

/**
 * Why a revision was kept. `draft`: saved while someone was writing. `published`: it became the post or document as readers
 * see it. `replaced`: it was about to be written over. `links`: addresses inside it followed a rename.
 */
export const revisionReasons = ['draft', 'published', 'replaced', 'links'] as const;
export type RevisionReason = (typeof revisionReasons)[number];

/** Where the draft of a post is between its author and an editor. `returned`: changes are asked for. */
export const reviewStates = ['submitted', 'returned'] as const;
export type ReviewState = (typeof reviewStates)[number];

export const documentStatuses = ['draft', 'published'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Who may read the documentation of a product: those who are signed in, or everyone. */
export const documentReaders = ['users', 'everyone'] as const;
export type DocumentReaders = (typeof documentReaders)[number];

export const uploadKinds = ['image', 'video', 'audio', 'file'] as const;

export const publishStatuses = ['queued', 'rendering', 'live', 'failed'] as const;

/** `queued`: to be delivered, now or again. `failed`: given up; it can be sent again. */
export const webhookStatuses = ['queued', 'delivered', 'failed'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** What a publish is about: one post, one category, the lists of tags and authors, the public documentation, one work on the shelf, the redirects, what the owner says, everything, the clock, or an earlier release brought back. */
export const publishKinds = [
  'blog',
  'category',
  'lists',
  'documents',
  'publication',
  'redirects',
  'site',
  'rebuild',
  'schedule',
] as const;
export type PublishKind = (typeof publishKinds)[number];

/** `publish`: a change of content, at once. `refresh`: what follows from it, in the background. `build`: everything. */
export const releaseKinds = ['publish', 'refresh', 'build', 'restore'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** TaxMate's power-user programs. */
export const programLevelNames = ['Alpha', 'Beta', 'Normal'] as const;
export type ProgramLevel = (typeof programLevelNames)[number];

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
  'payment-refunded',
  'refund-failed',
  'payment-disputed',
  'refund-needs-attention',
  'plan-changed',
  'subscription-cancelled',
  'subscription-reactivated',
  'trial-started',
  'trial-ending',
  'account-blacklisted',
  'account-email-changed',
  'account-role-changed',
  'complimentary-plan',
  'complimentary-plan-ended',
  'subscription-extended',
  'subscription-coupon',
  'price-move',
  'tax-move',
  'post-review',
  'system-alert',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/**
 * `queued`: to be sent, now, later or again. `expired`: it failed for good, or its time ran out unsent. `suppressed`: an
 * admin stopped it, or its address gets no email.
 */
export const outboxStatuses = ['queued', 'sent', 'expired', 'suppressed'] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

/** What a blacklisting refuses at sign-up: an address, every form of it (`name+1@`), or everybody of a domain. */
/**
 * What becomes of the paid subscriptions of a user who is blacklisted: they go on, end with the period that is paid, or end at once,
 * without or with a refund of the rest of that period.
 */
export const blacklistedSubscriptionActs = ['keep', 'period_end', 'now', 'refund'] as const;
export type BlacklistedSubscriptionAct = (typeof blacklistedSubscriptionActs)[number];

export const blacklistScopes = ['address', 'base_address', 'domain'] as const;
export type BlacklistScope = (typeof blacklistScopes)[number];

/** Actions of admins that can be undone for a short time. */
export const undoKinds = [
  'waiting_list.invited',
  'waiting_list.rejected',
  'waiting_list.deleted',
  'user.blacklisted',
  'user.unblacklisted',
  'user.deleted',
  'user.changed',
  'user.role_changed',
  'complimentary_plan.given',
  'complimentary_plan.ended',
  'price_move.started',
  'tax_move.started',
  'subscription.extended',
  'subscription.coupon_added',
  'subscription.coupon_removed',
  'subscription.plan_change',
  'publication.decided',
  'blog.changed',
  'blog.trashed',
  'document.deleted',
  'redirects.changed',
  'site.published',
  'page.deleted',
  'navigation.published',
  'missing_path.ignored',
  'tag.deleted',
  'author.deleted',
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

/** Statuses in which a subscription is part of the monthly recurring revenue: its next payment is expected. */
export const recurringSubscriptionStatuses = ['active', 'past_due'] as const satisfies readonly SubscriptionStatus[];

export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Why staff refund a payment: Stripe's words, and `other` for what they don't name. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Why a plan that was given free of charge ended: its day came, staff ended it, its user bought a plan of the product, or the gift was undone. */
export const complimentaryEnds = ['day_reached', 'ended_by_staff', 'bought', 'undone'] as const;
export type ComplimentaryEnd = (typeof complimentaryEnds)[number];

/** A subscriber in a move to another price: told and then changed at Stripe, left out, or as before because the move was cancelled. */
export const priceMoveStates = ['waiting', 'scheduled', 'moved', 'left_out', 'cancelled'] as const;
export type PriceMoveState = (typeof priceMoveStates)[number];

/** Why a subscriber is left out of a move to another price. */
export const priceMoveObstacles = ['ended', 'set_to_end', 'past_due', 'paused', 'other_change', 'other_price'] as const;
export type PriceMoveObstacle = (typeof priceMoveObstacles)[number];

/** States of a subscriber in a move to another tax rate. `left_out`: the obstacle says why. */
export const taxMoveStates = ['waiting', 'moved', 'left_out', 'cancelled'] as const;
export type TaxMoveState = (typeof taxMoveStates)[number];

/** Why a subscriber is not moved: it has ended, Stripe computes the tax by now, or somebody chose its rates at Stripe. */
export const taxMoveObstacles = ['ended', 'automatic', 'set_at_stripe'] as const;
export type TaxMoveObstacle = (typeof taxMoveObstacles)[number];

/** What staff do to a subscription for its user. */
export const subscriptionActs = [
  'cancel',
  'cancel_now',
  'reactivate',
  'change_plan',
  'keep_plan',
  'switch_price',
  'extend',
  'undo_extension',
  'add_coupon',
  'remove_coupon',
  'undo_coupon',
  'undo_change',
  'change_failed',
  'extension_failed',
] as const;
export type SubscriptionAct = (typeof subscriptionActs)[number];

/** Those of an inquiry begin with `warning_`: no money is taken yet. `prevented`: settled before it became a dispute. */
export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'prevented',
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Statuses of a dispute in which the bank has taken the money. */
export const takenDisputeStatuses = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
] as const satisfies readonly DisputeStatus[];

/** `open`: the session may still be paid. `complete`: it was. `expired`, `failed`: it never will be. */
export const checkoutStatuses = ['open', 'complete', 'expired', 'failed'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** Event inbox: `received` waits for the worker, `failed` for its next attempt or a replay, `ignored` needs nothing from us. */
export const stripeEventStatuses = ['received', 'applied', 'failed', 'ignored'] as const;
export type StripeEventStatus = (typeof stripeEventStatuses)[number];

/** Why a webhook was refused: its signature, its age, or that it is of the other mode. */
export const webhookRefusalReasons = ['signature', 'timestamp', 'mode'] as const;
export type WebhookRefusalReason = (typeof webhookRefusalReasons)[number];

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
  'user.role_change_undone',
  'user.changed',
  'user.change_undone',
  'user.address_unblacklisted',
  'user.session_ended',
  'user.note_added',
  'user.note_deleted',
  'price_move.started',
  'price_move.cancelled',
  'price_move.undone',
  'tax_move.started',
  'tax_move.undone',
  'complimentary_plan.given',
  'complimentary_plan.ended',
  'complimentary_plan.giving_undone',
  'complimentary_plan.ending_undone',
  'user.deletion_scheduled',
  'user.deletion_undone',
  'user.blacklisting_undone',
  'user.unblacklisting_undone',
  'user.deleted',
  'waiting_list.invited',
  'waiting_list.rejected',
  'waiting_list.put_back',
  'waiting_list.deleted',
  'waiting_list.invitation_resent',
  'waiting_list.undone',
  'export.users',
  'export.user',
  'export.waiting_list',
  'export.books',
  'export.audit_log',
  'export.redirects',
  'export.content',
  'email.retried',
  'email.resent',
  'email.suppressed',
  'email_address.suppressed',
  'email_address.unsuppressed',
  'blog.created',
  'blog.changed',
  'blog.submitted',
  'blog.withdrawn',
  'blog.returned',
  'blog.trashed',
  'blog.restored',
  'blog.undone',
  'blog.deleted',
  'category.created',
  'category.changed',
  'category.deleted',
  'tag.created',
  'tag.changed',
  'tag.merged',
  'tag.deleted',
  'tag.deletion_undone',
  'author.created',
  'author.changed',
  'author.deleted',
  'author.deletion_undone',
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
  'redirect.created',
  'redirect.changed',
  'redirect.deleted',
  'redirect.imported',
  'redirect.undone',
  'site.published',
  'site.discarded',
  'site.scheduled',
  'site.schedule_cancelled',
  'site.publish_undone',
  'catalogue.product_created',
  'catalogue.plan_created',
  'catalogue.price_chosen',
  'promotion_code.created',
  'promotion_code.deactivated',
  'purchase_rehearsal.started',
  'catalogue.product_deleted',
  'catalogue.plan_deleted',
  'page.created',
  'page.deleted',
  'page.deletion_undone',
  'missing_path.ignored',
  'missing_path.ignoring_undone',
  'import.started',
  'import.stopped',
  'import.finished',
  'import.undoing_started',
  'import.undone',
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
  'payment.refund_requested',
  'payment.refunded',
  'payment.refund_failed',
  'payment.disputed',
  'billing.event_replayed',
  'billing.reconciled',
  'billing.refund_settled',
  'billing.month_closed',
  'billing.month_reopened',
  'billing.drift_repaired',
  'billing.user_resynced',
  'billing.webhook_events_added',
  'billing.subscription_changed',
  'publication.approved',
  'publication.rejected',
  'publication.changes_requested',
  'publication.decision_undone',
  'publication.review_opened',
  'rejection_reason.created',
  'rejection_reason.changed',
  'rejection_reason.retired',
  'rejection_reason.restored',
  'rejection_reason.deleted',
  'rejection_reasons.ordered',
  'openshelf_webhook.replayed',
  'api_key.created',
  'api_key.revoked',
  'api_key.restored',
  'webhook_endpoint.created',
  'webhook_endpoint.deleted',
  'webhook_endpoint.tested',
  'subscription_webhook.replayed',
] as const;
export type AuditAction = (typeof auditActions)[number];
