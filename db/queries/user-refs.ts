import { z } from 'zod';
import { users } from '#db/schema/index.ts';

/** Id and name of a user, as screens show them; null when the account is deleted. */
export const userRefSchema = z.object({ id: z.number().int(), name: z.string() }).nullable();
export type UserRefJson = z.infer<typeof userRefSchema>;

/** What a query with a left join on `users` selects for `toUserRefJson`. */
export const userRefColumns = {
  userId: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};

type UserRefRow = { userId: number | null; firstName: string | null; lastName: string | null; email: string | null };

export function toUserRefJson({ userId, firstName, lastName, email }: UserRefRow): UserRefJson {
  if (userId === null) return null;
  return { id: userId, name: firstName && lastName ? `${firstName} ${lastName}` : (email ?? '') };
}
