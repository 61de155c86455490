import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { createUploadHandler } from '#api/site/upload-handler.ts';
import { startRawHttpClient } from '../../support/site/raw-http-client.ts';
import { SECURITY_HEADERS, TLS_HEADERS } from '../../support/app/security-headers.ts';

const HASH = 'ab'.repeat(32);
const video = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
const VIDEO_PATH = `/uploads/${HASH}.mp4`;
const IMAGE_PATH = `/uploads/${HASH}-480x320.avif`;
const POLICY = "default-src 'none'; sandbox";

let directory: string;
let server: Awaited<ReturnType<typeof startRawHttpClient>>;
const serve = (siteUrl = 'http://localhost:4321') => {
  const files = createDiskFiles(join(directory, 'files'));
  return startRawHttpClient(createUploadHandler({ files, siteUrl, log: pino({ level: 'silent' }) }));
};
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploads-'));
  await mkdir(join(directory, 'files'));
  await writeFile(join(directory, 'secret'), 'secret');
  await writeFile(join(directory, 'files', VIDEO_PATH.slice(9)), video);
  await writeFile(join(directory, 'files', IMAGE_PATH.slice(9)), 'picture');
  await writeFile(join(directory, 'files', `${HASH}.html`), '<script>');
  server = await serve();
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('T22 T29 uploads', () => {
  it.each([
    [IMAGE_PATH, 'image/avif', 7],
    [VIDEO_PATH, 'video/mp4', video.length],
  ])('%s is sent as %s, immutable and with a strict policy', async (path, type, length) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, bytes } = await server.ask(path, method);
      expect([status, bytes.length]).toEqual([200, method === 'GET' ? length : 0]);
      expect(headers).toMatchObject({
        ...SECURITY_HEADERS,
        'content-security-policy': POLICY,
        'content-type': type,
        'content-length': String(length),
        'content-disposition': `inline; filename="${path.slice(9)}"`,
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
      });
    }
  });

  it('return 304 for a matching ETag', async () => {
    const { headers } = await server.ask(IMAGE_PATH);
    const again = await server.ask(IMAGE_PATH, 'GET', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': POLICY });
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=500-', 500, video.length - 1],
    ['bytes=-10', video.length - 10, video.length - 1],
    ['bytes=10-999999', 10, video.length - 1],
  ])('support the range %s', async (range, start, end) => {
    const { status, headers, bytes } = await server.ask(VIDEO_PATH, 'GET', { range });
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${video.length}`]);
    expect(bytes.equals(video.subarray(start, end + 1))).toBe(true);
  });

  it('return 416 for an unsatisfiable range, and the whole file when If-Range does not match', async () => {
    const beyond = await server.ask(VIDEO_PATH, 'GET', { range: `bytes=${video.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${video.length}`]);
    expect(beyond.headers).toMatchObject(SECURITY_HEADERS);
    const other = await server.ask(VIDEO_PATH, 'GET', { range: 'bytes=0-9', 'if-range': '"other"' });
    expect([other.status, other.bytes.length]).toEqual([200, video.length]);
  });

  it('include HSTS on an HTTPS site', async () => {
    const secure = await serve('https://www.example.com');
    expect((await secure.ask(IMAGE_PATH)).headers).toMatchObject(TLS_HEADERS);
    await secure.close();
  });

  it.each([
    `/uploads/${'cd'.repeat(32)}.mp4`,
    `/uploads/${HASH}.html`,
    `/uploads/${HASH}.mp4.html`,
    `/uploads/${HASH.toUpperCase()}.mp4`,
    '/uploads/',
    '/uploads/../secret',
    '/uploads/..%2fsecret',
    '/uploads/%2e%2e/secret',
    '/uploads/../../secret',
    '/uploads/..\\secret',
    `/uploads/x/../${HASH}.mp4`,
    `/uploads/${HASH}.mp4%00`,
    `/uploads//${HASH}.mp4`,
  ])('T22 %s returns 404', async (path) => {
    const { status, headers, bytes } = await server.ask(path);
    expect([status, bytes.toString()]).toEqual([404, 'There is no such file.\n']);
    expect(headers).toMatchObject({
      ...SECURITY_HEADERS,
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('T29 reject the method %s', async (method) => {
    const { status, headers } = await server.ask(VIDEO_PATH, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(headers).toMatchObject(SECURITY_HEADERS);
  });

  it('T33 return 404 for every kind of request once deleted, also when they were sent before', async () => {
    const own = await serve();
    const path = `/uploads/${'ef'.repeat(32)}.webm`;
    await writeFile(join(directory, 'files', path.slice(9)), 'film');
    expect((await own.ask(path)).status).toBe(200);
    await rm(join(directory, 'files', path.slice(9)));
    const etag = `"${path.slice(9)}"`;
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': etag }]) {
        expect((await own.ask(path, method, headers as Record<string, string>)).status).toBe(404);
      }
    }
    await own.close();
  });

  it('T33 return 404 when deleted between reading the size and opening the file', async () => {
    const log = pino({ level: 'error' }, { write: (line: string) => expect.fail(line) });
    const disk = createDiskFiles(join(directory, 'files'));
    const files = { ...disk, size: async () => 1000 };
    const own = await startRawHttpClient(createUploadHandler({ files, siteUrl: 'http://localhost:4321', log }));
    for (const headers of [{}, { range: 'bytes=0-1' }]) {
      const { status, bytes } = await own.ask(`/uploads/${'cd'.repeat(32)}.webm`, 'GET', headers as never);
      expect([status, bytes.toString()]).toEqual([404, 'There is no such file.\n']);
    }
    await own.close();
  });
});
