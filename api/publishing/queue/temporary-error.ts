import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { ReleaseConflictError } from '#api/releases/release-rows.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { LeaseLostError } from '#db/write.ts';

/** True when the same publish can succeed later, here or on another server: no job has failed. */
export const isTemporary = (error: unknown): boolean =>
  isOutOfSpace(error) ||
  isDatabaseUnavailable(error) ||
  error instanceof FileStoreUnavailableError ||
  error instanceof ReleaseConflictError ||
  error instanceof LeaseLostError;
