import { type Client, LibsqlError } from '@libsql/client';

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

/**
 * A WebSocket waits for an answer without end, also from a machine that is gone. With this a call fails after 10 s, and the next
 * one uses a new connection.
 */
export function limitAnswerTime(client: Client): Client {
  let connection = 1;
  /** Once for all calls that wait on the same connection. */
  const renew = (silent: number) => {
    if (silent !== connection) return;
    connection += 1;
    Promise.resolve(client.reconnect()).catch(() => undefined);
  };
  const limit =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const used = connection;
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          renew(used);
          reject(new DatabaseUnreachableError('The database server doesn’t answer.'));
        }, ANSWER_TIMEOUT_MS);
      });
      try {
        return await Promise.race([call(...args), silence]);
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        // The server ends a connection with a wrong token without a word.
        throw new DatabaseUnreachableError('The database server can’t be reached, or it refuses the token.', {
          cause: error,
        });
      } finally {
        clearTimeout(timer);
      }
    };
  client.execute = limit(client.execute.bind(client)) as Client['execute'];
  client.batch = limit(client.batch.bind(client));
  return client;
}

const isConnectionError = (error: unknown) =>
  error instanceof LibsqlError && /^HRANA_(WEBSOCKET|CLOSED)/.test(error.code);

/** True when the server of the database couldn't be reached, or didn't answer; never of a file. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 6; each = each.cause, depth += 1) {
    if (each instanceof DatabaseUnreachableError || isConnectionError(each)) return true;
  }
  return false;
}
