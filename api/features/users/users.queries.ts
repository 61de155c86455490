import { sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';

/** True in a WHERE while another admin than this one can sign in: the site is never left without (T11). */
export const hasAnotherActiveAdmin = (userId: number, now: number) =>
  sql`EXISTS (SELECT 1 FROM ${users} AS other WHERE other.role = 'admin' AND other.id <> ${userId}
    AND (NOT other.is_blacklisted OR other.blacklisted_until <= ${now}))`;
