import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BuiltProcess, startBuiltProcess } from '../support/faults/built-process.ts';
import {
  countDescriptors,
  floodWithResets,
  getStatus,
  openUnreadConnections,
  openSocket,
  readResidentBytes,
  readToEnd,
  waitUntil,
} from '../support/faults/connection-attacks.ts';
import { copyCrashData } from '../support/faults/crash-process.ts';
import { SECURITY_HEADERS } from '../support/app/security-headers.ts';

const DESCRIPTORS = 400;
const WARM_UP = 400;
const RESETS = 1_500;
const NON_READERS = 60;
const UPLOAD_BYTES = 4 * 1024 * 1024;
const GROWTH_BYTES = 50 * 1024 * 1024;

/** A server of its own for each test. They run at the same time: most of it is waiting for limits of the server. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the needed fixtures from the pattern
const { concurrent: it } = test.extend('server', async ({}, { onCleanup }) => {
  const directory = await copyCrashData();
  const server = await startBuiltProcess(directory, DESCRIPTORS);
  onCleanup(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return { ...server, directory };
});

const flood = (server: BuiltProcess, count: number, path?: string) =>
  floodWithResets(server.port, { workers: 20, isOn: (sent) => sent < count, ...(path && { path }) });

/** Resolves when the server has closed everything that it opened since. */
const untilDescriptorsAre = (server: BuiltProcess, before: number) =>
  waitUntil(`no more than ${before} descriptors`, async () => (await countDescriptors(server.pid)) <= before);

it('T33: resets amid pipelined ranges of the film leave no descriptor, no memory and no line in the log', async ({
  server,
}) => {
  expect(await getStatus(server.port, '/')).toBe(200);
  const before = await countDescriptors(server.pid);
  // Memory is compared with that of a server which has met such a flood already: its heap has grown once.
  await flood(server, WARM_UP);
  await untilDescriptorsAre(server, before);
  const resident = await readResidentBytes(server.pid);
  await flood(server, RESETS);
  await untilDescriptorsAre(server, before);
  expect(await readResidentBytes(server.pid)).toBeLessThan(resident + GROWTH_BYTES);
  expect(await getStatus(server.port, '/')).toBe(200);
  expect(server.hasEnded()).toBe(false);
  expect(server.output().slice(0, 1000)).toBe('');
});

it('T33: resets amid pipelined ranges of a large upload leave no descriptor open', async ({ server }) => {
  const name = `${'ab'.repeat(32)}.mp4`;
  const files = join(server.directory, 'uploads', 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, name), Buffer.alloc(UPLOAD_BYTES));
  expect(await getStatus(server.port, `/uploads/${name}`)).toBe(200);
  const before = await countDescriptors(server.pid);
  await flood(server, WARM_UP, `/uploads/${name}`);
  await untilDescriptorsAre(server, before);
  expect(await getStatus(server.port, `/uploads/${name}`)).toBe(200);
  expect(server.output().slice(0, 1000)).toBe('');
});

it('T33 T40: clients that never read are disconnected, and pages are answered meanwhile', async ({ server }) => {
  expect(await getStatus(server.port, '/')).toBe(200);
  const before = await countDescriptors(server.pid);
  const sockets = await openUnreadConnections(server.port, NON_READERS);
  expect(await getStatus(server.port, '/')).toBe(200);
  await untilDescriptorsAre(server, before);
  expect(await getStatus(server.port, '/')).toBe(200);
  expect(server.output().slice(0, 1000)).toBe('');
  for (const socket of sockets) socket.destroy();
});

it('T33 T40: with more connections than descriptors pages are answered, and the process goes on', async ({
  server,
}) => {
  const before = await countDescriptors(server.pid);
  const sockets = await openUnreadConnections(server.port, 2 * DESCRIPTORS);
  expect(await getStatus(server.port, '/')).toBe(200);
  expect(await getStatus(server.port, '/media/intro.mp4')).toBe(200);
  expect(await countDescriptors(server.pid)).toBeLessThan(DESCRIPTORS);
  for (const socket of sockets) socket.resetAndDestroy();
  await untilDescriptorsAre(server, before);
  expect(server.hasEnded()).toBe(false);
});

it('T40: a header that does not come is answered with 408 and the headers of every response', async ({ server }) => {
  const starts = ['', 'G', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '];
  const sockets = await Promise.all(starts.map((start) => openSocket(server.port, start)));
  for (const text of await Promise.all(sockets.map(readToEnd))) {
    const [head = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head.toLowerCase()).toContain('\r\nconnection: close');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(head.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}`);
    }
  }
  expect(await getStatus(server.port, '/')).toBe(200);
});
