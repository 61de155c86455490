import { z } from 'zod';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { deliveryStates } from '#api/domain/waiting-list.ts';
import { bulkRangeSchema, bulkTargetFields, requireTarget } from '#api/http/bulk-fields.ts';
import { choiceField, idField, outdatedPageError, OUTDATED_PAGE_MESSAGE } from '#api/http/fields.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';

const IDS_MAX = 500;

const SELECT_MESSAGE = 'Please select entries to perform this action';
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

export const bulkEntriesRequest = requireTarget(
  z.strictObject(
    bulkTargetFields(bulkFilterSchema, {
      max: IDS_MAX,
      isIds: '‘ids’ must be a list of entry ids.',
      select: SELECT_MESSAGE,
      tooMany: `Select up to ${IDS_MAX} entries at a time.`,
    }),
  ),
  SELECT_MESSAGE,
);
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
