import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginReconciliation,
  failCutOffRuns,
} from '#api/features/subscriptions/reconciliation/reconciliation.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { runWithLease } from '#db/leases.ts';
import { migrate } from '#db/migrate.ts';
import { LeaseLostError, write } from '#db/write.ts';
import { createFakeClock } from '../../support/clock/fake-clock.ts';
import { startLibsqlServer } from '../../support/machines/engines.ts';

// Connections of two servers to a real libSQL server: leases are only taken where several servers can be.
let directory: string;
let engine: Awaited<ReturnType<typeof startLibsqlServer>>;
let one: Database;
let other: Database;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'work-'));
  engine = await startLibsqlServer(directory);
  one = await openDatabase(engine.url);
  await migrate(one, async () => undefined);
  other = await openDatabase(engine.url);
});
afterAll(async () => {
  one.client.close();
  other.client.close();
  await engine.stop();
  await rm(directory, { recursive: true, force: true });
});

const runUntilReleased = () => {
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const work = async () => {
    begin();
    await isReleased;
    return 'done';
  };
  return { work, isBegun, release };
};

const listLeases = async () => (await one.client.execute('SELECT name FROM leases')).rows.map(({ name }) => name);

describe('work on one customer', () => {
  it('is done by one server at a time, and leaves no row behind', async () => {
    const first = runUntilReleased();
    const order: string[] = [];
    const running = runExclusive(one, 'cus_1', first.work).then(() => order.push('first'));
    await first.isBegun;
    const second = runExclusive(other, 'cus_1', async () => order.push('second'));
    await runExclusive(other, 'cus_2', async () => order.push('of another customer'));
    first.release();
    await Promise.all([running, second]);
    expect(order).toEqual(['of another customer', 'first', 'second']);
    expect(await listLeases()).toEqual([]);
  });

  it('writes nothing any more once another server has taken over, as after a long pause', async () => {
    await one.client.execute('CREATE TABLE notes (text)');
    const paused = runWithLease(one, 'cus_3', async (fenced) => {
      await one.client.execute('UPDATE leases SET expires_at = 0');
      expect(
        await runWithLease(other, 'cus_3', async (db) => write(db, ["INSERT INTO notes VALUES ('other')"])),
      ).not.toBeNull();
      await write(fenced, ["INSERT INTO notes VALUES ('paused')"]);
    });
    await expect(paused).rejects.toThrow(LeaseLostError);
    expect((await one.client.execute('SELECT text FROM notes')).rows.map(({ text }) => text)).toEqual(['other']);
  });

  it('may go on with other work after it has ended, under a lease of its own', async () => {
    let after: Promise<unknown> = Promise.resolve();
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
    await runExclusive(one, 'user 1', async (db) => {
      after = isEnded.then(() => runExclusive(db, 'cus_4', (inner) => write(inner, ['SELECT 1'])));
    });
    end();
    await expect(after).resolves.toHaveLength(1);
  });

  it('of a server that is gone is forgotten by housekeeping after a day', async () => {
    await one.client.execute("INSERT INTO leases VALUES ('work cus_5', 'gone', 1, 0), ('lead', 'gone', 7, 0)");
    await deleteExpiredRows({ db: one, clock: createFakeClock() });
    expect(await listLeases()).toEqual(['lead']);
    await one.client.execute('DELETE FROM leases');
  });
});

describe('a comparison with Stripe', () => {
  const createDeps = (db: Database, listAllSubscriptions: () => AsyncIterable<never>) =>
    ({
      db,
      clock: createFakeClock(),
      log: { error: () => undefined },
      payments: { listAllSubscriptions, listAllInvoices: listNothing },
    }) as never;
  async function* listNothing(): AsyncGenerator<never> {}

  it('runs on one server at a time: another answers that it is running, and does not take it for cut off', async () => {
    const { work, isBegun, release } = runUntilReleased();
    const { finished } = await beginReconciliation(
      createDeps(one, async function* () {
        await work();
        yield* listNothing();
      }),
      { actorId: null },
    );
    await isBegun;
    const deps = createDeps(other, listNothing);
    await expect(beginReconciliation(deps, { actorId: null })).rejects.toMatchObject({ code: 'conflict' });
    await failCutOffRuns(deps);
    release();
    await finished;
    expect((await one.client.execute('SELECT error FROM reconciliations')).rows.map(({ error }) => error)).toEqual([
      null,
    ]);
    const next = await beginReconciliation(deps, { actorId: null });
    await next.finished;
  });
});
