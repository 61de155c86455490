import { z } from 'zod';
import { userSchema } from '#api/features/users/users.contract.ts';
import { emailField } from '#api/http/email-field.ts';
import { tokenField } from '#api/http/fields.ts';
import { singleLineField } from '#api/http/text-fields.ts';

export const CODE_LENGTH = 6;
export const NAME_MAX_LENGTH = 100;

const callbackUrlField = z
  .string({ error: 'The return address must be a web address or a path on this site.' })
  .max(2_000, 'The return address is too long.');

const nameField = (the: string) => singleLineField({ one: the, the }, { max: NAME_MAX_LENGTH });

/** The names of a user; empty ones are allowed. */
export const nameFields = {
  firstName: nameField('your first name').nullish(),
  lastName: nameField('your last name').nullish(),
};

const EXPIRED_FORM = 'This form has expired. Reload the page and try again.';

/**
 * What a page's form adds to prove that a person fills it in: a field that nobody sees, a signed time and, when the
 * server asked for it (`proof_of_work` of a 429), a proof of work.
 */
export const botCheckFields = {
  website: tokenField(EXPIRED_FORM, { max: 1_000 }).nullish(),
  formToken: tokenField(EXPIRED_FORM, { max: 300 }).nullish(),
  proofOfWork: tokenField(EXPIRED_FORM, { max: 300 }).nullish(),
};

export const startSignInRequest = z.strictObject({
  email: emailField,
  ...nameFields,
  /** Where the mailed link leads after signing in. */
  callbackUrl: callbackUrlField.nullish(),
  ...botCheckFields,
});

export const startSignInResponse = z.object({
  message: z.string(),
  expires_in: z.number().int(),
  resend_in: z.number().int(),
  /** Set only without a mail server: the code is saved in the outbox directory, and no email is sent. */
  delivery: z.literal('outbox').optional(),
});

export const formTokenResponse = z.object({ form_token: z.string() });

export const verifyCodeRequest = z.strictObject({
  email: emailField,
  code: z
    .string({ error: 'Enter the code from the email.' })
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine((value) => /^\d{6}$/.test(value), 'Enter all 6 digits of the code.'),
});

/** The secret of an emailed link, in the fragment of its URL. */
export const verifyLinkRequest = z.strictObject({
  token: tokenField('This link is incomplete. Open it from the email again.', { min: 1, max: 200 }),
});

/** Whose account a mailed link opens. */
export const linkAccountResponse = z.object({ email: z.string() });

export const signInResponse = z.object({ token: z.string(), user: userSchema });
export const currentUserResponse = z.object({ user: userSchema });

export const handoffRequest = z.strictObject({ callbackUrl: callbackUrlField });
/** Where to go: the absolute address that was asked for, with a token of its own, or `/`. */
export const handoffResponse = z.object({ url: z.string() });

export const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      user_agent: z.string(),
      ip: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      current: z.boolean(),
      /** The origin that the session was handed to; null for a browser of this site. */
      audience: z.string().nullable(),
    }),
  ),
});

export const revokeSessionsResponse = z.object({ ended: z.number().int() });

export type SessionJson = z.infer<typeof sessionsResponse>['sessions'][number];
