import { z } from 'zod';
import { blacklistedSubscriptionActs, blacklistScopes, invoiceStatuses, refundReasons } from '#api/domain/enums.ts';
import { madeKeySchema } from '#api/features/api-keys/api-keys.contract.ts';
import { complimentarySchema } from '#api/features/complimentary-plans/complimentary-plans.contract.ts';
import { subscriptionSummarySchema } from '#api/features/subscriptions/subscriptions.contract.ts';
import { USER_NOTE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { userRoles } from '#api/domain/permissions.ts';
import { userBulkActionNames } from '#api/domain/user-bulk.ts';
import { userList } from '#api/domain/user-list.ts';
import { bulkTargetFields, requireTarget } from '#api/http/bulk-fields.ts';
import { emailField } from '#api/http/email-field.ts';
import {
  choiceField,
  idField,
  idListField,
  optionalFilter,
  OUTDATED_PAGE_MESSAGE,
  tokenField,
} from '#api/http/fields.ts';
import { listExportQuery, listFilter, listQuery } from '#api/http/list-query.ts';
import { integerField, LIMIT_MAX, paginationSchema, positiveIntegerField } from '#api/http/pagination.ts';
import { multilineField, singleLineField } from '#api/http/text-fields.ts';

export {
  complimentaryParams,
  givePlanRequest,
} from '#api/features/complimentary-plans/complimentary-plans.contract.ts';

/** A user as returned to that user: without the blacklist, the settings and the sessions. */
export const userSchema = z.object({
  id: z.number().int(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  role: z.enum(userRoles),
  auth_provider: z.string(),
  email_verified: z.boolean(),
  profile_photo: z.string().nullable(),
  created_at: z.string(),
});

const REASON_MAX_LENGTH = 1_000;
const reasonLabel = { one: 'a reason', the: 'the reason', missing: 'Please provide a reason for blacklisting' };

/** API keys of the user that go on; the others end. */
const KEEP_KEYS_MESSAGE = `‘keepKeys’ must be up to ${LIMIT_MAX} ids of keys.`;
const keepKeysField = {
  keepKeys: z.array(idField(KEEP_KEYS_MESSAGE), KEEP_KEYS_MESSAGE).max(LIMIT_MAX, KEEP_KEYS_MESSAGE).optional(),
};

export const blacklistUserRequest = z.strictObject({
  reason: multilineField(reasonLabel, { min: 1, max: REASON_MAX_LENGTH }),
  /** When it ends; without it the blacklisting is permanent. */
  blacklistedUntil: z.iso.datetime({ offset: true, error: 'Enter a valid end date and time.' }).nullish(),
  /** What becomes of paid subscriptions when the time to undo is up; left out, they go on. */
  subscriptions: choiceField('what becomes of the subscriptions', blacklistedSubscriptionActs).optional(),
  /** What can't sign up any more besides the address; left out, nothing else. */
  scope: choiceField('scope', ['base_address', 'domain']).optional(),
  ...keepKeysField,
});

const SELECT_MESSAGE = 'Select at least one user.';
const bulkTarget = bulkTargetFields(listFilter(userList), {
  max: LIMIT_MAX,
  isIds: '‘ids’ must be a list of user ids.',
  select: SELECT_MESSAGE,
  tooMany: `Select up to ${LIMIT_MAX} users at a time.`,
});
/** Blacklisting takes a reason and an end, for all of them. */
export const bulkUsersRequest = requireTarget(
  z.discriminatedUnion(
    'action',
    [
      blacklistUserRequest
        .pick({ reason: true, blacklistedUntil: true, subscriptions: true })
        .extend({ ...bulkTarget, action: z.literal('blacklist') }),
      z.strictObject({ ...bulkTarget, action: z.enum(userBulkActionNames).exclude(['blacklist']) }),
    ],
    { error: 'Choose what to do with the users.' },
  ),
  SELECT_MESSAGE,
);
export type BulkUsersRequest = z.output<typeof bulkUsersRequest>;

const NAME_MAX_LENGTH = 100;
const nameField = (one: string, the: string) => singleLineField({ one, the }, { max: NAME_MAX_LENGTH });

/** An empty name is removed. */
export const changeContactRequest = z.strictObject({
  email: emailField,
  firstName: nameField('a first name', 'the first name').nullish(),
  lastName: nameField('a last name', 'the last name').nullish(),
  /** Signs the user out everywhere, for an account that may be in the wrong hands. */
  endSessions: z.boolean({ error: 'Choose whether the user stays signed in.' }),
});

export const addNoteRequest = z.strictObject({
  body: multilineField({ one: 'a note', the: 'the note' }, { min: 1, max: USER_NOTE_MAX_LENGTH }),
});
export const noteParams = z.object({ id: positiveIntegerField('id'), noteId: positiveIntegerField('noteId') });

export const refundRequest = z.strictObject({
  /** Cents. */
  amount: z.number({ error: 'Enter an amount.' }).int().positive({ error: 'Enter an amount.' }),
  /** What the page shows as refunded (cents): when more is by now, nothing is done. */
  refundedBefore: z.number({ error: OUTDATED_PAGE_MESSAGE }).int().min(0),
  reason: z.enum(refundReasons, { error: 'Choose a reason.' }),
  /** Made by the page for one refund, and the same when it is tried again. */
  idempotencyKey: tokenField(OUTDATED_PAGE_MESSAGE, { min: 16, max: 100 }),
});
export const paymentParams = z.object({
  id: positiveIntegerField('id'),
  invoiceId: tokenField('This isn’t the id of a payment.', { min: 1, max: 200 }),
});

export const changeRoleRequest = z.strictObject({ role: choiceField('role', userRoles), ...keepKeysField });
/** Ids with commas between them. */
export const deleteUserQuery = z.object({ keepKeys: optionalFilter(idListField('keepKeys')) });
export const deviceParams = z.object({
  id: positiveIntegerField('id'),
  sessionId: tokenField('This isn’t the id of a session.', { min: 1, max: 100 }),
});

export const listUsersQuery = listQuery(userList);
export const exportUsersQuery = listExportQuery(userList);

export const addressQuery = z.object({ email: emailField });

/** What keeps an address from signing up: the account that it comes from may be deleted, or have another address by now. */
export const blacklistedAddressSchema = z.object({
  id: z.number().int(),
  scope: z.enum(blacklistScopes),
  user_id: z.number().int(),
  /** The address of the account; null when it is deleted. */
  user_email: z.string().nullable(),
  reason: z.string(),
  blacklisted_until: z.string().nullable(),
  created_at: z.string(),
});
export const blacklistedAddressesResponse = z.object({
  data: z.object({ addresses: z.array(blacklistedAddressSchema) }),
});
export type BlacklistedAddressJson = z.infer<typeof blacklistedAddressSchema>;

/** A blacklisting of another form of the address, such as `mere+1@`; no id and address when that account is deleted. `email` is the account’s present one. */
const relatedBlacklistingSchema = z.object({
  user_id: z.number().int().nullable(),
  email: z.string().nullable(),
  reason: z.string(),
});
export type RelatedBlacklistingJson = z.infer<typeof relatedBlacklistingSchema>;

/** A deletion that could not be carried out yet: the user stays visible, and can't sign in. */
const deletionSchema = z.object({ error: z.string(), next_attempt_at: z.string() });

/** A user as admins see it. A blacklisting that has ended counts as none. */
export const adminUserSchema = userSchema.extend({
  is_blacklisted: z.boolean(),
  blacklisted_reason: z.string().nullable(),
  blacklisted_until: z.string().nullable(),
  /** What is blacklisted besides the account: `address` is one that it had before. */
  blacklisted_scopes: z.array(z.enum(blacklistScopes)),
  last_login_at: z.string().nullable(),
  updated_at: z.string(),
  total_logins: z.number().int(),
  /** The newest first, ended ones included. */
  subscriptions: z.array(subscriptionSummarySchema),
  deletion: deletionSchema.nullable(),
});

/** The admin who acted; without a name when that account is deleted. */
const actorSchema = z.object({ id: z.number().int(), name: z.string().nullable() });

/** A note of staff about a user, plain text. */
const userNoteSchema = z.object({
  id: z.number().int(),
  body: z.string(),
  author: actorSchema.nullable(),
  created_at: z.string(),
  /** Written by whoever asks, who may delete it. */
  is_own: z.boolean(),
});
/** The newest first. */
export const userNotesResponse = z.object({ data: z.object({ notes: z.array(userNoteSchema) }) });
export const changedNotesResponse = userNotesResponse.extend({ message: z.string() });
export type UserNoteJson = z.infer<typeof userNoteSchema>;

/** A deletion that any admin can still stop. */
const pendingDeletionSchema = z.object({
  user_id: z.number().int(),
  name: z.string(),
  email: z.string(),
  actor: actorSchema.nullable(),
  delete_after: z.string(),
});
export type PendingDeletionJson = z.infer<typeof pendingDeletionSchema>;

export const usersResponse = z.object({
  data: z.object({
    users: z.array(adminUserSchema),
    pagination: paginationSchema,
    /** How many there are in each view, whatever the filter. */
    counts: z.object({
      all: z.number().int(),
      by_role: z.record(z.enum(userRoles), z.number().int()),
      blacklisted: z.number().int(),
    }),
    deletions: z.array(pendingDeletionSchema),
  }),
});

/** `reason` says why it is not allowed, as a sentence; null when it is. */
const permissionSchema = z.object({ allowed: z.boolean(), reason: z.string().nullable() });

export const userDetailSchema = adminUserSchema.extend({
  taxmate_program: z.string(),
  /** Paid less refunds, cents. */
  paid_total: z.number().int(),
  paid_currency: z.string(),
  /** What was paid in other currencies. */
  paid_other: z.array(z.object({ currency: z.string(), amount: z.number().int() })),
  /** Credits, which Stripe takes off the next payments in their currency. */
  credits: z.array(z.object({ amount: z.number().int(), currency: z.string() })),
  /** The customer at Stripe, and where its dashboard shows it; `url` is null with the payment sandbox. */
  stripe_customer: z.object({ id: z.string(), url: z.string().nullable() }).nullable(),
  /** Devices that are signed in. */
  live_devices: z.number().int(),
  /** The blacklisting that holds now. */
  blacklisting: z
    .object({
      created_at: z.string(),
      actor: actorSchema.nullable(),
      /** The subscriptions are to be cancelled: when, and why it failed so far. */
      cancellation: z
        .object({ act: z.enum(blacklistedSubscriptionActs), next_attempt_at: z.string(), error: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
  related_blacklistings: z.array(relatedBlacklistingSchema),
  /** Plans that the user has free of charge now. */
  complimentary_plans: z.array(complimentarySchema),
  can: z.object({
    change_contact: permissionSchema,
    change_role: permissionSchema,
    blacklist: permissionSchema,
    delete: permissionSchema,
  }),
});

export const messageResponse = z.object({ message: z.string() });

export const userDetailResponse = z.object({ data: z.object({ user: userDetailSchema }) });

/** `undo` is null for what can't be undone. */
export const userActionResponse = z.object({
  message: z.string(),
  data: z.object({ user: userDetailSchema }),
  undo: z.object({ id: z.string(), until: z.string() }).nullable(),
});

export const userSessionsResponse = z.object({
  data: z.object({
    sessions: z.array(
      z.object({
        product_name: z.string(),
        login_count: z.number().int(),
        logout_count: z.number().int(),
        last_login: z.string(),
        first_login: z.string(),
      }),
    ),
    /** Last used first. */
    devices: z.array(
      z.object({
        id: z.string(),
        user_agent: z.string(),
        ip: z.string(),
        /** The origin that the session was handed to; null for a browser of this site. */
        audience: z.string().nullable(),
        created_at: z.string(),
        last_used_at: z.string(),
        /** The session of the admin who asks. */
        current: z.boolean(),
      }),
    ),
  }),
});

export const endDeviceResponse = z.object({ message: z.string(), ended: z.number().int() });

export const madeKeysResponse = z.object({ data: z.object({ keys: z.array(madeKeySchema) }) });

export const userPaymentsResponse = z.object({
  data: z.object({
    payments: z.array(
      z.object({
        id: z.string(),
        product_name: z.string().nullable(),
        plan_name: z.string().nullable(),
        status: z.enum(invoiceStatuses),
        /** 'Paid', 'Refunded', 'Partly refunded', 'Payment failed', 'Due', 'Uncollectible' or 'Void'. */
        status_display: z.string(),
        current_period_start: z.string(),
        current_period_end: z.string(),
        created_at: z.string(),
        /** Cents. */
        amount: z.number().int(),
        amount_refunded: z.number().int(),
        /** What can still be refunded. */
        refundable: z.number().int(),
        /** Why nothing can be refunded, as a sentence; null when something can. */
        refund_obstacle: z.string().nullable(),
        /** The change of plan whose invoice credited the unused rest of this payment: a full refund would give that back twice. */
        credited_by: z
          .object({ at: z.string(), plan_name: z.string().nullable(), number: z.string().nullable() })
          .nullable(),
        has_failed_refund: z.boolean(),
        is_disputed: z.boolean(),
        currency: z.string(),
        invoice_number: z.string().nullable(),
        paid_at: z.string().nullable(),
        /** When a payment that failed is tried again. */
        next_attempt_at: z.string().nullable(),
        invoice_url: z.string().nullable(),
        receipt_url: z.string().nullable(),
      }),
    ),
  }),
});

export const timelineKinds = ['sign_in', 'email', 'payment', 'admin'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const timelineQuery = z.object({
  kind: optionalFilter(choiceField('kind', timelineKinds)),
  /** `next` of the response before. */
  before: optionalFilter(tokenField('‘before’ must come from an earlier response.', { max: 100 })),
  limit: integerField('limit', { min: 1, max: LIMIT_MAX }).default(30),
});

const fieldsSchema = z.record(z.string(), z.unknown()).nullable();

export const timelineEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  /** An action of the audit log; `email.` and the status of an email; `invoice.` and the status of an invoice, or `invoice.failed`. */
  action: z.string(),
  at: z.string(),
  /** Null for a visitor or the system. */
  actor: actorSchema.nullable(),
  /** What applies to the action; null for the rest. */
  values: z.object({
    detail: fieldsSchema,
    before: fieldsSchema,
    after: fieldsSchema,
    /** Of a blacklisting. */
    reason: z.string().nullable(),
    until: z.string().nullable(),
    email_id: z.number().int().nullable(),
    email_kind: z.string().nullable(),
    last_error: z.string().nullable(),
    /** Cents. */
    amount: z.number().int().nullable(),
    currency: z.string().nullable(),
    invoice_number: z.string().nullable(),
    invoice_url: z.string().nullable(),
    product_name: z.string().nullable(),
    plan_name: z.string().nullable(),
  }),
});

export const timelineResponse = z.object({
  data: z.object({
    entries: z.array(timelineEntrySchema),
    /** For `before`; null at the end. */
    next: z.string().nullable(),
  }),
});

export type UserJson = z.infer<typeof userSchema>;
export type ListUsersQuery = z.output<typeof listUsersQuery>;
export type ExportUsersQuery = z.output<typeof exportUsersQuery>;
export type AdminUserJson = z.infer<typeof adminUserSchema>;
export type ActorJson = z.infer<typeof actorSchema>;
export type UserDetailJson = z.infer<typeof userDetailSchema>;
export type UserActionJson = z.infer<typeof userActionResponse>;
export type UserSessionsJson = z.infer<typeof userSessionsResponse>['data'];
export type UserPaymentsJson = z.infer<typeof userPaymentsResponse>['data'];
export type TimelineQuery = z.output<typeof timelineQuery>;
export type TimelineEntryJson = z.infer<typeof timelineEntrySchema>;
