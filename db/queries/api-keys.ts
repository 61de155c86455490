import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { ignoreOutOfSpace } from '#db/out-of-space.ts';
import { apiKeys, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

/** Minimum interval between updates of `last_used_at` (ms), to avoid a write for each request. */
const TOUCH_INTERVAL_MS = 60_000;

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key that was not revoked, with the user in whose name it acts. */
export async function findApiKey({ orm }: Database, keyHash: string) {
  const [found] = await orm
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, keyHash), isNull(apiKeys.revokedAt)));
  return found ?? null;
}

/** Records that a key is used, at most once an interval. */
export async function touchApiKey(db: Database, { id, lastUsedAt }: ApiKeyRow, now: number): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < TOUCH_INTERVAL_MS) return;
  await write(db, [db.orm.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id))]).catch(ignoreOutOfSpace);
}
