import { createHash } from 'node:crypto';
import type { StoredAnswer } from '../objects/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { StripeError } from './errors.ts';

const KEPT_SECONDS = 24 * 3600;

export type KeyedRequest = { key: string; fingerprint: string };

/** Method, path and parameters as one hash: a key belongs to one of these. */
export const createKeyedRequest = (key: string, { path, body }: { path: string; body: string }): KeyedRequest => ({
  key,
  fingerprint: createHash('sha256').update(`${path}\n${body}`).digest('hex'),
});

/** The stored answer to the same request. @throws StripeError when the key was used for another request. */
export function findStoredAnswer(
  tx: Transaction,
  { key, fingerprint }: KeyedRequest,
  realNow: number,
): StoredAnswer | null {
  const stored = tx.find('sandbox.idempotency_key', key);
  if (!stored || stored.created + KEPT_SECONDS < realNow) return null;
  if (stored.request === fingerprint) return stored;
  throw new StripeError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/** At the start: nobody repeats these any more. */
export function deleteOldAnswers(tx: Transaction, realNow: number): void {
  const isOld = ({ created }: StoredAnswer) => created + KEPT_SECONDS < realNow;
  for (const { id } of tx.list('sandbox.idempotency_key', isOld)) tx.delete('sandbox.idempotency_key', id);
}

/** Refused parameters are not stored: the request did not begin. */
export const isStored = (status: number): boolean => status === 200 || status === 402 || status >= 500;

export const keyInUse = (key: string): StripeError =>
  new StripeError(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}.`,
  });
