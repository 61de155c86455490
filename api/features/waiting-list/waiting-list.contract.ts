import { z } from 'zod';
import { productIds } from '#api/domain/catalogue.ts';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { emailField } from '#api/http/email-field.ts';
import { pageLimitFields, paginationSchema, integerField } from '#api/http/pagination.ts';
import { singleLineField, multilineField } from '#api/http/text-fields.ts';
import { botCheckFields, nameField } from '#api/features/auth/auth.contract.ts';

export const INTENT_MAX_LENGTH = 1_000;
const IDS_MAX = 500;
const PAGE_SIZE = 20;

/** Products that have a waiting list. */
const waitingListProductIds = [productIds.genmate, productIds.chatmate] as const;

const intentField = multilineField('What you plan', { max: INTENT_MAX_LENGTH });

export const joinWaitingListRequest = z.strictObject({
  email: emailField,
  firstName: nameField('The first name').nullish(),
  lastName: nameField('The last name').nullish(),
  intent: intentField.nullish(),
  productId: z.literal([...waitingListProductIds], { error: 'There is no waiting list for this product.' }),
  ...botCheckFields,
});

export const messageResponse = z.object({ message: z.string() });

export const entryTokenRequest = z.strictObject({
  token: z.string({ error: 'The link is not complete.' }).min(1, 'The link is not complete.').max(200),
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

/** Screens send empty values for filters that are not set. */
const optionalFilter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const filters = {
  productId: optionalFilter(integerField('productId', { min: 1, max: Number.MAX_SAFE_INTEGER })),
  status: optionalFilter(z.enum(waitingListStatuses, { error: `status is one of ${waitingListStatuses.join(', ')}.` })),
  search: optionalFilter(singleLineField('The search', { max: 200 })),
  sortBy: optionalFilter(
    z.enum(['created_at', 'email', 'first_name'], { error: 'sortBy is one of created_at, email, first_name.' }),
  ),
  sortOrder: optionalFilter(
    z
      .string()
      .toUpperCase()
      .pipe(z.enum(['ASC', 'DESC'], { error: 'sortOrder is ASC or DESC.' })),
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

const idsError = `ids must be 1 to ${IDS_MAX} ids of entries.`;
export const entryIdsRequest = z.strictObject({
  ids: z
    .array(z.int({ error: idsError }).positive(idsError), { error: idsError })
    .min(1, idsError)
    .max(IDS_MAX, idsError),
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
