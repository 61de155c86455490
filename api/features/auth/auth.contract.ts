import { z } from 'zod';
import { userSchema } from '#api/features/users/users.contract.ts';
import { emailField } from '#api/http/email-field.ts';
import { singleLineField } from '#api/http/text-fields.ts';

export const CODE_LENGTH = 6;
export const NAME_MAX_LENGTH = 100;

const callbackUrl = z.string().max(2_000, 'This address is too long.').nullish();

export const nameField = (label: string) => singleLineField(label, { max: NAME_MAX_LENGTH });

/**
 * What a page's form adds to prove that a person fills it in: a field that nobody sees, a signed time and, when the
 * server asked for it (`proof_of_work` of a 429), a proof of work.
 */
export const botCheckFields = {
  website: z.string().max(1_000).nullish(),
  formToken: z.string().max(300).nullish(),
  proofOfWork: z.string().max(300).nullish(),
};

export const startSignInRequest = z.strictObject({
  email: emailField,
  firstName: nameField('The first name').nullish(),
  lastName: nameField('The last name').nullish(),
  /** Where the mailed link leads after signing in. */
  callbackUrl,
  ...botCheckFields,
});

export const startSignInResponse = z.object({
  message: z.string(),
  expires_in: z.number().int(),
  resend_in: z.number().int(),
  /** Given only where there is no mail server: the code is saved in the outbox directory, and no email goes out. */
  delivery: z.literal('outbox').optional(),
});

export const formTokenResponse = z.object({ form_token: z.string() });

export const verifyCodeRequest = z.strictObject({
  email: emailField,
  code: z
    .string({ error: 'Please enter the code from the e-mail.' })
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine((value) => /^\d{6}$/.test(value), 'The code has 6 digits.'),
});

/** The secret of an emailed link, in the fragment of its URL. */
export const verifyLinkRequest = z.strictObject({ token: z.string().min(1).max(200) });

/** Whose account a mailed link opens. */
export const linkAccountResponse = z.object({ email: z.string() });

export const signInResponse = z.object({ token: z.string(), user: userSchema });
export const currentUserResponse = z.object({ user: userSchema });

export const handoffRequest = z.strictObject({ callbackUrl: z.string().max(2_000) });
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
