import { z } from 'zod';
import { listWaitingListProducts } from '#api/domain/catalogue.ts';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { deliveryStates, entryList } from '#api/domain/waiting-list.ts';
import { emailField } from '#api/http/email-field.ts';
import { choiceField, optionalFilter, tokenField } from '#api/http/fields.ts';
import { listExportQuery, listQuery } from '#api/http/list-query.ts';
import { integerField, paginationSchema, positiveIntegerField } from '#api/http/pagination.ts';
import { multilineField } from '#api/http/text-fields.ts';
import { botCheckFields, nameFields } from '#api/features/auth/auth.contract.ts';

export const INTENT_MAX_LENGTH = 1_000;
const NEXT_MAX = 500;

const intentField = multilineField({ one: 'your answer', the: 'your answer' }, { max: INTENT_MAX_LENGTH });

const NO_LIST = 'This product doesn’t have a waiting list.';
/** A product that has one when somebody joins. */
const waitingListField = z
  .int({ error: NO_LIST })
  .refine((id) => listWaitingListProducts().some((product) => product.id === id), { error: NO_LIST });

export const joinWaitingListRequest = z.strictObject({
  email: emailField,
  ...nameFields,
  intent: intentField.nullish(),
  productId: waitingListField,
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

export const listEntriesQuery = listQuery(entryList);
export const exportEntriesQuery = listExportQuery(entryList);

/** Some of the addresses that something is wrong with, and how many there are. */
const warnedAddressesSchema = z.object({ count: z.number().int(), emails: z.array(z.string()) });
/** Pending people of a selection whose invitation may not reach them, nobody counted twice; and whom it passes over. */
export const invitationWarningsResponse = z.object({
  unconfirmed: warnedAddressesSchema,
  /** They get no email: an admin stopped it. */
  suppressed: warnedAddressesSchema,
  /** People who joined the same list before someone of the selection, and stay on it: we promise the order of joining. */
  passed_over: z.number().int(),
});
export type InvitationWarningsJson = z.infer<typeof invitationWarningsResponse>;

export const entryStatsQuery = listEntriesQuery.pick({ productId: true });

/** Whom to invite next: by joining, as people were told, or `intent` for those first who said what they need it for. */
export const nextPeopleQuery = z.object({
  productId: positiveIntegerField('productId'),
  count: integerField('count', { min: 1, max: NEXT_MAX }),
  order: optionalFilter(choiceField('order', ['age', 'intent'])),
  leaveOut: optionalFilter(
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(choiceField('leaveOut', ['unconfirmed', 'bounced']))),
  ),
});

/** The latest invitation email; its times and error are known for as long as the outbox keeps it. */
const invitationSchema = z.object({
  status: z.enum([...deliveryStates, 'suppressed']),
  /** When it is sent, or tried again. */
  leaves_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  error: z.string().nullable(),
});

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
  /** The account with this address. */
  user_id: z.number().int().nullable(),
  signed_up_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  invitation: invitationSchema.nullable(),
});

export const entryDetailResponse = entryResponse.extend({
  /** By date among those who wait for the product, from 1; null for one who does not wait any more. */
  place: z.object({ position: z.number().int(), total: z.number().int() }).nullable(),
});

export const entriesResponse = z.object({ data: z.array(entryResponse), pagination: paginationSchema });

export const entryStatsResponse = z.object({
  pending: z.number().int(),
  invited: z.number().int(),
  rejected: z.number().int(),
  total: z.number().int(),
});

/** Signed up and paid are counted among the invited. */
export const funnelResponse = z.object({
  joined: z.number().int(),
  confirmed: z.number().int(),
  invited: z.number().int(),
  signed_up: z.number().int(),
  paid: z.number().int(),
});

const nextPersonSchema = entryResponse.pick({
  id: true,
  first_name: true,
  last_name: true,
  email: true,
  intent: true,
  created_at: true,
});

/** A dry run. Its figures are about `people`, except `available` and `left_out`, which are about all who wait. */
export const nextPeopleResponse = z.object({
  people: z.array(nextPersonSchema),
  /** Everyone who waits and is not left out. */
  available: z.number().int(),
  /** People who joined before someone in `people` and are not invited; none in the order of joining. */
  passed_over: z.number().int(),
  with_intent: z.number().int(),
  without_intent: z.number().int(),
  /** `bounced` does not repeat people who are left out as unconfirmed. */
  left_out: z.object({ unconfirmed: z.number().int(), bounced: z.number().int() }),
  first_joined_at: z.string().nullable(),
  last_joined_at: z.string().nullable(),
});

/** What an invitation link fills in at sign-up. */
export const invitationResponse = z.object({
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  product_name: z.string(),
  expires_at: z.string(),
  has_account: z.boolean(),
});

export type OwnEntryJson = z.infer<typeof ownEntryResponse>;
export type EntryJson = z.infer<typeof entryResponse>;
export type EntryDetailJson = z.infer<typeof entryDetailResponse>;
export type EntryFilters = z.output<typeof exportEntriesQuery>;
export type NextPeopleQuery = z.output<typeof nextPeopleQuery>;
export type NextPeopleJson = z.infer<typeof nextPeopleResponse>;
export type FunnelJson = z.infer<typeof funnelResponse>;
export type InvitationJson = z.infer<typeof invitationResponse>;
