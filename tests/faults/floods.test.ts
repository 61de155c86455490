import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltProcess, startBuiltProcess } from '../support/faults/built-process.ts';
import {
  countOpenConnections,
  getStatus,
  openSocket,
  readResidentBytes,
  waitUntil,
} from '../support/faults/connection-attacks.ts';
import { openEditor } from '../support/faults/flood/editor.ts';
import { createFloodRequests, FLOOD_KINDS, flood } from '../support/faults/flood/flood.ts';
import { fillFloodSite, type FloodSite } from '../support/faults/flood/flood-site.ts';

const DESCRIPTORS = 1_000;
const SIZES = { posts: 20, drafts: 51, works: 20, auditRows: 2_000 };
/** Connections of a flood; each of an upload sends 24 MB. */
const CONNECTIONS = { release: 120, preview: 120, upload: 24, text: 120, export: 120 };
const SAVES = 5;
const GROWTH_BYTES = 50 * 1024 * 1024;

let directory: string;
let site: FloodSite;
let server: BuiltProcess;
/** In ordinary use: everything was asked for by clients that stay. */
let resident: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'floods-'));
  site = await fillFloodSite(directory, SIZES);
  server = await startBuiltProcess(directory, DESCRIPTORS, { hasShortWaits: true });
  const editor = await openEditor(server.port, site);
  for (let n = 0; n < 4 * SAVES; n += 1) await editor.save();
  editor.close();
  for (const path of Object.values(takePaths(0, 4)).flat()) expect((await ask(path)).status).toBe(200);
  const { upload } = createFloodRequests(site);
  await flood(server.port, { createRequest: upload, workers: 1, isOn: (sent) => sent === 0, manners: ['half close'] });
  resident = await readResidentBytes(server.pid);
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A part of what can be asked for, so that nothing is in a cache when it is asked for first. There are two exports only, which are never cached. */
function takePaths(start: number, end?: number): FloodSite['paths'] {
  const { paths } = site;
  const [release, preview, text] = [paths.release, paths.preview, paths.text].map((list) => list.slice(start, end));
  return { ...paths, release, preview, text } as FloodSite['paths'];
}

/** Over a connection of its own. */
async function ask(path: string): Promise<{ status: number }> {
  const headers = { Authorization: `Bearer ${site.token}` };
  const request = http.get({ host: '127.0.0.1', port: server.port, path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  await once(response.resume(), 'close');
  return { status: response.statusCode ?? 0 };
}
const repeatExport = (count: number) => Array.from({ length: count }, () => site.paths.export[0] ?? '');

describe('T42: clients that send pipelined requests and reset', () => {
  /** At most as many as may wait while one still runs. */
  const later = {
    release: () => takePaths(12).release,
    preview: () => takePaths(12, 19).preview,
    text: () => takePaths(12).text,
    export: () => repeatExport(16),
    // That none waits is seen in the folder.
    upload: () => [],
  };

  it.each(FLOOD_KINDS)(
    'of the kind %s are no burden: an editor saves meanwhile, what is asked for afterwards is answered, and no file is left',
    async (kind) => {
      const editor = await openEditor(server.port, site);
      await editor.save();
      const connections = await countOpenConnections(server.pid);
      const attack = flood(server.port, {
        createRequest: createFloodRequests({ ...site, paths: takePaths(4, 12) })[kind],
        workers: 6,
        isOn: (sent) => sent < CONNECTIONS[kind],
        manners: ['reset', 'reset at data'],
      });
      for (let n = 0; n < SAVES; n += 1) await editor.save();
      // An idle connection would be closed before the flood ends.
      editor.close();
      await attack;
      // By then the server knows of every client that it has left.
      const haveAllLeft = async () => (await countOpenConnections(server.pid)) <= connections;
      await waitUntil('no more connections than before', haveAllLeft);
      for (const { status } of await Promise.all(later[kind]().map(ask))) expect(status).toBe(200);
      const incoming = join(directory, 'uploads', 'incoming');
      await waitUntil('no received file', async () => (await readdir(incoming).catch(() => [])).length === 0);
      expect(await getStatus(server.port, '/')).toBe(200);
      const next = await openEditor(server.port, site);
      await next.save();
      next.close();
      expect(server.hasEnded()).toBe(false);
      expect(server.output().slice(0, 1_000)).toBe('');
    },
  );
});

/** Over connections that are open already, so that all requests arrive while the first is answered, on a busy machine, too. */
async function sendAtOnce(requests: readonly Buffer[]): Promise<Socket[]> {
  const sockets = await Promise.all(requests.map(() => openSocket(server.port, '')));
  for (const [n, socket] of sockets.entries()) socket.write(requests[n] ?? '');
  return sockets;
}

async function readHead(socket: Socket): Promise<string> {
  const [bytes] = await once(socket.resume(), 'data');
  return String(bytes).split('\r\n\r\n')[0] ?? '';
}

it.each([
  ['preview', () => takePaths(12, 28).preview, () => takePaths(28, 35).preview],
  ['text', () => Array.from({ length: 3 }, () => takePaths(0).text).flat(), () => takePaths(0).text],
  ['export', () => repeatExport(24), () => repeatExport(16)],
] as const)(
  'T42: clients that leave while they wait give up their places, of the kind %s',
  async (kind, list, later) => {
    const connections = await countOpenConnections(server.pid);
    const paths = { ...site.paths, [kind]: list() };
    const createRequest = createFloodRequests({ ...site, paths })[kind];
    const sockets = await sendAtOnce(paths[kind].map((_path, n) => createRequest(n)));
    // Most wait now, and those that the queue has no room for are refused.
    await Promise.race(sockets.map(readHead));
    for (const socket of sockets) socket.resetAndDestroy();
    const haveAllLeft = async () => (await countOpenConnections(server.pid)) <= connections;
    await waitUntil('no more connections than before', haveAllLeft);
    for (const { status } of await Promise.all(later().map(ask))) expect(status).toBe(200);
  },
);

it.each([
  ['preview', '2', () => takePaths(-16).preview],
  ['export', '5', () => repeatExport(32)],
] as const)(
  'T42: of the kind %s those beyond the queue get 503 with Retry-After, and the others are answered',
  async (kind, retryAfter, list) => {
    const paths = { ...site.paths, [kind]: list() };
    const createRequest = createFloodRequests({ ...site, paths })[kind];
    const sockets = await sendAtOnce(paths[kind].map((_path, n) => createRequest(n)));
    const heads = await Promise.all(sockets.map(readHead));
    for (const socket of sockets) socket.destroy();
    const refused = heads.filter((head) => head.startsWith('HTTP/1.1 503 '));
    expect(refused.length).toBeGreaterThan(0);
    for (const head of refused) expect(head).toMatch(new RegExp(`^Retry-After: ${retryAfter}$`, 'im'));
    const served = heads.filter((head) => head.startsWith('HTTP/1.1 200 '));
    expect(served.length).toBeGreaterThanOrEqual(8);
    expect(served.length + refused.length).toBe(heads.length);
  },
);

it('T42: after floods of every kind memory is within 50 MB of before, at the latest when idle workers have ended', async () => {
  const isGivenBack = async () => (await readResidentBytes(server.pid)) < resident + GROWTH_BYTES;
  await waitUntil('as much memory as before', isGivenBack);
});
