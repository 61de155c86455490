import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createStorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import type { HealthJson } from '#api/features/health/health.contract.ts';
import { createApiCaller } from '../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { createFlatPng, sendFile } from '../support/uploads/sample-files.ts';
import { startSignIn } from '../support/app/sign-in.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const OK = { status: 'ok', since: null };
const ALL_OK = { mail: OK, uploads: OK, publishing: OK, disk: OK };
const createFailing = (since: number) => ({ status: 'failing', since: new Date(since).toISOString() });

async function readHealth(app = test.app): Promise<HealthJson & { code: number }> {
  const response = await app.request('/api/health');
  return { code: response.status, ...((await response.json()) as HealthJson) };
}

describe('the health of the server', () => {
  it('is ok in every part', async () => {
    expect(await readHealth()).toMatchObject({ code: 200, status: 'ok', parts: ALL_OK });
  });

  it('tells since when no email is taken by the mail server, and not for a wrong recipient', async () => {
    await startSignIn(test, { email: 'mere@example.com' });
    const since = test.clock.now();
    await test.db.client.execute("UPDATE outbox SET attempts = 1, last_error = '550 no such user'");
    expect((await readHealth()).parts).toEqual(ALL_OK);
    await test.db.client.execute("UPDATE outbox SET last_error = 'server:ECONNREFUSED'");
    test.clock.advance(5_000);
    expect(await readHealth()).toMatchObject({
      code: 200,
      status: 'degraded',
      parts: { ...ALL_OK, mail: createFailing(since) },
    });
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect(await readHealth()).toMatchObject({ status: 'ok', parts: ALL_OK });
  });

  it('tells since when images can’t be read, and shows it on the start page', async () => {
    const admin = await createApiCaller(test);
    expect((await sendFile(test, admin.token, createFlatPng(8, 8))).status).toBe(201);
    let isDown = true;
    const files = {
      ...test.deps.files,
      read: async (...args: Parameters<typeof test.deps.files.read>) => {
        if (isDown) throw new Error('The bucket doesn’t answer.');
        return test.deps.files.read(...args);
      },
    };
    const app = createApp({ ...test.deps, files, uploadStorage: createStorageProbe({ ...test.deps, files }) });
    const since = test.clock.now();
    const failing = createFailing(since);
    expect(await readHealth(app)).toMatchObject({
      code: 200,
      status: 'degraded',
      parts: { ...ALL_OK, uploads: failing },
    });
    const overview = await app.request('/api/overview', { headers: { Authorization: `Bearer ${admin.token}` } });
    expect(await overview.json()).toMatchObject({ server_problems: [{ part: 'uploads', since: failing.since }] });
    isDown = false;
    expect((await readHealth(app)).parts.uploads).toEqual(failing);
    test.clock.advance(30_000);
    expect((await readHealth(app)).parts).toEqual(ALL_OK);
  });

  it('tells since when a publish has failed, until it is published again', async () => {
    const at = test.clock.now();
    const insert = (status: string) =>
      test.db.client.execute({
        sql: "INSERT INTO publish_jobs (kind, reason, status, error, created_at) VALUES ('rebuild', 'A test', ?, 'It failed.', ?)",
        args: [status, at],
      });
    await insert('failed');
    expect(await readHealth()).toMatchObject({
      status: 'degraded',
      parts: { ...ALL_OK, publishing: createFailing(at) },
    });
    await insert('live');
    expect((await readHealth()).parts).toEqual(ALL_OK);
  });
});
