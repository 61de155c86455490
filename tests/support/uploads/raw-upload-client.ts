import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { SampleFile } from './sample-files.ts';
import type { TestApp } from '../app/test-app.ts';

/** How long an open socket must be silent before the response counts as complete (ms). */
const QUIET_MS = 5_000;
const BOUNDARY = 'the-boundary';

/** Serves the API on a socket, for requests that client libraries cannot send. */
export async function startUploadServer(test: TestApp) {
  const server = createServer(getRequestListener(test.app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** The bytes of a multipart form; the file name is not escaped. */
export function createRawForm({ name, type, bytes }: SampleFile): Buffer {
  const partHeader = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(partHeader), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

export type RawUpload = {
  /** The bytes after the request header. */
  body: Buffer;
  /** The Content-Length; null sends the body in chunks. */
  announced?: number | null;
  token: string;
  contentType?: string;
  /** Sends `Connection: close`. */
  isLast?: boolean;
};

/** Sends an upload. `response` resolves to status, text, and whether the server closed the socket. */
export async function sendRawUpload(port: number, upload: RawUpload) {
  const socket = await open(port);
  const { body, announced = body.length, token } = upload;
  const contentType = upload.contentType ?? `multipart/form-data; boundary=${BOUNDARY}`;
  const length = announced === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`;
  socket.write(
    `POST /api/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${upload.isLast ? 'Connection: close\r\n' : ''}Content-Type: ${contentType}\r\n${length}\r\n\r\n`,
  );
  if (announced === null) socket.write(`${body.length.toString(16)}\r\n`);
  socket.write(body);
  if (announced === null) socket.write('\r\n0\r\n\r\n');
  return { socket, response: readResponse(socket) };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function readResponse(socket: Socket): Promise<{ status: number; text: string; isClosed: boolean }> {
  let text = '';
  socket.on('error', () => undefined);
  const isClosed = await new Promise<boolean>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.once('close', () => resolve(true));
    // The server keeps the socket open: the response is complete.
    socket.setTimeout(QUIET_MS, () => text && resolve(false));
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, isClosed };
}
