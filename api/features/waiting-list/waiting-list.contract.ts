import { z } from 'zod';
import { productIds } from '#api/domain/catalogue.ts';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { emailAddress } from '#api/http/email-field.ts';
import { pageAndLimit, pagination, wholeNumber } from '#api/http/pagination.ts';
import { lineOfText, multilineText } from '#api/http/text-fields.ts';
import { formProof, personName } from '../auth/auth.contract.ts';

export const INTENT_MAX = 1_000;
const IDS_MAX = 500;
const PAGE_SIZE = 20;

/** Products that have a waiting list. */
const listed = [productIds.genmate, productIds.chatmate] as const;

const intent = multilineText('What you plan', { max: INTENT_MAX });

export const joinInput = z.strictObject({
  email: emailAddress,
  firstName: personName('The first name').nullish(),
  lastName: personName('The last name').nullish(),
  intent: intent.nullish(),
  productId: z.literal([...listed], { error: 'There is no waiting list for this product.' }),
  ...formProof,
});

export const messageAnswer = z.object({ message: z.string() });

export const tokenInput = z.strictObject({
  token: z.string({ error: 'The link is not complete.' }).min(1, 'The link is not complete.').max(200),
});
export const intentInput = tokenInput.extend({ intent: intent.nullable() });

/** What the person sees of their own entry. */
export const place = z.object({
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
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const filters = {
  productId: filter(wholeNumber('productId', { min: 1, max: Number.MAX_SAFE_INTEGER })),
  status: filter(z.enum(waitingListStatuses, { error: `status is one of ${waitingListStatuses.join(', ')}.` })),
  search: filter(lineOfText('The search', { max: 200 })),
  sortBy: filter(
    z.enum(['created_at', 'email', 'first_name'], { error: 'sortBy is one of created_at, email, first_name.' }),
  ),
  sortOrder: filter(
    z
      .string()
      .toUpperCase()
      .pipe(z.enum(['ASC', 'DESC'], { error: 'sortOrder is ASC or DESC.' })),
  ),
};

export const listQuery = z.object({ ...filters, ...pageAndLimit(PAGE_SIZE) });
export const exportQuery = z.object(filters);
export const statsQuery = z.object({ productId: filters.productId });

export const entry = z.object({
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

export const entriesAnswer = z.object({ data: z.array(entry), pagination });

export const statsAnswer = z.object({
  pending: z.number().int(),
  invited: z.number().int(),
  rejected: z.number().int(),
  total: z.number().int(),
});

const idsError = `ids must be 1 to ${IDS_MAX} ids of entries.`;
export const idsInput = z.strictObject({
  ids: z
    .array(z.int({ error: idsError }).positive(idsError), { error: idsError })
    .min(1, idsError)
    .max(IDS_MAX, idsError),
});

/** `skipped` counts those that were not pending any more, or are not there. */
export const bulkAnswer = z.object({
  message: z.string(),
  updated: z.number().int(),
  skipped: z.number().int(),
});

export type PlaceJson = z.infer<typeof place>;
export type EntryJson = z.infer<typeof entry>;
export type Filters = z.output<typeof exportQuery>;
