import { LibsqlError } from '@libsql/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { StorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import { createProxyWatch } from '#api/http/proxy-watch.ts';
import { createRecordedApp } from '../../support/app/recorded-log.ts';
import { createSecondServer, createTestApp, type TestApp } from '../../support/app/test-app.ts';

// What each server knows of itself alone, and why that is right, is in docs/decisions/several-servers.md: 'What a server keeps for itself'.
let one: TestApp;
let other: TestApp;
beforeEach(async () => {
  one = await createTestApp();
  other = createSecondServer(one);
});
afterEach(() => one.close());

it('two servers log the same report of a browser once each', async () => {
  const body = JSON.stringify({ page: 'http://localhost:4321/blogs', name: 'TypeError', message: 'x is undefined' });
  for (const { app, lines } of [createRecordedApp<object>(one), createRecordedApp<object>(other)]) {
    const post = () =>
      app.request('/api/client-errors', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.1' },
        body,
      });
    expect([(await post()).status, (await post()).status]).toEqual([204, 204]);
    expect(lines).toHaveLength(1);
  }
});

it('a full disk is that of one server', async () => {
  expect(one.deps.space.recordError(new LibsqlError('database or disk is full', 'SQLITE_FULL'))).toBe(true);
  expect(await other.deps.space.isFull()).toBe(false);
});

it('a bucket that one server can’t reach is no failure of the other', async () => {
  const files = {
    ...one.deps.files,
    check: () => Promise.reject(new FileStoreUnavailableError('The bucket doesn’t answer.')),
  };
  const probes = [one, other].map(({ deps }) => new StorageProbe(deps === one.deps ? { ...deps, files } : deps));
  for (const probe of probes) await probe.check();
  expect(probes.map(({ failure }) => failure?.reason)).toEqual(['The bucket doesn’t answer.', undefined]);
});

it('a proxy that the settings don’t know is noticed by the server that it is in front of', () => {
  const { log, clock } = one.deps;
  const [watch, otherWatch] = [createProxyWatch({ log, clock }), createProxyWatch({ log, clock })];
  watch.record();
  expect([watch.seenAt, otherWatch.seenAt]).toEqual([clock.now(), null]);
});

it('each server prepares one export at a time, whatever others do', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = one.deps.exportQueue.add(() => promise);
  expect(await other.deps.exportQueue.add(async () => 'done')).toBe('done');
  resolve();
  await busy;
});
