import { z } from 'zod';
import { aiDecisions, BULK_DECISION_MAX } from '#api/domain/publication-states.ts';
import { choiceField, idField, optionalFilter } from '#api/http/fields.ts';
import { pageLimitFields, paginationSchema } from '#api/http/pagination.ts';
import { multilineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { categoryFilter, publicationResponse } from '#api/features/openshelf/openshelf.contract.ts';

export const COMMENTS_MAX_LENGTH = 5_000;
const PAGE_SIZE = 20;

const commentsLabel = {
  one: 'comments',
  the: 'the comments',
  missing: 'Comments are required for rejection',
};
const requiredComments = multilineField(commentsLabel, { max: COMMENTS_MAX_LENGTH, min: 1 });
const optionalComments = multilineField(commentsLabel, { max: COMMENTS_MAX_LENGTH }).nullish();
const reasonIds = z
  .array(idField('Choose a reason.'), { error: 'Choose reasons from the list.' })
  .max(20, 'Choose up to 20 reasons.')
  .optional();

/** The queue: what waits for a reviewer. Without `sort`, the longest wait first. */
export const listPendingQuery = z.object({
  category: optionalFilter(categoryFilter),
  ai_decision: optionalFilter(choiceField('ai_decision', aiDecisions)),
  sort: optionalFilter(choiceField('sort', ['oldest', 'newest'])),
  ...pageLimitFields(PAGE_SIZE),
});

export const pendingResponse = z.object({
  data: z.object({
    publications: z.array(publicationResponse),
    pagination: paginationSchema,
    /** Decisions of the caller since the start of the day of the company. */
    decided_today: z.number().int(),
  }),
});

export const approveRequest = z.strictObject({ comments: optionalComments });
export const rejectRequest = z.strictObject({ comments: requiredComments, reason_ids: reasonIds });

export const bulkActionRequest = z
  .strictObject({
    publicationIds: z
      .array(z.number({ error: '‘publicationIds’ must be a list of publication ids.' }).int().positive(), {
        error: 'Select at least one publication.',
      })
      .min(1, 'Select at least one publication.')
      .max(BULK_DECISION_MAX, `Select up to ${BULK_DECISION_MAX} publications at a time.`),
    action: z.enum(['approve', 'reject'], { error: 'Choose Approve or Reject.' }),
    comments: optionalComments,
    reason_ids: reasonIds,
  })
  .refine(({ action, comments }) => action === 'approve' || Boolean(comments?.trim()), {
    path: ['comments'],
    error: commentsLabel.missing,
  });

export const decisionResponse = z.object({
  message: z.string(),
  data: publicationResponse,
  undo: undoSchema,
});
export const bulkDecisionResponse = z.object({
  message: z.string(),
  data: z.object({
    updated: z.number().int(),
    skipped: z.array(z.object({ id: z.number().int(), reason: z.string() })),
  }),
  undo: undoSchema,
});

/** Reserving a publication while its review is open. The screen repeats it; without that it ends by itself. */
export const claimResponse = z.object({
  data: z.object({
    /** Whether the caller has it; otherwise `claim` says who does. */
    is_mine: z.boolean(),
    claim: publicationResponse.shape.claim,
  }),
});
