import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import {
  type AiDecision,
  canMove,
  DECISION_UNDO_WINDOW_MS,
  moveRules,
  type PublicationMove,
  type PublicationStatus,
} from '#api/domain/publication-states.ts';
import { type AppealState, findAppealState } from '#api/features/openshelf/appeals.queries.ts';
import {
  movePublicationsStatements,
  type PublicationRow,
  requirePublication,
} from '#api/features/openshelf/openshelf.queries.ts';
import { conflictError, invalidFieldError } from '#api/http/errors.ts';
import { formatAlternatives } from '#api/domain/lists.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { publications } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { type Receipt, runOnce, type ServiceRequest, storeKeyStatements } from './idempotency.service.ts';
import type { aiReviewRequest } from './publisher-api.contract.ts';
import { changeVersionStatements, findLastMove } from './publisher-api.queries.ts';
import { getVisibleStatus } from './states.service.ts';

export type MoveDeps = Pick<Deps, 'db' | 'clock' | 'publisher' | 'openshelfTexts'>;

type Change = {
  move: PublicationMove;
  comments?: string | null;
  /** What changes before the move, so that its row of history has it. */
  before?: Statement[];
  /** Columns that change with the status. */
  set?: Partial<typeof publications.$inferInsert>;
  /** Why the move is refused although the status allows it. */
  refusal?: Error | null;
  /** The move that this server adds. */
  followedBy?: PublicationMove;
  /** Why the shelf changes, for the list of publishes. */
  publishReason?: string;
};

/** What a move does to a publication, as the end of a sentence. */
const MOVE_VERBS: Partial<Record<PublicationMove, string>> = {
  edit: 'changed',
  revise: 'changed',
  submit: 'submitted',
  start_ai_review: 'given to the AI review',
  ai_approve: 'reviewed by the AI',
  ai_reject: 'reviewed by the AI',
  ai_pass_on: 'reviewed by the AI',
  appeal: 'appealed',
  publish: 'confirmed as published',
  withdraw: 'withdrawn',
};

/**
 * Makes a move of the publishing service. One that was made already, and is the last of the publication, changes nothing.
 * @throws not_found, conflict in any other status.
 */
export function makeMove(
  deps: MoveDeps,
  request: ServiceRequest,
  id: number,
  toChange: (publication: PublicationRow['publication']) => Change | Promise<Change>,
): Promise<Receipt> {
  const { db, clock, publisher, openshelfTexts } = deps;
  return runOnce(deps, request, async () => {
    const now = clock.now();
    const { publication } = await requirePublication(db, id);
    const change = await toChange(publication);
    const { move, comments = null, set, followedBy, before = [], publishReason } = change;
    if (!isAllowed(publication, move, now)) return acceptRepetition(deps, request, id, change);
    if (change.refusal) throw change.refusal;
    const condition = sql`${publications.id} = ${id} AND ${move === 'withdraw' ? sql`1` : isDecisionFinal(now)}`;
    const moved = movePublicationsStatements(db, { move, condition, now, comments, ...(set && { set }) });
    try {
      await write(db, [
        ...storeKeyStatements(deps, request, { publicationId: id, statusCode: 200 }),
        ...before,
        ...moved,
        rollbackIfNoRows,
        ...(followedBy ? movePublicationsStatements(db, { move: followedBy, condition, now }) : []),
        ...(publishReason
          ? [enqueuePublishStatement(db, { kind: 'publication', id, reason: publishReason, now })]
          : []),
      ]);
    } catch (error) {
      if (!isGuardRollback(error)) throw error;
      return acceptRepetition(deps, request, id, change);
    }
    if (publishReason) publisher.wake();
    if (moveRules[followedBy ?? move].to === 'ADMIN_REVIEWING') openshelfTexts.wake();
    return { publicationId: id, statusCode: 200 };
  });
}

/** An author may withdraw at any time; everything else waits until the reviewer can't undo the decision any more. */
const isAllowed = (publication: PublicationRow['publication'], move: PublicationMove, now: number) =>
  canMove(move, move === 'withdraw' ? publication.status : getVisibleStatus(publication, now));

const isDecisionFinal = (now: number) =>
  sql`(${publications.undoId} IS NULL OR ${publications.decidedAt} <= ${now - DECISION_UNDO_WINDOW_MS})`;

async function acceptRepetition(
  deps: MoveDeps,
  request: ServiceRequest,
  id: number,
  { move, comments = null }: Change,
): Promise<Receipt> {
  const { publication } = await requirePublication(deps.db, id);
  const last = await findLastMove(deps.db, id);
  if (last?.move !== move || last.comments !== comments) {
    throw statusConflictError(move, getVisibleStatus(publication, deps.clock.now()));
  }
  await write(deps.db, storeKeyStatements(deps, request, { publicationId: id, statusCode: 200 }));
  return { publicationId: id, statusCode: 200 };
}

function statusConflictError(move: PublicationMove, status: PublicationStatus) {
  const from = move === 'revise' ? [...moveRules.edit.from, ...moveRules.revise.from] : moveRules[move].from;
  return conflictError(
    `Only a publication in ${formatAlternatives(from)} can be ${MOVE_VERBS[move]}; this one is in ${status}.`,
  );
}

/** Sends a draft to the reviews. @throws not_found, conflict, validation_failed for a work without the address of a format. */
export const submitPublication = (deps: MoveDeps, request: ServiceRequest, id: number) =>
  makeMove(deps, request, id, (publication) => {
    const { htmlUrl, pdfUrl, mdUrl, epubUrl } = publication;
    if (!htmlUrl && !pdfUrl && !mdUrl && !epubUrl) {
      throw invalidFieldError('html_url', 'Add the web address of at least one format: HTML, PDF, Markdown or EPUB.');
    }
    const submittedAt = deps.clock.now();
    return { move: 'submit', before: changeVersionStatements(deps.db, id, { submittedAt }) };
  });

/** The AI has begun to review. @throws not_found, conflict. */
export const startAiReview = (deps: MoveDeps, request: ServiceRequest, id: number) =>
  makeMove(deps, request, id, () => ({ move: 'start_ai_review' }));

const AI_MOVES = {
  approved: 'ai_approve',
  rejected: 'ai_reject',
  needs_review: 'ai_pass_on',
} as const satisfies Record<AiDecision, PublicationMove>;

/** Stores the AI's review. What it approves waits for a reviewer, too. */
export const recordAiReview = (
  deps: MoveDeps,
  request: ServiceRequest,
  id: number,
  { decision, confidence_score, comments = null }: z.infer<typeof aiReviewRequest>,
) =>
  makeMove(deps, request, id, () => {
    const review = { aiDecision: decision, aiConfidence: confidence_score, aiComments: comments };
    return {
      move: AI_MOVES[decision],
      comments,
      before: changeVersionStatements(deps.db, id, review),
      ...(decision === 'approved' && { followedBy: 'queue_for_review' as const }),
    };
  });

/** In place of a reviewer, where the AI rejected. No user has this id. */
const NO_REVIEWER = 0;

/** The author answers a rejection. Who has judged the version does not decide again while there is another. @throws conflict when it is final. */
export const appealDecision = (deps: MoveDeps, request: ServiceRequest, id: number, text: string) =>
  makeMove(deps, request, id, async (publication) => ({
    move: 'appeal',
    comments: text,
    refusal: explainFinal(await findAppealState(deps.db, publication, deps.clock.now())),
    set: { excludedReviewerId: publication.status === 'REJECTED' ? publication.decidedBy : NO_REVIEWER },
  }));

const explainFinal = ({ until }: AppealState) =>
  until === null
    ? conflictError('This rejection is final: it can’t be appealed any more. The author can send the next version.')
    : null;

/** The publishing service has made an approved version available: it comes on the shelf. */
export const confirmPublished = (deps: MoveDeps, request: ServiceRequest, id: number) =>
  makeMove(deps, request, id, ({ title, versionNumber, publishedAt }) => {
    const now = deps.clock.now();
    return {
      move: 'publish',
      set: { shelfVersion: versionNumber, publishedAt: publishedAt ?? now, shelfUpdatedAt: now },
      publishReason: `On the shelf: ${title}`,
    };
  });

/** Takes a work back, in every status; the shelf loses it at once. @throws not_found, conflict when it is withdrawn. */
export const withdrawPublication = (deps: MoveDeps, request: ServiceRequest, id: number) =>
  makeMove(deps, request, id, ({ title }) => ({
    move: 'withdraw',
    set: { shelfVersion: null, shelfUpdatedAt: deps.clock.now() },
    publishReason: `Withdrawn: ${title}`,
  }));
