import { z } from 'zod';
import { userRoles } from '#api/domain/permissions.ts';
import { multilineField } from '#api/http/text-fields.ts';

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

export type UserJson = z.infer<typeof userSchema>;

const reasonLabel = { one: 'a reason', the: 'the reason', missing: 'Please provide a reason for blacklisting' };

export const blacklistUserRequest = z.strictObject({
  reason: multilineField(reasonLabel, { min: 1, max: 1_000 }),
  /** When it ends; without it the blacklisting is permanent. */
  blacklistedUntil: z.iso.datetime({ offset: true, error: 'Enter a valid end date and time.' }).nullish(),
});
