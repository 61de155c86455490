import { LibsqlError } from '@libsql/client';

/** How long a database server may take to answer (ms). */
const ANSWER_TIMEOUT_MS = 10_000;

/** The server of the database can't be reached, or doesn't answer: whether a write was carried out is not known. */
class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/** For the client of a database server: a request without an answer fails by a name of its own. */
export async function fetchFromDatabase(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  const response = await fetch(request, { signal }).catch((error: unknown) => {
    throw new DatabaseUnreachableError('The database server doesn’t answer.', { cause: error });
  });
  if (response.status < 500) return response;
  throw new DatabaseUnreachableError(`The database server answers with status ${response.status}.`);
}

/** True when the server of the database couldn't be reached, or didn't answer; never of a file. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 6; each = each.cause, depth += 1) {
    if (each instanceof DatabaseUnreachableError) return true;
    if (each instanceof LibsqlError && /^HRANA_(WEBSOCKET|CLOSED)/.test(each.code)) return true;
  }
  return false;
}
