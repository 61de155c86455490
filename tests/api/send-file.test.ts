import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendFile } from '#api/site/send-file.ts';

type Open = Parameters<typeof sendFile>[2]['open'];

const SIZE = 1_000_000;
let server: ReturnType<typeof createServer>;
let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
let result: Promise<unknown>;

beforeEach(async () => {
  result = new Promise((resolve) => {
    server = createServer((request, response) => resolve(handle(request, response).catch((error: unknown) => error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const send = (request: IncomingMessage, response: ServerResponse, open: Open) =>
  sendFile(request, response, { headers: [], errorHeaders: [], etag: null, size: SIZE, open });

/** Requests the file; `disconnect` destroys the connection. */
function requestFile(): { disconnect: () => void; whenEnded: Promise<unknown> } {
  const { port } = server.address() as AddressInfo;
  const outgoing = httpRequest({ port, host: '127.0.0.1', agent: false }, (response) => response.resume());
  const whenEnded = new Promise((resolve) => outgoing.on('error', resolve).on('close', resolve));
  outgoing.end();
  return { disconnect: () => outgoing.destroy(), whenEnded };
}

/** A source that returns its first bytes, and calls this when it is read again. */
function createSource(onSecondRead: () => void): Readable {
  let reads = 0;
  return new Readable({
    highWaterMark: 1000,
    read() {
      reads += 1;
      if (reads === 1) this.push(Buffer.alloc(1000));
      else if (reads === 2) onSecondRead();
    },
  });
}

const whenClosed = (response: ServerResponse) => new Promise((resolve) => response.once('close', resolve));

it('T33 nothing is opened for a client that has disconnected', async () => {
  let opened = 0;
  handle = async (request, response) => {
    const closed = whenClosed(response);
    client.disconnect();
    await closed;
    await send(request, response, async () => {
      opened += 1;
      return null;
    });
  };
  const client = requestFile();
  expect(await result).toBeUndefined();
  expect(opened).toBe(0);
});

it('T33 the source is closed when the client disconnects while it is opened', async () => {
  const source = Readable.from([Buffer.alloc(SIZE)]);
  handle = async (request, response) => {
    await send(request, response, async () => {
      const closed = whenClosed(response);
      client.disconnect();
      await closed;
      return source;
    });
  };
  const client = requestFile();
  expect(await result).toBeUndefined();
  expect([source.destroyed, source.readableDidRead]).toEqual([true, false]);
});

it('T33 the source is closed when the client disconnects during the response, and that is no error', async () => {
  const source = createSource(() => client.disconnect());
  handle = async (request, response) => {
    await send(request, response, async () => source);
  };
  const client = requestFile();
  expect(await result).toBeUndefined();
  expect(source.destroyed).toBe(true);
});

it('T33 a source that fails is a server error and aborts the response', async () => {
  const fault = new Error('EIO');
  const source = createSource(() => source.destroy(fault));
  handle = async (request, response) => {
    await send(request, response, async () => source);
  };
  const client = requestFile();
  expect(await result).toBe(fault);
  await client.whenEnded;
});

it('T33 a source that cannot be opened is a server error, before any header is sent', async () => {
  const fault = Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  let hasHeaders = true;
  handle = async (request, response) => {
    try {
      await send(request, response, () => Promise.reject(fault));
    } finally {
      hasHeaders = response.headersSent;
      response.destroy();
    }
  };
  const client = requestFile();
  expect(await result).toBe(fault);
  expect(hasHeaders).toBe(false);
  await client.whenEnded;
});
