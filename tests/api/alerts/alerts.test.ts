import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AlertWatch } from '#api/features/alerts/alert-watch.service.ts';
import type { AlertKind } from '#api/domain/alerts.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let test: TestApp;
let watch: AlertWatch;
/** What fails, by part. */
let failures: Partial<Record<'uploads' | 'backups', { since: number; reason: string | null }>>;
/** The last failure of each part, as the webhook was told it. */
let reported: Map<string, { since: number; reason: string | null } | null>;
beforeEach(async () => {
  test = await createTestApp();
  failures = {};
  reported = new Map();
  Object.assign(test.deps.backups, { findFailure: async () => failures.backups ?? null });
  Object.assign(test.deps, {
    uploadStorage: {
      get failure() {
        return failures.uploads ?? null;
      },
    },
  });
  watch = createWatch();
  await createUser(test, { email: 'admin@example.com', role: 'admin', firstName: 'Aroha' });
});
afterEach(async () => {
  await watch.stop();
  await test.close();
});

const createWatch = () =>
  new AlertWatch({
    ...test.deps,
    directAlerts: { report: (kind, failure) => void reported.set(kind, failure) },
  });

/** Lets time pass, with a check each minute. */
async function pass(milliseconds: number, step = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    test.clock.advance(step);
    await watch.whenIdle();
  }
}

async function listAlerts(): Promise<{ to: string; alert: AlertKind; state: string; since: number }[]> {
  const { rows } = await test.db.client.execute(
    "SELECT to_email, data FROM outbox WHERE kind = 'system-alert' ORDER BY id",
  );
  return rows.map(({ to_email: to, data }) => {
    const { alert, state, since } = JSON.parse(String(data));
    return { to: String(to), alert, state, since };
  });
}

const listStates = async () => (await listAlerts()).map(({ alert, state }) => `${alert} ${state}`);

describe('a part of the server that fails', () => {
  it('is mailed once it failed for five minutes, once a day while it does, and once when it has worked for five', async () => {
    const since = test.clock.now();
    failures.uploads = { since, reason: 'The bucket doesn’t answer.' };
    await pass(4 * MINUTE_MS);
    expect(await listAlerts()).toEqual([]);
    await pass(MINUTE_MS);
    expect(await listAlerts()).toEqual([{ to: 'admin@example.com', alert: 'uploads', state: 'begun', since }]);
    await pass(DAY_MS - MINUTE_MS, 60 * MINUTE_MS - 1);
    expect(await listStates()).toEqual(['uploads begun']);
    await pass(60 * MINUTE_MS, 60 * MINUTE_MS);
    expect(await listStates()).toEqual(['uploads begun', 'uploads reminder']);
    delete failures.uploads;
    await pass(5 * MINUTE_MS);
    expect(await listStates()).toHaveLength(2);
    await pass(MINUTE_MS);
    expect(await listAlerts()).toMatchObject([{}, {}, { state: 'over', since }]);
    await pass(DAY_MS, 60 * MINUTE_MS);
    expect(await listStates()).toHaveLength(3);
  });

  it('that heals within five minutes, or pauses for less, is mailed no second time', async () => {
    failures.uploads = { since: test.clock.now(), reason: null };
    await pass(4 * MINUTE_MS);
    delete failures.uploads;
    await pass(10 * MINUTE_MS);
    expect(await listStates()).toEqual([]);
    failures.uploads = { since: test.clock.now(), reason: null };
    await pass(6 * MINUTE_MS);
    delete failures.uploads;
    await pass(4 * MINUTE_MS);
    failures.uploads = { since: test.clock.now(), reason: null };
    await pass(20 * MINUTE_MS);
    expect(await listStates()).toEqual(['uploads begun']);
  });

  it('is mailed at once where it can’t heal by itself, and again when it begins anew', async () => {
    failures.backups = { since: test.clock.now(), reason: null };
    await pass(MINUTE_MS);
    delete failures.backups;
    await pass(MINUTE_MS);
    failures.backups = { since: test.clock.now(), reason: null };
    await pass(MINUTE_MS);
    expect(await listStates()).toEqual(['backups begun', 'backups over', 'backups begun']);
  });

  it('is mailed no second time by a server that starts meanwhile', async () => {
    failures.backups = { since: test.clock.now(), reason: null };
    await pass(MINUTE_MS);
    await watch.stop();
    watch = createWatch();
    failures.backups = { since: test.clock.now(), reason: null };
    await pass(5 * MINUTE_MS);
    expect(await listStates()).toEqual(['backups begun']);
  });

  it('is mailed to those who may see the state of the server, and not to who is blacklisted or about to be deleted', async () => {
    await createUser(test, { email: 'other-admin@example.com', role: 'admin' });
    await createUser(test, { email: 'reader@example.com' });
    await createUser(test, { email: 'blacklisted@example.com', role: 'admin', isBlacklisted: true });
    await createUser(test, { email: 'leaving@example.com', role: 'admin', deleteAfter: test.clock.now() + DAY_MS });
    failures.backups = { since: test.clock.now(), reason: null };
    await pass(MINUTE_MS);
    expect((await listAlerts()).map(({ to }) => to).sort()).toEqual(['admin@example.com', 'other-admin@example.com']);
  });
});

describe('what is mailed', () => {
  it('is a publish that failed, until it is published', async () => {
    await test.db.client.execute({
      sql: "INSERT INTO publish_jobs (kind, reason, status, error, created_at) VALUES ('rebuild', 'manual', 'failed', 'The template fails.', ?)",
      args: [test.clock.now()],
    });
    await pass(5 * MINUTE_MS);
    expect(await listStates()).toEqual(['publishing begun']);
    await test.db.client.execute("UPDATE publish_jobs SET status = 'live'");
    await pass(6 * MINUTE_MS);
    expect(await listStates()).toEqual(['publishing begun', 'publishing over']);
  });

  it('are differences from Stripe, once, although each night finds them again, and never what a comparison that runs has not found yet', async () => {
    const addComparison = async (drifts: string[]) => {
      const now = test.clock.now();
      const { lastInsertRowid: id } = await test.db.client.execute({
        sql: 'INSERT INTO reconciliations (started_at) VALUES (?)',
        args: [now],
      });
      await pass(MINUTE_MS);
      for (const object of drifts) {
        await test.db.client.execute({
          sql: "INSERT INTO billing_drifts (reconciliation_id, object_id, field, found_at) VALUES (?, ?, 'status', ?)",
          args: [id ?? 0, object, test.clock.now()],
        });
      }
      await test.db.client.execute({
        sql: 'UPDATE reconciliations SET finished_at = ? WHERE id = ?',
        args: [test.clock.now(), id ?? 0],
      });
      await pass(MINUTE_MS);
    };
    await addComparison(['sub_1']);
    expect(await listStates()).toEqual(['billing begun']);
    await addComparison(['sub_1']);
    expect(await listStates()).toEqual(['billing begun']);
    const health = await (await test.app.request('/api/health')).json();
    expect(health.parts.billing).toEqual({
      status: 'failing',
      since: new Date((await listAlerts())[0]?.since ?? 0).toISOString(),
    });
    await addComparison([]);
    expect(await listStates()).toEqual(['billing begun', 'billing over']);
  });

  it('A fault of a part is reported for the webhook too, but not that of the disk, which each server watches itself', async () => {
    failures.backups = { since: test.clock.now(), reason: 'The bucket is full.' };
    await pass(MINUTE_MS);
    expect(reported.get('backups')).toEqual(failures.backups);
    expect(reported.get('uploads')).toBeNull();
    expect([...reported.keys()].sort()).toEqual(['backups', 'billing', 'mail', 'publishing', 'uploads']);
  });

  it('No email says that emails aren’t sent: the webhook is told', async () => {
    await createUser(test);
    await test.db.client.execute({
      sql: `INSERT INTO outbox (dedupe_key, kind, to_email, data, next_attempt_at, expires_at, last_error, created_at)
        VALUES ('a', 'payment-receipt', 'kiri@example.com', '{}', 0, ?, 'server:ECONNREFUSED', ?)`,
      args: [test.clock.now() + DAY_MS, test.clock.now()],
    });
    await pass(10 * MINUTE_MS);
    const health = await (await test.app.request('/api/health')).json();
    expect(health.parts.mail.status).toBe('failing');
    expect(await listStates()).toEqual([]);
    expect(reported.get('mail')).toEqual({ since: expect.any(Number), reason: null });
  });
});
