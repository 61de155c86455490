import { z } from 'zod';
import { users } from '#db/schema/index.ts';

/** Somebody of the team as screens name them; null when the account is gone. */
export const person = z.object({ id: z.number().int(), name: z.string() }).nullable();
export type PersonJson = z.infer<typeof person>;

/** What a query with a left join on `users` selects for `toPerson`. */
export const personColumns = {
  userId: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};

type PersonRow = { userId: number | null; firstName: string | null; lastName: string | null; email: string | null };

export function toPerson({ userId, firstName, lastName, email }: PersonRow): PersonJson {
  if (userId === null) return null;
  return { id: userId, name: firstName && lastName ? `${firstName} ${lastName}` : (email ?? '') };
}
