import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { signInChallenges } from '#db/schema/index.ts';

/** The statement that makes every code of an address void. */
export function voidChallengesStatement(db: Database, email: string, now: number) {
  return db.orm
    .update(signInChallenges)
    .set({ endedAt: now })
    .where(and(eq(signInChallenges.email, email), isNull(signInChallenges.endedAt)));
}
