import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { hashToken } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { API_KEY_REQUESTS_PER_MINUTE } from '#api/domain/api-keys.ts';
import { AppError } from '#api/http/errors.ts';
import type { Database } from '#db/client.ts';
import { findApiKey, touchApiKey } from '#db/queries/api-keys.ts';

const MINUTE_MS = 60_000;
/** Tells keys from sessions, and lets scanners of source code find one that was committed. */
export const API_KEY_PREFIX = 'key_';
/** The scheme is case-insensitive (RFC 9110, 11.1). */
const KEY_HEADER = new RegExp(`^bearer +(${API_KEY_PREFIX}[\\w-]{20,100})$`, 'i');

export type FoundKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>;
type KeyDeps = Pick<Deps, 'db' | 'clock'>;

/** The API key of a request; null where it has none. */
export const readApiKey = (context: Context): string | null =>
  KEY_HEADER.exec(context.req.header('Authorization') ?? '')?.[1] ?? null;

/** @throws unauthenticated for a key that is wrong or was revoked, rate_limited. Notes the use. */
export async function requireKey({ db, clock }: KeyDeps, token: string): Promise<FoundKey> {
  const found = await findApiKey(db, hashToken(token));
  if (!found) throw new AppError('unauthenticated', 'This API key is wrong, or it was revoked.');
  const now = clock.now();
  countRequest(db, found.key.id, now);
  await touchApiKey(db, found.key, now);
  return found;
}

type Usage = { minute: number; count: number };
/** In memory, so that a read costs no write: each server counts for itself. */
const usages = new WeakMap<Database, LRUCache<number, Usage>>();

function countRequest(db: Database, keyId: number, now: number): void {
  const minute = Math.floor(now / MINUTE_MS);
  const usage = usages.get(db) ?? new LRUCache<number, Usage>({ max: 10_000 });
  usages.set(db, usage);
  const current = usage.get(keyId);
  const count = current?.minute === minute ? current.count + 1 : 1;
  usage.set(keyId, { minute, count });
  if (count <= API_KEY_REQUESTS_PER_MINUTE) return;
  const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
  throw new AppError(
    'rate_limited',
    `A key may send ${API_KEY_REQUESTS_PER_MINUTE} requests a minute. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}
