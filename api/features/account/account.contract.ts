import { z } from 'zod';
import {
  consentDocuments,
  invoiceStatuses,
  subscriptionStatuses,
  programLevelNames,
  waitingListStatuses,
} from '#api/domain/enums.ts';
import { emailField } from '#api/http/email-field.ts';
import { nameFields } from '#api/features/auth/auth.contract.ts';
import { subscriptionPriceSchema } from '#api/features/subscriptions/subscriptions.contract.ts';
import { userSchema } from '#api/features/users/users.contract.ts';

/** A missing name is not changed, an empty one is removed. E-mail and photo are ignored. */
export const updateProfileRequest = z.strictObject({
  ...nameFields,
  email: z.unknown().optional(),
  profilePhoto: z.unknown().optional(),
});

export const profileResponse = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  profile_photo: z.string().nullable(),
});

const taxmate = z.enum(programLevelNames, { error: 'Choose Alpha, Beta or Normal.' });

export const updateProgramRequest = z.strictObject({ taxmate });
export const programResponse = z.object({ program: z.object({ taxmate }) });

/** Deletion requires the email address again, so that it cannot happen by mistake. */
export const deleteAccountRequest = z.strictObject({ email: emailField });

export const deleteAccountResponse = z.object({
  message: z.string(),
  receipt: z.object({
    id: z.string(),
    deleted_at: z.string(),
    deleted: z.array(z.string()),
    retained: z.array(z.object({ data: z.string(), reason: z.string(), retention: z.string() })),
  }),
});

const timestampSchema = z.string();

/** All data about a user, without hashes and tokens. */
export const accountExportResponse = z.object({
  exported_at: timestampSchema,
  account: userSchema.extend({
    updated_at: timestampSchema,
    last_sign_in_at: timestampSchema.nullable(),
    is_blacklisted: z.boolean(),
    blacklist_reason: z.string().nullable(),
    blacklisted_until: timestampSchema.nullable(),
    /** Since when this address gets no email except sign-in codes. */
    email_suppressed_at: timestampSchema.nullable(),
  }),
  program: z.object({ taxmate }),
  consents: z.array(
    z.object({ document: z.enum(consentDocuments), version: z.string(), accepted_at: timestampSchema }),
  ),
  sign_in_totals: z.array(
    z.object({
      product_name: z.string(),
      sign_ins: z.number().int(),
      sign_outs: z.number().int(),
      first_sign_in_at: timestampSchema,
      last_sign_in_at: timestampSchema,
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      user_agent: z.string(),
      ip: z.string(),
      audience: z.string().nullable(),
      created_at: timestampSchema,
      last_used_at: timestampSchema,
      expires_at: timestampSchema,
    }),
  ),
  sign_in_codes: z.array(
    z.object({
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      created_at: timestampSchema,
      expires_at: timestampSchema,
      ended_at: timestampSchema.nullable(),
    }),
  ),
  mails: z.array(
    z.object({
      kind: z.string(),
      to_name: z.string(),
      status: z.string(),
      created_at: timestampSchema,
      sent_at: timestampSchema.nullable(),
    }),
  ),
  blacklistings: z.array(
    z.object({
      reason: z.string(),
      until: timestampSchema.nullable(),
      created_at: timestampSchema,
      ended_at: timestampSchema.nullable(),
    }),
  ),
  /** What staff noted. */
  notes: z.array(z.object({ body: z.string(), created_at: timestampSchema })),
  waiting_list: z.array(
    z.object({
      product_id: z.number().int(),
      product_name: z.string(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      intent: z.string().nullable(),
      status: z.enum(waitingListStatuses),
      created_at: timestampSchema,
      confirmed_at: timestampSchema.nullable(),
      invited_at: timestampSchema.nullable(),
    }),
  ),
  /** Plans that the company gave free of charge. */
  complimentary_plans: z.array(
    z.object({
      product_name: z.string(),
      plan_name: z.string(),
      quantity: z.number().int(),
      reason: z.string(),
      created_at: timestampSchema,
      ends_at: timestampSchema.nullable(),
      ended_at: timestampSchema.nullable(),
    }),
  ),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      product_name: z.string(),
      plan_name: z.string(),
      status: z.enum(subscriptionStatuses),
      /** What it costs, with its discounts; null where it isn’t known. */
      price: subscriptionPriceSchema.nullable(),
      created_at: timestampSchema,
      current_period_end: timestampSchema,
      ended_at: timestampSchema.nullable(),
    }),
  ),
  /** Amounts are cents. */
  invoices: z.array(
    z.object({
      number: z.string().nullable(),
      plan_name: z.string().nullable(),
      status: z.enum(invoiceStatuses),
      total: z.number().int(),
      amount_paid: z.number().int(),
      amount_refunded: z.number().int(),
      currency: z.string(),
      created_at: timestampSchema,
      paid_at: timestampSchema.nullable(),
    }),
  ),
  audit: z.array(
    z.object({
      at: timestampSchema,
      action: z.string(),
      /** Such as `user:12`. */
      subject: z.string(),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  /** Of users who write for the site. */
  work: z.object({
    revisions: z.array(
      z.object({
        kind: z.string(),
        id: z.number().int(),
        number: z.number().int(),
        title: z.string(),
        created_at: timestampSchema,
      }),
    ),
    uploads: z.array(z.object({ name: z.string(), url: z.string(), created_at: timestampSchema })),
    publishes: z.array(z.object({ reason: z.string(), created_at: timestampSchema })),
  }),
});

/** The same of a person without an account, who is on a waiting list. */
export const personExportResponse = accountExportResponse.extend({
  email: z.string(),
  /** Since when this address gets no email. */
  email_suppressed_at: timestampSchema.nullable(),
  account: z.null(),
  program: z.null(),
});

export type UpdateProfileRequest = z.output<typeof updateProfileRequest>;
export type ProfileJson = z.infer<typeof profileResponse>;
export type ProgramJson = z.infer<typeof programResponse>;
export type AccountExportJson = z.infer<typeof accountExportResponse>;
export type PersonExportJson = z.infer<typeof personExportResponse>;
export type DeletionReceiptJson = z.infer<typeof deleteAccountResponse>['receipt'];
