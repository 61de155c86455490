import { and, eq, ne, or, sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';

/** True for this user unless no other admin can sign in: the site always keeps one (T11). */
export const isNotLastAdmin = (userId: number, now: number) =>
  and(eq(users.id, userId), or(ne(users.role, 'admin'), hasAnotherActiveAdmin(userId, now)));

const hasAnotherActiveAdmin = (userId: number, now: number) =>
  sql`EXISTS (SELECT 1 FROM ${users} AS other WHERE other.role = 'admin' AND other.id <> ${userId}
    AND (NOT other.is_blacklisted OR other.blacklisted_until <= ${now}))`;
