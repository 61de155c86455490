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
const film = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));
const FILM = `/uploads/${HASH}.mp4`;
const PICTURE = `/uploads/${HASH}-480x320.avif`;
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
  await writeFile(join(directory, 'files', FILM.slice(9)), film);
  await writeFile(join(directory, 'files', PICTURE.slice(9)), 'picture');
  await writeFile(join(directory, 'files', `${HASH}.html`), '<script>');
  server = await serve();
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('T22 T29 pictures and videos', () => {
  it.each([
    [PICTURE, 'image/avif', 7],
    [FILM, 'video/mp4', film.length],
  ])('%s goes out as %s, for ever, and may do nothing by itself', async (path, type, length) => {
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

  it('are not sent again to who has them', async () => {
    const { headers } = await server.ask(PICTURE);
    const again = await server.ask(PICTURE, 'GET', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': POLICY });
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=500-', 500, film.length - 1],
    ['bytes=-10', film.length - 10, film.length - 1],
    ['bytes=10-999999', 10, film.length - 1],
  ])('are sent in parts: %s', async (range, start, end) => {
    const { status, headers, bytes } = await server.ask(FILM, 'GET', { range });
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${film.length}`]);
    expect(bytes.equals(film.subarray(start, end + 1))).toBe(true);
  });

  it('know what is no part of them, and which parts belong together', async () => {
    const beyond = await server.ask(FILM, 'GET', { range: `bytes=${film.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${film.length}`]);
    expect(beyond.headers).toMatchObject(SECURITY_HEADERS);
    const other = await server.ask(FILM, 'GET', { range: 'bytes=0-9', 'if-range': '"other"' });
    expect([other.status, other.bytes.length]).toEqual([200, film.length]);
  });

  it('say so to browsers that came by TLS', async () => {
    const secure = await serve('https://www.example.com');
    expect((await secure.ask(PICTURE)).headers).toMatchObject(TLS_HEADERS);
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
  ])('T22 there is nothing at %s', async (path) => {
    const { status, headers, bytes } = await server.ask(path);
    expect([status, bytes.toString()]).toEqual([404, 'There is no such file.\n']);
    expect(headers).toMatchObject({
      ...SECURITY_HEADERS,
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('T29 cannot be asked by %s', async (method) => {
    const { status, headers } = await server.ask(FILM, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(headers).toMatchObject(SECURITY_HEADERS);
  });

  it('T33 that are deleted answer 404 to every kind of request, also when they were sent before', async () => {
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

  it('T33 that are deleted between a look at their size and their opening answer 404', async () => {
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
