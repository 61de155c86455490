import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createRawForm } from '../../uploads/raw-upload-client.ts';
import type { FloodSite } from './flood-site.ts';

export const FLOOD_KINDS = ['release', 'preview', 'upload', 'text', 'export'] as const;
export type FloodKind = (typeof FLOOD_KINDS)[number];

/** How a client leaves: at once when all is sent, with the first bytes of a response, at the end of its requests, or reading a little now and then. */
const MANNERS = ['reset', 'reset at data', 'half close', 'slow'] as const;
type Manner = (typeof MANNERS)[number];

/** Requests over one connection. */
export const PIPELINED = 12;
const UPLOAD_BYTES = 2_000_000;
/** How long a client that reads slowly stays, and how often it reads, milliseconds. */
const SLOW_MS = 3_000;
const SLOW_READ_MS = 200;

/** The bytes of requests in turn, each for another page, draft, file or text. */
export function createFloodRequests({ token, paths }: FloodSite): Record<FloodKind, (n: number) => Buffer> {
  const headers = `Host: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const get = (list: readonly string[]) => (n: number) =>
    Buffer.from(`GET ${list[n % list.length]} HTTP/1.1\r\n${headers}\r\n`);
  const uploads = Array.from({ length: PIPELINED }, () => createUpload(headers));
  return {
    release: get(paths.release),
    preview: get(paths.preview),
    text: get(paths.text),
    export: get(paths.export),
    upload: (n) => uploads[n % uploads.length] as Buffer,
  };
}

function createUpload(headers: string): Buffer {
  const bytes = Buffer.concat([Buffer.from('GIF89a'), randomBytes(UPLOAD_BYTES)]);
  const body = createRawForm({ name: 'noise.gif', type: 'image/gif', bytes });
  const type = 'Content-Type: multipart/form-data; boundary=the-boundary\r\n';
  const head = `POST /api/uploads HTTP/1.1\r\n${headers}${type}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

type Flood = {
  createRequest: (n: number) => Buffer;
  workers: number;
  isOn: (sent: number) => boolean;
  manners?: readonly Manner[];
};

/**
 * Sends twelve pipelined requests over each connection, `workers` connections at a time, and leaves in each of the manners in turn.
 * Returns the number of connections.
 */
export async function flood(port: number, { createRequest, workers, isOn, manners = MANNERS }: Flood): Promise<number> {
  let sent = 0;
  let request = 0;
  const work = async (manner: Manner) => {
    while (isOn(sent)) {
      sent += 1;
      const requests = Array.from({ length: PIPELINED }, () => createRequest(request++));
      await attack(port, requests, manner);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, n) => work(manners[n % manners.length] as Manner)));
  return sent;
}

function attack(port: number, requests: readonly Buffer[], manner: Manner): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.once('connect', () => {
      // Together, where they are short.
      socket.cork();
      for (const request of requests) socket.write(request);
      // What the server has not taken is discarded by the reset.
      if (manner === 'reset') socket.write('', () => socket.resetAndDestroy());
      if (manner === 'half close') socket.end();
      socket.uncork();
    });
    if (manner === 'reset at data') socket.once('data', () => socket.resetAndDestroy());
    if (manner === 'half close') socket.resume().once('end', () => socket.destroy());
    if (manner === 'slow') readSlowly(socket);
    socket.once('error', () => undefined);
    socket.once('close', () => resolve());
    // A server that refuses a body reads no further: the bytes would never be written.
    socket.setTimeout(SLOW_MS, () => socket.resetAndDestroy());
  });
}

function readSlowly(socket: Socket): void {
  const reading = setInterval(() => socket.read(1_000), SLOW_READ_MS);
  const leaving = setTimeout(() => socket.resetAndDestroy(), SLOW_MS);
  socket.once('close', () => {
    clearInterval(reading);
    clearTimeout(leaving);
  });
}
