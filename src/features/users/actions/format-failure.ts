import { ApiError } from '#src/lib/api-client.ts';

/** The server's reason, or the words of the specification where it gave none, as without a connection. */
export const formatFailure = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 && error.code !== 'unknown' ? error.message : fallback;
