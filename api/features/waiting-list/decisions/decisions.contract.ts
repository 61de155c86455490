import { z } from 'zod';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { deliveryStates } from '#api/domain/waiting-list.ts';
import { choiceField, idField, outdatedPageError, OUTDATED_PAGE_MESSAGE } from '#api/http/fields.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';

const IDS_MAX = 500;

const SELECT_MESSAGE = 'Please select entries to perform this action';
const entryIdsField = z
  .array(idField('‘ids’ must be a list of entry ids.'), { error: SELECT_MESSAGE })
  .min(1, SELECT_MESSAGE)
  .max(IDS_MAX, `Select up to ${IDS_MAX} entries at a time.`);

const bulkFilterSchema = z.strictObject(
  {
    productId: idField(OUTDATED_PAGE_MESSAGE).optional(),
    status: choiceField('status', waitingListStatuses).optional(),
    search: singleLineField(searchLabel, { max: 200 }).optional(),
    delivery: choiceField('delivery', deliveryStates).optional(),
  },
  { error: outdatedPageError },
);
export type BulkEntriesFilter = z.output<typeof bulkFilterSchema>;

/** Ids of entries, exclusive and inclusive: the part of the matches that is left. */
const bulkRangeSchema = z.strictObject(
  {
    after_id: z.number({ error: OUTDATED_PAGE_MESSAGE }).int().nonnegative(),
    last_id: idField(OUTDATED_PAGE_MESSAGE),
  },
  { error: outdatedPageError },
);
export type BulkEntriesRange = z.output<typeof bulkRangeSchema>;

/**
 * `ids`, or all that match `filter`. Matches are changed in parts, one for each request: the first states the `total` that
 * was shown, each further one the `next` of the response before.
 */
export const bulkEntriesRequest = z
  .strictObject({
    ids: entryIdsField.optional(),
    filter: bulkFilterSchema.optional(),
    total: z.number({ error: OUTDATED_PAGE_MESSAGE }).int().positive().optional(),
    next: bulkRangeSchema.optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    error: SELECT_MESSAGE,
  })
  .refine(({ filter, total, next }) => filter === undefined || (total === undefined) !== (next === undefined), {
    path: ['total'],
    error: OUTDATED_PAGE_MESSAGE,
  });
export type BulkEntriesRequest = z.output<typeof bulkEntriesRequest>;

/** `skipped` counts those of another status, or not there. `next` is null when no match is left. */
export const bulkEntriesResponse = z.object({
  message: z.string(),
  updated: z.number().int(),
  skipped: z.number().int(),
  next: bulkRangeSchema.nullable(),
  undo: undoSchema,
});
export type BulkEntriesJson = z.infer<typeof bulkEntriesResponse>;

export const deleteEntryResponse = z.object({ message: z.string(), undo: undoSchema });

/** `skipped` names each entry that got no email, with the reason. `next` is null when no match is left. */
export const resendInvitationsResponse = z.object({
  message: z.string(),
  updated: z.number().int(),
  skipped: z.array(z.object({ id: z.number().int(), email: z.string().nullable(), reason: z.string() })),
  next: bulkRangeSchema.nullable(),
});
export type ResendInvitationsJson = z.infer<typeof resendInvitationsResponse>;
