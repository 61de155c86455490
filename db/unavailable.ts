import type { Client, ResultSet } from '@libsql/client';
import { LibsqlError } from '@libsql/client/sqlite3';
import PQueue from 'p-queue';

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
 * Write batches that one server has under way at a libSQL server. sqld 0.24 writes no faster with more; above six of all
 * servers it answers none in time, and those behind them neither.
 */
const WRITES_AT_ONCE = 2;

/**
 * Makes calls of a database server end: one without an answer fails after 10 s, its wait for its turn included. A WebSocket itself
 * waits without end, also for a machine that is gone; after such a call the next one uses a new connection.
 */
export function limitCalls(client: Client): Client {
  const writes = new PQueue({ concurrency: WRITES_AT_ONCE });
  let connection = 1;
  /** Once for all calls that wait on the same connection. Over HTTP each call has its own. */
  const renew = (used: number) => {
    if (client.protocol !== 'ws' || used !== connection) return;
    connection += 1;
    Promise.resolve(client.reconnect()).catch(() => undefined);
  };

  async function limit<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const used = connection;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new DatabaseUnreachableError('The database server doesn’t answer.'));
        controller.abort();
        renew(used);
      }, ANSWER_TIMEOUT_MS);
    });
    try {
      return await Promise.race([call(controller.signal), silence]);
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      // The server ends a connection with a wrong token without a word.
      throw new DatabaseUnreachableError('The database server can’t be reached, or it refuses the token.', {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  const execute = client.execute.bind(client) as (...args: unknown[]) => Promise<ResultSet>;
  const batch = client.batch.bind(client);
  client.execute = (...args: unknown[]) => limit(() => execute(...args));
  client.batch = (statements, mode) =>
    limit((signal) =>
      mode === 'write' ? writes.add(() => batch(statements, mode), { signal }) : batch(statements, mode),
    );
  return client;
}

/** Also a call whose connection was given up for another one (`renew`). */
const isConnectionError = (error: unknown) =>
  error instanceof LibsqlError &&
  (/^HRANA_(WEBSOCKET|CLOSED)/.test(error.code) || /manually closed/.test(error.message));

/** True when the server of the database couldn't be reached, or didn't answer; never of a file. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 6; each = each.cause, depth += 1) {
    if (each instanceof DatabaseUnreachableError || isConnectionError(each)) return true;
  }
  return false;
}
