import { z } from 'zod';
import { consentDocuments, taxmatePrograms, waitingListStatuses } from '#api/domain/enums.ts';
import { emailAddress } from '#api/http/email-field.ts';
import { personName, user } from '../auth/auth.contract.ts';

/** A name that is left out stays as it is; an empty one is taken away. E-mail and photo are read and ignored. */
export const profileInput = z.strictObject({
  firstName: personName('The first name').nullish(),
  lastName: personName('The last name').nullish(),
  email: z.unknown().optional(),
  profilePhoto: z.unknown().optional(),
});

export const profile = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  profile_photo: z.string().nullable(),
});

const taxmate = z.enum(taxmatePrograms, { error: `The program is one of ${taxmatePrograms.join(', ')}.` });

export const programInput = z.strictObject({ taxmate });
export const programAnswer = z.object({ program: z.object({ taxmate }) });

/** Deleting asks for the address once more, so that nobody does it by a slip. */
export const deletionInput = z.strictObject({ email: emailAddress });

export const deletionAnswer = z.object({
  message: z.string(),
  receipt: z.object({
    id: z.string(),
    deleted_at: z.string(),
    deleted: z.array(z.string()),
    kept: z.array(z.object({ what: z.string(), why: z.string(), until: z.string() })),
  }),
});

const time = z.string();

/** Everything that is kept about a person; no hash and no token. */
export const accountExport = z.object({
  exported_at: time,
  account: user.extend({
    updated_at: time,
    last_sign_in_at: time.nullable(),
    is_blacklisted: z.boolean(),
    blacklist_reason: z.string().nullable(),
    blacklisted_until: time.nullable(),
  }),
  program: z.object({ taxmate }),
  consents: z.array(z.object({ document: z.enum(consentDocuments), version: z.string(), accepted_at: time })),
  sessions: z.array(
    z.object({
      id: z.string(),
      user_agent: z.string(),
      ip: z.string(),
      audience: z.string().nullable(),
      created_at: time,
      last_used_at: time,
      expires_at: time,
    }),
  ),
  sign_in_codes: z.array(
    z.object({
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      created_at: time,
      expires_at: time,
      ended_at: time.nullable(),
    }),
  ),
  mails: z.array(
    z.object({ kind: z.string(), to_name: z.string(), status: z.string(), created_at: time, sent_at: time.nullable() }),
  ),
  waiting_list: z.array(
    z.object({
      product_id: z.number().int(),
      product_name: z.string(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      intent: z.string().nullable(),
      status: z.enum(waitingListStatuses),
      created_at: time,
      confirmed_at: time.nullable(),
      invited_at: time.nullable(),
    }),
  ),
  audit: z.array(z.object({ at: time, action: z.string() })),
  /** Of people who write for the site. */
  work: z.object({
    revisions: z.array(
      z.object({
        kind: z.string(),
        id: z.number().int(),
        number: z.number().int(),
        title: z.string(),
        created_at: time,
      }),
    ),
    uploads: z.array(z.object({ name: z.string(), url: z.string(), created_at: time })),
    publishes: z.array(z.object({ reason: z.string(), created_at: time })),
  }),
});

export type ProfileInput = z.output<typeof profileInput>;
export type ProfileJson = z.infer<typeof profile>;
export type ProgramJson = z.infer<typeof programAnswer>;
export type AccountExportJson = z.infer<typeof accountExport>;
export type DeletionReceiptJson = z.infer<typeof deletionAnswer>['receipt'];
