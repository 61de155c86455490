/** The life of a publication of OpenShelf: its statuses, and which move leads where and is whose. Imports nothing. */
export const publicationStatuses = [
  'DRAFT',
  'SUBMITTED',
  'AI_REVIEWING',
  'AI_APPROVED',
  'AI_REJECTED',
  'ADMIN_REVIEWING',
  'APPROVED',
  'REJECTED',
  'PUBLISHED',
  'WITHDRAWN',
] as const;
export type PublicationStatus = (typeof publicationStatuses)[number];

/** What the AI review says. `needs_review`: it leaves the decision to a person. */
export const aiDecisions = ['approved', 'rejected', 'needs_review'] as const;
export type AiDecision = (typeof aiDecisions)[number];

/** Who makes a move: the publishing service with its key, a user with the permission `openshelf.review`, or this server. */
export const moveActors = ['service', 'reviewer', 'system'] as const;
export type MoveActor = (typeof moveActors)[number];

export const publicationMoves = [
  'create',
  'edit',
  'revise',
  'submit',
  'start_ai_review',
  'ai_approve',
  'ai_reject',
  'ai_pass_on',
  'queue_for_review',
  'open_review',
  'approve',
  'reject',
  'request_changes',
  'undo',
  'appeal',
  'publish',
  'withdraw',
] as const;
export type PublicationMove = (typeof publicationMoves)[number];

type MoveRule = { actor: MoveActor; from: readonly PublicationStatus[]; to: PublicationStatus };

/**
 * The state machine: every move that exists. Whatever is not here is refused. `edit` changes the version in place, `revise`
 * starts version n+1. A work stays on the shelf while a later version is reviewed, until `publish` replaces or `withdraw`
 * removes it.
 */
export const moveRules = {
  create: { actor: 'service', from: [], to: 'DRAFT' },
  edit: { actor: 'service', from: ['DRAFT'], to: 'DRAFT' },
  revise: { actor: 'service', from: ['AI_REJECTED', 'REJECTED', 'PUBLISHED', 'WITHDRAWN'], to: 'DRAFT' },
  submit: { actor: 'service', from: ['DRAFT'], to: 'SUBMITTED' },
  start_ai_review: { actor: 'service', from: ['SUBMITTED'], to: 'AI_REVIEWING' },
  ai_approve: { actor: 'service', from: ['SUBMITTED', 'AI_REVIEWING'], to: 'AI_APPROVED' },
  ai_reject: { actor: 'service', from: ['SUBMITTED', 'AI_REVIEWING'], to: 'AI_REJECTED' },
  ai_pass_on: { actor: 'service', from: ['SUBMITTED', 'AI_REVIEWING'], to: 'ADMIN_REVIEWING' },
  // Follows an AI approval in the same batch: a person confirms every approval.
  queue_for_review: { actor: 'system', from: ['AI_APPROVED'], to: 'ADMIN_REVIEWING' },
  // A reviewer takes up what the AI stopped.
  open_review: { actor: 'reviewer', from: ['AI_APPROVED', 'AI_REJECTED'], to: 'ADMIN_REVIEWING' },
  approve: { actor: 'reviewer', from: ['ADMIN_REVIEWING'], to: 'APPROVED' },
  reject: { actor: 'reviewer', from: ['ADMIN_REVIEWING'], to: 'REJECTED' },
  request_changes: { actor: 'reviewer', from: ['ADMIN_REVIEWING'], to: 'REJECTED' },
  undo: { actor: 'reviewer', from: ['APPROVED', 'REJECTED'], to: 'ADMIN_REVIEWING' },
  appeal: { actor: 'service', from: ['AI_REJECTED', 'REJECTED'], to: 'ADMIN_REVIEWING' },
  publish: { actor: 'service', from: ['APPROVED'], to: 'PUBLISHED' },
  withdraw: {
    actor: 'service',
    from: [
      'DRAFT',
      'SUBMITTED',
      'AI_REVIEWING',
      'AI_APPROVED',
      'AI_REJECTED',
      'ADMIN_REVIEWING',
      'APPROVED',
      'REJECTED',
      'PUBLISHED',
    ],
    to: 'WITHDRAWN',
  },
} as const satisfies Record<PublicationMove, MoveRule>;

/** Whether a publication in this status can make the move. */
export const canMove = (move: PublicationMove, status: PublicationStatus): boolean =>
  (moveRules[move].from as readonly PublicationStatus[]).includes(status);

/** The moves of reviewers that decide. `request_changes` is stored as REJECTED with a flag: the author sends version n+1. */
export const reviewDecisions = ['approve', 'reject', 'request_changes'] as const satisfies readonly PublicationMove[];
export type ReviewDecision = (typeof reviewDecisions)[number];

/** What a decision is called where it is a precedent. */
export const precedentDecisions = ['approved', 'rejected', 'changes_requested'] as const;
/** From this share of equal passages (percent) two texts count as the same one. */
export const SAME_TEXT_PERCENT = 90;

/** How long a decision can be undone (ms). Its webhook waits until then. */
export const DECISION_UNDO_WINDOW_MS = 10_000;
/** Appeals against the decisions on one version; the second decision after an appeal is final. */
export const APPEALS_MAX = 2;
/** How long the author can appeal against a rejection (ms). */
export const APPEAL_WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/** How long an open review screen reserves a publication (ms); the screen renews it, and it ends by itself. */
export const CLAIM_DURATION_MS = 15 * 60 * 1000;

/** Publications decided in one request. */
export const BULK_DECISION_MAX = 500;

export const publicationFormats = ['html', 'pdf', 'epub', 'md'] as const;
export type PublicationFormat = (typeof publicationFormats)[number];

/** The comments of rejections that are made without writing one. */
export const DEFAULT_REJECTION_COMMENTS = {
  quick: 'Quick rejection via admin panel',
  manager: 'Admin action from publications manager',
  bulk: 'Bulk rejection via admin panel',
} as const;

/** Used where the list of categories can't be loaded; the first content of the table of categories. */
export const DEFAULT_PUBLICATION_CATEGORIES = [
  'Fiction',
  'Non-Fiction',
  'Reference & Knowledge',
  'Creative Works',
  'Academic & Professional',
  'Lifestyle',
  'Media & Mixed',
] as const;

/** Types of the webhooks to the publishing service. */
export const webhookEvents = ['publication.approved', 'publication.rejected', 'publication.changes_requested'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
