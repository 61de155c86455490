import { z } from 'zod';
import { productIds } from '#api/domain/catalogue.ts';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { emailField } from '#api/http/email-field.ts';
import { choiceField, idField, optionalFilter, tokenField } from '#api/http/fields.ts';
import { pageLimitFields, paginationSchema, positiveIntegerField } from '#api/http/pagination.ts';
import { multilineField, searchLabel, singleLineField } from '#api/http/text-fields.ts';
import { botCheckFields, nameFields } from '#api/features/auth/auth.contract.ts';

export const INTENT_MAX_LENGTH = 1_000;
const IDS_MAX = 500;
const PAGE_SIZE = 20;

/** Products that have a waiting list. */
const waitingListProductIds = [productIds.genmate, productIds.chatmate] as const;

const intentField = multilineField({ one: 'your answer', the: 'your answer' }, { max: INTENT_MAX_LENGTH });

export const joinWaitingListRequest = z.strictObject({
  email: emailField,
  ...nameFields,
  intent: intentField.nullish(),
  productId: z.literal([...waitingListProductIds], { error: 'This product doesn’t have a waiting list.' }),
  ...botCheckFields,
});

export const messageResponse = z.object({ message: z.string() });

export const entryTokenRequest = z.strictObject({
  token: tokenField('This link is incomplete.', { min: 1, max: 200 }),
});
export const updateIntentRequest = entryTokenRequest.extend({ intent: intentField.nullable() });

/** An entry as its owner sees it. */
export const ownEntryResponse = z.object({
  product_id: z.number().int(),
  product_name: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  intent: z.string().nullable(),
  status: z.enum(waitingListStatuses),
  /** Place by date among those who wait for the product, from 1; null for one who does not wait any more. */
  position: z.number().int().nullable(),
  confirmed_at: z.string().nullable(),
  created_at: z.string(),
});

const filters = {
  productId: optionalFilter(positiveIntegerField('productId')),
  status: optionalFilter(choiceField('status', waitingListStatuses)),
  search: optionalFilter(singleLineField(searchLabel, { max: 200 })),
  sortBy: optionalFilter(choiceField('sortBy', ['created_at', 'email', 'first_name'])),
  sortOrder: optionalFilter(
    z
      .string()
      .toUpperCase()
      .pipe(choiceField('sortOrder', ['ASC', 'DESC'])),
  ),
};

export const listEntriesQuery = z.object({ ...filters, ...pageLimitFields(PAGE_SIZE) });
export const exportEntriesQuery = z.object(filters);
export const entryStatsQuery = z.object({ productId: filters.productId });

export const entryResponse = z.object({
  id: z.number().int(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  product_id: z.number().int(),
  product_name: z.string(),
  /** The same as `product_id`, in the spelling of the manager's screen. */
  productId: z.number().int(),
  intent: z.string().nullable(),
  status: z.enum(waitingListStatuses),
  created_at: z.string(),
  invited_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
});

export const entriesResponse = z.object({ data: z.array(entryResponse), pagination: paginationSchema });

export const entryStatsResponse = z.object({
  pending: z.number().int(),
  invited: z.number().int(),
  rejected: z.number().int(),
  total: z.number().int(),
});

const SELECT_MESSAGE = 'Please select entries to perform this action';
export const entryIdsRequest = z.strictObject({
  ids: z
    .array(idField('‘ids’ must be a list of entry ids.'), { error: SELECT_MESSAGE })
    .min(1, SELECT_MESSAGE)
    .max(IDS_MAX, `Select up to ${IDS_MAX} entries at a time.`),
});

/** `skipped` counts those that were not pending any more, or are not there. */
export const bulkEntriesResponse = z.object({
  message: z.string(),
  updated: z.number().int(),
  skipped: z.number().int(),
});

export type OwnEntryJson = z.infer<typeof ownEntryResponse>;
export type EntryJson = z.infer<typeof entryResponse>;
export type EntryFilters = z.output<typeof exportEntriesQuery>;
