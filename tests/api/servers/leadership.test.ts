import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { LeaseLostError, write } from '#db/write.ts';
import { Leadership } from '#api/servers/leadership.ts';
import { prepareAlone } from '#api/servers/start-lease.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

let test: TestDatabase;
const running: Leadership[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await test.close();
});

/** A server that has reported once, and what it did as leader. */
async function startServer(id: string, buildId = 'first-build') {
  const seen: { fenced: Database[]; ends: number } = { fenced: [], ends: 0 };
  const leadership = new Leadership({
    db: test.db,
    log: test.deps.log,
    id,
    buildId,
    name: `${id}:80`,
    release: () => 1,
    onBegin: (fenced) => void seen.fenced.push(fenced),
    onEnd: () => {
      seen.ends += 1;
    },
  });
  running.push(leadership);
  await leadership.start();
  return { leadership, seen };
}

const execute = (sql: string) => write(test.db, [sql]);
const endLease = () => execute('UPDATE leases SET expires_at = 0');
const note = (db: Database, text: string) =>
  write(db, [{ sql: 'INSERT INTO wakes (name, calls) VALUES (?, 1) ON CONFLICT DO NOTHING', args: [text] }]);
const listNotes = async () =>
  (await test.db.client.execute('SELECT name FROM wakes ORDER BY rowid')).rows.map(({ name }) => name);

describe('the lease of the leader', () => {
  it('is held by the first server, and the second takes it only when it has run out', async () => {
    const a = await startServer('a');
    const b = await startServer('b');
    expect([a.leadership.isHeld, b.leadership.isHeld]).toEqual([true, false]);
    await b.leadership.report();
    expect(b.leadership.isHeld).toBe(false);
    await endLease();
    await b.leadership.report();
    expect(b.leadership.isHeld).toBe(true);
  });

  it('is given back by a stop, so that another server leads at once', async () => {
    const a = await startServer('a');
    const b = await startServer('b');
    await a.leadership.stop();
    await b.leadership.report();
    expect(b.leadership.isHeld).toBe(true);
  });

  it('T49 with another leader, nothing is written under the old one, and its end is noticed at its next report', async () => {
    const a = await startServer('a');
    const old = a.seen.fenced[0] as Database;
    await note(old, 'while it leads');
    await endLease();
    // Nobody has taken it: what the old leader writes harms nobody.
    await note(old, 'between two leaders');
    const b = await startServer('b');
    await expect(note(old, 'too late')).rejects.toThrow(LeaseLostError);
    await note(b.seen.fenced[0] as Database, 'by the new leader');
    expect(await listNotes()).toEqual(['while it leads', 'between two leaders', 'by the new leader']);
    await a.leadership.report();
    expect(a.seen.ends).toBe(1);
  });

  it('T49 a leader that leads again writes with a new token; what it began before stays refused', async () => {
    const a = await startServer('a');
    await endLease();
    const b = await startServer('b');
    await b.leadership.stop();
    await a.leadership.report();
    const [before, now] = a.seen.fenced as [Database, Database];
    await expect(note(before, 'too late')).rejects.toThrow(LeaseLostError);
    await note(now, 'now');
    expect(await listNotes()).toEqual(['now']);
  });

  it('that is refused says so, and leaves the results of others as they are', async () => {
    const { seen } = await startServer('a');
    const [inserted] = await write(seen.fenced[0] as Database, [
      "INSERT INTO wakes (name, calls) VALUES ('x', 7) RETURNING calls",
    ]);
    expect(inserted?.rows[0]?.calls).toBe(7);
  });
});

describe('a newer build', () => {
  it('leads as soon as one of its servers runs, and an older one again when none is left', async () => {
    const old = await startServer('old', 'first-build');
    await execute("UPDATE builds SET first_seen_at = first_seen_at - 1000 WHERE id = 'first-build'");
    const newer = await startServer('newer', 'second-build');
    expect(newer.leadership.isHeld).toBe(false);
    await old.leadership.report();
    expect(old.leadership.isHeld).toBe(false);
    await newer.leadership.report();
    expect(newer.leadership.isHeld).toBe(true);
    await newer.leadership.stop();
    await old.leadership.report();
    expect(old.leadership.isHeld).toBe(true);
  });

  it('that was killed is waited for only as long as it counts as running', async () => {
    const old = await startServer('old', 'first-build');
    await execute("UPDATE builds SET first_seen_at = first_seen_at - 1000 WHERE id = 'first-build'");
    await startServer('newer', 'second-build');
    await execute("UPDATE servers SET seen_at = seen_at - 60000 WHERE id = 'newer'");
    await old.leadership.report();
    expect(old.leadership.isHeld).toBe(true);
  });
});

it('servers that start at once prepare the database one after the other', async () => {
  const steps: string[] = [];
  const prepare = (id: string) =>
    prepareAlone(test.db, async () => {
      steps.push(`${id} begins`);
      await test.db.client.execute('SELECT 1');
      steps.push(`${id} ends`);
    });
  await Promise.all([prepare('a'), prepare('b')]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
