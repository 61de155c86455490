import { z } from 'zod';
import { aiDecisions, moveActors, publicationMoves, publicationStatuses } from '#api/domain/publication-states.ts';
import { publicationList } from '#api/domain/openshelf-lists.ts';
import { formatAlternatives } from '#api/domain/lists.ts';
import { optionalFilter } from '#api/http/fields.ts';
import { listQuery } from '#api/http/list-query.ts';
import { paginationSchema } from '#api/http/pagination.ts';
import { categoryFilter, publicationResponse } from '#api/features/openshelf/openshelf.contract.ts';

export const listPublicationsQuery = listQuery(publicationList).extend({
  status: optionalFilter(
    z.enum(publicationStatuses, {
      error: `‘status’ must be one of the publication statuses: ${formatAlternatives(publicationStatuses)}.`,
    }),
  ),
  category: optionalFilter(categoryFilter),
});

export const publicationsResponse = z.object({
  data: z.object({ publications: z.array(publicationResponse), pagination: paginationSchema }),
});

/** One move of its history, oldest first. */
const historyEntrySchema = z.object({
  id: z.number().int(),
  move: z.enum(publicationMoves),
  from_status: z.enum(publicationStatuses).nullable(),
  to_status: z.enum(publicationStatuses),
  version_number: z.number().int(),
  actor: z.enum(moveActors),
  /** The reviewer; null for the publishing service and the server. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  comments: z.string().nullable(),
  /** Labels of the chosen reasons. */
  reasons: z.array(z.string()),
  ai_decision: z.enum(aiDecisions).nullable(),
  ai_confidence_score: z.number().nullable(),
  is_undone: z.boolean(),
  at: z.string(),
});
export type PublicationHistoryEntryJson = z.infer<typeof historyEntrySchema>;

export const publicationDetailResponse = z.object({
  data: publicationResponse.extend({
    history: z.array(historyEntrySchema),
    /** Numbers and dates of all versions, newest first. */
    versions: z.array(
      z.object({ number: z.number().int(), created_at: z.string(), submitted_at: z.string().nullable() }),
    ),
    /** The latest earlier version that a reviewer decided on; null for the first. */
    last_decided_version: z.number().int().nullable(),
    /** Place in the queue, from 1, and the neighbours in it; null outside the queue. */
    queue: z
      .object({
        position: z.number().int(),
        total: z.number().int(),
        previous_id: z.number().int().nullable(),
        next_id: z.number().int().nullable(),
      })
      .nullable(),
    /** Until when the author can appeal against the rejection that stands; null where none is possible. */
    appeal_until: z.string().nullable(),
    /** A rejection, the one that stands or the next one, can’t be appealed. */
    is_final: z.boolean(),
    /** The rejection that stands could have been appealed, but the time for it is over. */
    is_appeal_over: z.boolean(),
    /** Why the caller may not decide, as a sentence, or null: the author appealed against the caller’s own decision. */
    decision_blocked: z.string().nullable(),
  }),
});
export type PublicationDetailJson = z.infer<typeof publicationDetailResponse>['data'];

export const publicationActionResponse = z.object({ message: z.string(), data: publicationResponse });
