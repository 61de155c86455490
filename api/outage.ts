import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';

/** True when the server of the database or the bucket can't be reached: what failed can be done again later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof FileStoreUnavailableError || isDatabaseUnavailable(error);
