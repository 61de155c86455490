import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { createS3Files } from '#api/adapters/s3-files.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { startBucket, startLibsqlServer } from '../support/machines/engines.ts';
import { quantile, round } from './figures.ts';

const CALLS = 1_000;
const WRITES = 500;
const CONNECTIONS = [1, 8, 32];
/** Of a page, compressed, and of the largest index. */
const OBJECT_BYTES = [4_000, 100_000];
/** What each server asks five times a second (`api/servers/site-follower.ts`). */
const HEAD = `SELECT (SELECT current_release FROM site_state), (SELECT pinned_release FROM site_state),
  (SELECT json_group_object(name, calls) FROM wakes)`;
const WAKES = ['publisher', 'publishes-changed', 'outboxWorker', 'billingWorker', 'openshelfTexts', 'purges'];
const WRITE = "INSERT INTO audit_log (at, action, subject, detail) VALUES (1, 'blog.changed', 'blog:1', '{}')";

/**
 * What many servers ask of one libSQL server and one bucket, each by itself: the head that every server polls, small
 * write batches, objects. Client and engines share this machine.
 */
export async function benchScaling({ seconds, log }: BenchOptions): Promise<object> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-scaling-'));
  const database = await startLibsqlServer(join(directory, 'database'));
  const bucket = await startBucket(join(directory, 'bucket'));
  const db = await openDatabase(database.url);
  try {
    await migrate(db, async () => undefined);
    const wakes = WAKES.map((name, calls) => ({
      sql: 'INSERT INTO wakes (name, calls) VALUES (?, ?)',
      args: [name, calls],
    }));
    await write(db, ['INSERT OR IGNORE INTO site_state (id) VALUES (1)', ...wakes]);
    const head = await timeCalls(CALLS, () => readHead(db));
    log(`  head, one after the other: ${JSON.stringify(head)}`);
    const heads = await saturate(database, readHead, seconds, log);
    const batch = await timeCalls(WRITES, () => writeBatch(db));
    log(`  batch of three statements, one after the other: ${JSON.stringify(batch)}`);
    const batches = await saturate(database, writeBatch, seconds, log);
    return {
      head,
      heads_a_second: heads,
      batch,
      batches_a_second: batches,
      objects: await timeObjects(directory, bucket.settings),
    };
  } finally {
    db.client.close();
    await Promise.all([database.stop(), bucket.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

const readHead = (db: Database) => db.client.execute(HEAD);

const writeBatch = (db: Database) => write(db, [sql.raw(WRITE), sql.raw(WRITE), sql.raw(WRITE)]);

/** The product's own client, one call after the other. */
async function timeCalls(count: number, call: () => Promise<unknown>) {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return { p50_ms: round(quantile(times, 0.5), 2), p99_ms: round(quantile(times, 0.99), 2) };
}

/** The same call on many connections at the same time. The client shares the processors; its part is given apart. */
async function saturate({ url, pid }: LibsqlServer, call: Call, seconds: number, log: BenchOptions['log']) {
  const figures: Record<string, object> = {};
  for (const connections of CONNECTIONS) {
    const databases = await Promise.all(Array.from({ length: connections }, () => openDatabase(url)));
    const times: number[] = [];
    let failed = 0;
    const cpuBefore = readProcessorMs(pid);
    const clientBefore = process.cpuUsage();
    const end = performance.now() + seconds * 1000;
    const callUntilEnd = async (db: Database) => {
      for (let startedAt = performance.now(); startedAt < end; startedAt = performance.now()) {
        await call(db).catch(() => {
          failed += 1;
        });
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(databases.map(callUntilEnd));
    const { user, system } = process.cpuUsage(clientBefore);
    figures[connections] = {
      a_second: Math.round(times.length / seconds),
      // Of the database server: the same on a busy machine.
      cpu_ms: round((readProcessorMs(pid) - cpuBefore) / times.length, 2),
      client_cpu_ms: round((user + system) / 1000 / times.length, 2),
      p50_ms: round(quantile(times, 0.5), 2),
      p99_ms: round(quantile(times, 0.99), 2),
      // Of many writers at once a few may wait longer than the product does.
      failed,
    };
    for (const db of databases) db.client.close();
    log(`  ${connections} connections: ${JSON.stringify(figures[connections])}`);
  }
  return figures;
}

type Call = (db: Database) => Promise<unknown>;
type LibsqlServer = Awaited<ReturnType<typeof startLibsqlServer>>;

/** Processor time that a process has used (Linux, whose ticks are 10 ms). */
function readProcessorMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

type BucketSettings = Awaited<ReturnType<typeof startBucket>>['settings'];

async function timeObjects(directory: string, settings: BucketSettings): Promise<Record<string, object>> {
  const files = createS3Files({
    endpoint: settings.S3_ENDPOINT,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  });
  const figures: Record<string, object> = {};
  for (const bytes of OBJECT_BYTES) {
    const names: string[] = [];
    const file = join(directory, 'object');
    const put = await timeCalls(WRITES, async () => {
      const content = randomBytes(bytes);
      const name = createHash('sha256').update(content).digest('hex');
      names.push(name);
      await writeFile(file, content);
      await files.put(name, file, 'application/octet-stream');
    });
    const get = await timeCalls(WRITES, async () => {
      const stream = await files.read(names.pop() ?? '');
      if (stream) await buffer(stream);
    });
    figures[bytes] = { put, get };
  }
  return figures;
}
