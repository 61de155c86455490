import { DatabaseFileGoneError } from '#db/client.ts';
import { DatabaseBusyError } from '#db/lock-queue.ts';
import { LeaseLostError } from '#db/write.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { QueueFullError } from '#api/bounded-queue.ts';

/** The closed family of failures that an API answers with; each has one HTTP status. */
export const errorStatuses = {
  validation_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
export type Issue = { path: string; message: string };

/** Of a conflict: what the caller sent, and what someone else saved in the meantime. */
export type ConflictVersions = { yours: unknown; theirs: unknown };

/** What a client must compute, or wait for, before the same request passes a soft rate limit. */
export type ProofOfWork = { challenge: string; difficulty_bits: number; wait_seconds: number };

/** An expected failure with a message for users. Any other error is logged and answered as `internal`. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly versions: ConflictVersions | undefined;
  readonly proofOfWork: ProofOfWork | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      issues?: Issue[];
      retryAfterSeconds?: number;
      versions?: ConflictVersions;
      proofOfWork?: ProofOfWork;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.versions = options.versions;
    this.proofOfWork = options.proofOfWork;
  }
}

export const notFoundError = (message: string) => new AppError('not_found', message);
export const conflictError = (message: string) => new AppError('conflict', message);

/** An action that can't be undone: it was undone before, or its time is over. */
export const undoClosedError = (isUndone: boolean) =>
  conflictError(isUndone ? 'This has already been undone.' : 'It’s too late to undo this.');

/** A value that must be unique and is taken. */
export function duplicateValueError(path: string, message: string): AppError {
  return new AppError('conflict', message, { issues: [{ path, message }] });
}

/** After this the disk may have space again, seconds. */
const RETRY_WHEN_FULL_SECONDS = 30;

/**
 * What every route answers to a lack of resources: the database is locked, the disk is full, HTML took too long to
 * process, or too much waits already. Null for any other error.
 */
export function toResourceError(error: unknown): AppError | null {
  if (error instanceof WorkerTimeoutError) {
    return new AppError('unavailable', 'This text takes too long to check. Try again, or split it into parts.');
  }
  if (error instanceof QueueFullError) {
    return new AppError('unavailable', error.message, { retryAfterSeconds: error.retryAfterSeconds });
  }
  if (error instanceof DatabaseBusyError) {
    return new AppError('unavailable', 'We’re busy right now. Try again in a few seconds.', { retryAfterSeconds: 2 });
  }
  if (error instanceof DatabaseFileGoneError) {
    return new AppError(
      'unavailable',
      'The server’s data is gone, so nothing was saved. Keep a copy of what you wrote, and tell an admin of the server.',
      { retryAfterSeconds: 60 },
    );
  }
  if (error instanceof FileStoreUnavailableError) {
    return new AppError('unavailable', 'Images and videos can’t be reached right now. Try again in a minute.', {
      retryAfterSeconds: 30,
    });
  }
  if (error instanceof LeaseLostError || isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'We can’t reach our database right now. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
  if (!isOutOfSpace(error)) return null;
  return new AppError(
    'insufficient_storage',
    'The server’s storage is full, so nothing was saved. Try again in a few minutes.',
    { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS },
  );
}

/** One invalid field. */
export function invalidFieldError(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] });
}
