import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { startLibsqlServer } from '../../support/machines/engines.ts';

const WRITERS = 32;
const WRITES_OF_EACH = 10;
const NOTE = "INSERT INTO audit_log (at, action, subject, detail) VALUES (1, 'blog.changed', 'blog:1', '{}')";

let directory: string;
let engine: Awaited<ReturnType<typeof startLibsqlServer>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'writes-'));
  engine = await startLibsqlServer(directory);
  const db = await openDatabase(engine.url);
  await migrate(db, async () => undefined);
  db.client.close();
});
afterAll(async () => {
  await engine.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A call without an answer for 10 s fails, and a busy machine may give sqld no time for as long. */
const TRIES = { retry: 2 };

// sqld answers none of them in time when it gets them all at once.
it.each([
  ['a WebSocket', 'url'],
  ['HTTP', 'httpUrl'],
] as const)('two servers write what 32 people send at once, over %s', TRIES, async (_protocol, address) => {
  const databases = await Promise.all([openDatabase(engine[address]), openDatabase(engine[address])]);
  const count = async () =>
    Number((await databases[0]?.client.execute('SELECT count(*) FROM audit_log'))?.rows[0]?.[0]);
  const before = await count();
  const writeAll = async (person: number) => {
    const db = databases[person % 2];
    if (!db) return;
    for (let n = 0; n < WRITES_OF_EACH; n += 1) await write(db, [NOTE, NOTE]);
  };
  const writing = await Promise.allSettled(Array.from({ length: WRITERS }, (_, person) => writeAll(person)));
  expect(writing.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect((await count()) - before).toBe(2 * WRITERS * WRITES_OF_EACH);
  for (const db of databases) db.client.close();
});
