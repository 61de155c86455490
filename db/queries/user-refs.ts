import { z } from 'zod';
import { formatUserName } from '#api/domain/person-name.ts';
import { users } from '#db/schema/index.ts';

/** Id and name of a user, as screens show them; null when the account is deleted. */
export const userRefSchema = z.object({ id: z.number().int(), name: z.string() }).nullable();
export type UserRefJson = z.infer<typeof userRefSchema>;

/** What a query with a left join on `users` selects for `toUserRefJson`. */
export const userRefColumns = {
  userId: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
};

type UserRefRow = { userId: number | null; firstName: string | null; lastName: string | null };

export const toUserRefJson = ({ userId, ...names }: UserRefRow): UserRefJson =>
  userId === null ? null : { id: userId, name: formatUserName({ id: userId, ...names }) };
