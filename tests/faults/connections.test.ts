import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BuiltProcess, startBuiltProcess } from '../support/faults/built-process.ts';
import {
  countDescriptors,
  floodWithResets,
  getStatus,
  openUnreadConnections,
  readResidentBytes,
  waitUntil,
} from '../support/faults/connection-attacks.ts';
import { copyCrashData } from '../support/faults/crash-process.ts';

const DESCRIPTORS = 400;
const WARM_UP = 400;
const RESETS = 1_500;
const UPLOAD_BYTES = 4 * 1024 * 1024;
const NON_READERS = 60;
const GROWTH_BYTES = 50 * 1024 * 1024;

/** A separate server for each test. The tests run concurrently, because they mostly wait for timeouts of the server. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the needed fixtures from the pattern
const { concurrent: it } = test.extend('server', async ({}, { onCleanup }) => {
  const directory = await copyCrashData();
  const server = await startBuiltProcess(directory, DESCRIPTORS, { hasShortWaits: true });
  onCleanup(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return { ...server, directory };
});

const resetConnections = (server: BuiltProcess, count: number, path?: string) =>
  floodWithResets(server.port, { workers: 20, isOn: (sent) => sent < count, ...(path && { path }) });

/** Resolves when the server has at most that many descriptors open. */
const waitForDescriptors = (server: BuiltProcess, before: number) =>
  waitUntil(`no more than ${before} descriptors`, async () => (await countDescriptors(server.pid)) <= before);

it('T33: resets during pipelined range requests of a video leak no descriptor and no memory, and log nothing', async ({
  server,
}) => {
  expect(await getStatus(server.port, '/')).toBe(200);
  const before = await countDescriptors(server.pid);
  // The first round lets the heap grow once; memory is compared after it.
  await resetConnections(server, WARM_UP);
  await waitForDescriptors(server, before);
  const resident = await readResidentBytes(server.pid);
  await resetConnections(server, RESETS);
  await waitForDescriptors(server, before);
  expect(await readResidentBytes(server.pid)).toBeLessThan(resident + GROWTH_BYTES);
  expect(await getStatus(server.port, '/')).toBe(200);
  expect(server.hasEnded()).toBe(false);
  expect(server.output().slice(0, 1000)).toBe('');
});

it('T33: resets during pipelined range requests of a large upload leak no descriptor', async ({ server }) => {
  const name = `${'ab'.repeat(32)}.mp4`;
  const files = join(server.directory, 'uploads', 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, name), Buffer.alloc(UPLOAD_BYTES));
  expect(await getStatus(server.port, `/uploads/${name}`)).toBe(200);
  const before = await countDescriptors(server.pid);
  await resetConnections(server, WARM_UP, `/uploads/${name}`);
  await waitForDescriptors(server, before);
  expect(await getStatus(server.port, `/uploads/${name}`)).toBe(200);
  expect(server.output().slice(0, 1000)).toBe('');
});

it('T33 T40: with more connections than descriptors, whose clients never read, pages are served, and the clients are disconnected', async ({
  server,
}) => {
  expect(await getStatus(server.port, '/')).toBe(200);
  const before = await countDescriptors(server.pid);
  const sockets = await openUnreadConnections(server.port, 2 * DESCRIPTORS);
  expect(await getStatus(server.port, '/')).toBe(200);
  expect(await getStatus(server.port, '/media/intro.mp4')).toBe(200);
  expect(await countDescriptors(server.pid)).toBeLessThan(DESCRIPTORS);
  // The last ones stay: more would be accepted one after the other, as those before them are disconnected.
  for (const socket of sockets.slice(0, -NON_READERS)) socket.resetAndDestroy();
  await waitForDescriptors(server, before);
  expect(await getStatus(server.port, '/')).toBe(200);
  expect(server.hasEnded()).toBe(false);
  for (const socket of sockets) socket.destroy();
});
