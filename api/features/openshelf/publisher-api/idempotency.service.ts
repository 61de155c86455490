import type { SQL } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { isUniqueViolation, type Statement } from '#db/write.ts';
import { findKey, insertKeyStatement } from './publisher-api.queries.ts';

/** A request of the publishing service: its idempotency key, if it has one, and the hash of method, path and body. */
export type ServiceRequest = { key: string | null; hash: string };

/** What came of a request. The response is made of the publication, as it is when the response is sent. */
export type Receipt = { publicationId: number; statusCode: 200 | 201; isReplay?: boolean };

/** The statement that stores the key of a request; it belongs to the batch of what the request does. */
export function storeKeyStatements(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { key, hash }: ServiceRequest,
  { publicationId, statusCode }: { publicationId: number | SQL; statusCode: number },
): Statement[] {
  if (key === null) return [];
  return [insertKeyStatement(db, { key, requestHash: hash, publicationId, statusCode, createdAt: clock.now() })];
}

/**
 * Carries a request out, unless it was carried out before: then only its receipt is returned. Of two requests with one key
 * at once, the second fails at the key and is a replay. @throws conflict for a known key with another request.
 */
export async function runOnce(
  { db }: Pick<Deps, 'db'>,
  request: ServiceRequest,
  run: () => Promise<Receipt>,
): Promise<Receipt> {
  const known = await findReplay({ db }, request);
  if (known) return known;
  try {
    return await run();
  } catch (error) {
    const replay = isUniqueViolation(error, 'openshelf_idempotency_keys') && (await findReplay({ db }, request));
    if (!replay) throw error;
    return replay;
  }
}

async function findReplay({ db }: Pick<Deps, 'db'>, { key, hash }: ServiceRequest): Promise<Receipt | null> {
  const row = key === null ? undefined : await findKey(db, key);
  if (!row) return null;
  if (row.requestHash !== hash) throw conflictError('This Idempotency-Key belongs to another request. Send a new one.');
  return { publicationId: row.publicationId, statusCode: row.statusCode === 201 ? 201 : 200, isReplay: true };
}
