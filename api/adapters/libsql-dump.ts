import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Env } from '#api/env.ts';
import { databaseFile } from '#db/client.ts';

/** Where a libSQL server is, and the token that it wants. */
export type LibsqlServer = { url: string; authToken: string | undefined };

/** The server of the settings; null where the database is a file. */
export const findLibsqlServer = (env: Pick<Env, 'DATABASE_URL' | 'DATABASE_AUTH_TOKEN'>): LibsqlServer | null =>
  databaseFile(env.DATABASE_URL) === null ? { url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN } : null;

/** How long a whole dump may take (ms). */
const LIMIT_MS = 30 * 60_000;

/**
 * Downloads everything in a database of a libSQL server, as SQL of one read transaction (`GET /dump`).
 * @throws a sentence for the operator when the server refuses, or doesn’t answer to the end.
 */
export async function downloadDump({ url, authToken }: LibsqlServer, file: string): Promise<void> {
  const response = await fetch(toDumpUrl(url), {
    headers: authToken ? { Authorization: `Bearer ${authToken}` } : {},
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((cause: unknown) => {
    throw new Error('The database server can’t be reached for a dump.', { cause });
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`The database server refuses a dump: it answers /dump with ${response.status}.`);
  }
  await pipeline(
    Readable.fromWeb(response.body as ReadableStream),
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  ).catch((cause: NodeJS.ErrnoException) => {
    // An error of the disk says itself what is wrong.
    if (cause.code?.startsWith('E')) throw cause;
    throw new Error('The dump of the database server was cut off.', { cause });
  });
}

/** `libsql:` and `wss:` mean https, but with `?tls=0`. */
function toDumpUrl(databaseUrl: string): URL {
  const { protocol, host, pathname, searchParams } = new URL(databaseUrl);
  const isPlain = protocol === 'http:' || protocol === 'ws:' || searchParams.get('tls') === '0';
  return new URL(`${isPlain ? 'http' : 'https'}://${host}${pathname.replace(/\/$/, '')}/dump`);
}
