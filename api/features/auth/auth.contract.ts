import { z } from 'zod';
import { userRoles } from '#api/domain/enums.ts';
import { emailAddress } from '#api/http/email-field.ts';
import { lineOfText } from '#api/http/text-fields.ts';

export const CODE_DIGITS = 6;
export const NAME_MAX = 100;

const callbackUrl = z.string().max(2_000, 'This address is too long.').nullish();

export const personName = (label: string) => lineOfText(label, { max: NAME_MAX });

/**
 * What a page's form adds to prove that a person fills it in: a field that nobody sees, a signed time and, when the
 * server asked for it (`proof_of_work` of a 429), a proof of work.
 */
export const formProof = {
  website: z.string().max(1_000).nullish(),
  formToken: z.string().max(300).nullish(),
  proofOfWork: z.string().max(300).nullish(),
};

export const startInput = z.strictObject({
  email: emailAddress,
  firstName: personName('The first name').nullish(),
  lastName: personName('The last name').nullish(),
  /** Where the mailed link leads after signing in. */
  callbackUrl,
  ...formProof,
});

export const startAnswer = z.object({
  message: z.string(),
  expires_in: z.number().int(),
  resend_in: z.number().int(),
  /** Given only where there is no mail server: the code is saved in the outbox directory, and no email goes out. */
  delivery: z.literal('outbox').optional(),
});

export const formTokenAnswer = z.object({ form_token: z.string() });

export const verifyInput = z.strictObject({
  email: emailAddress,
  code: z
    .string({ error: 'Please enter the code from the e-mail.' })
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine((value) => /^\d{6}$/.test(value), 'The code has 6 digits.'),
});

/** The secret of a mailed link; it stands after the # of its address. */
export const linkInput = z.strictObject({ token: z.string().min(1).max(200) });

/** Whose account a mailed link opens. */
export const linkAccountResponse = z.object({ email: z.string() });

export const user = z.object({
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

export const signedInAnswer = z.object({ token: z.string(), user });
export const meAnswer = z.object({ user });

export const handoffInput = z.strictObject({ callbackUrl: z.string().max(2_000) });
/** Where to go: the absolute address that was asked for, with a token of its own, or `/`. */
export const handoffAnswer = z.object({ url: z.string() });

export const sessionsAnswer = z.object({
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

export const endedAnswer = z.object({ ended: z.number().int() });

export type UserJson = z.infer<typeof user>;
export type SessionJson = z.infer<typeof sessionsAnswer>['sessions'][number];
