import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMediaProcessor } from '#api/adapters/media/media-processor.ts';
import { createApp } from '#api/app.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import type { FetchedImage } from '#api/adapters/safe-fetch/safe-fetch.ts';
import { createImageTools, getImage } from '#api/features/openshelf/images/images.service.ts';
import { ClientGoneError } from '#api/http/client-gone.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, insertVersion } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { toBearerHeader } from '../../support/app/users.ts';
import { startTextServer } from '../../support/openshelf/text-server.ts';
import { createFlatPng, createGif, createJpeg, createSvg, readMp4 } from '../../support/uploads/sample-files.ts';

const PUBLICATIONS = '/api/admin/openshelf/publications';
const HTML = 'https://books.example/work.html';
const WEBP = 'data:image/webp;base64,';

let test: TestApp;
let admin: ApiCaller;
/** What is at each address; a promise is what the test answers later. */
let images: Record<string, Buffer | Error | Promise<Buffer | Error>>;
let fetched: string[];
let signals: AbortSignal[];

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
beforeEach(() => {
  images = {};
  fetched = [];
  signals = [];
  test.deps.safeImageFetch = async (url, client): Promise<FetchedImage> => {
    fetched.push(url);
    signals.push(client);
    const image = await images[url];
    if (image === undefined || image instanceof Error) throw image ?? new FetchError('The image doesn’t exist.');
    return { bytes: image, url };
  };
});
afterAll(() => test.close());

/** A work whose text, once it was read, has these images. */
async function createWork(html: string): Promise<number> {
  const id = await createPublication(test, { htmlUrl: HTML });
  test.deps.safeFetch = async (url) => ({ text: `<p>Tea.</p>${html}`, format: 'html', url });
  await admin.call('GET', `${PUBLICATIONS}/${id}/text`);
  return id;
}
const createImageWork = (bytes: Buffer | Error) => {
  images['https://books.example/jar'] = bytes;
  return createWork('<img src="/jar" alt="A jar">');
};
const call = (id: number, number: number | string, query = '') =>
  admin.call('GET', `${PUBLICATIONS}/${id}/images/${number}${query}`);
const load = async (bytes: Buffer | Error) => (await call(await createImageWork(bytes), 1)).body.data;
const decode = (dataUrl: string) => Buffer.from(dataUrl.slice(WEBP.length), 'base64');
const listReceived = () => readdir(join(test.directory, 'uploads', 'incoming')).catch(() => []);

describe('GET /api/admin/openshelf/publications/:id/images/:number', () => {
  it('fetches the image of this place and encodes it anew as WebP, small enough for the reader', async () => {
    const { bytes } = await createJpeg(4_000, 2_000);
    const image = await load(bytes);
    expect(image).toEqual({ data_url: expect.any(String), width: 1344, height: 672, error: null });
    expect(image.data_url).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
    expect(await sharp(decode(image.data_url)).metadata()).toMatchObject({ format: 'webp', width: 1344, height: 672 });
    expect(fetched).toEqual(['https://books.example/jar']);
    expect(await listReceived()).toEqual([]);
  });

  it('takes the address from the text of the version, never from the request', async () => {
    images['https://books.example/2'] = (await createJpeg(20, 10)).bytes;
    const id = await createWork('<img src="/1" alt="a"><img src="/2" alt="b">');
    const query = '?url=https://evil.example/&src=https://evil.example/&version=1';
    expect((await call(id, 2, query)).body.data).toMatchObject({ width: 20, height: 10 });
    expect((await call(id, encodeURIComponent('https://evil.example/'))).status).toBe(400);
    expect(fetched).toEqual(['https://books.example/2']);
  });

  it('of an earlier version is still that of its own text', async () => {
    images['https://books.example/old'] = (await createJpeg(20, 10)).bytes;
    const id = await createWork('<img src="/old" alt="a">');
    await insertVersion(test, id, { number: 2, htmlUrl: HTML });
    await test.db.client.execute(`UPDATE publications SET version_number = 2 WHERE id = ${id}`);
    expect((await call(id, 1)).status).toBe(404);
    expect((await call(id, 1, '?version=1')).body.data.width).toBe(20);
  });

  it.each([
    ['a number that the text has no image for', 2, ''],
    ['another version', 1, '?version=9'],
  ])('is 404 for %s', async (_what, number, query) => {
    const id = await createImageWork((await createJpeg(9, 9)).bytes);
    expect((await call(id, number, query)).status).toBe(404);
    expect(fetched).toEqual([]);
  });

  it('is 404 for a text that was never read, and for one that was stored before images were kept', async () => {
    const id = await createPublication(test, { htmlUrl: HTML });
    expect((await call(id, 1)).status).toBe(404);
    const stored = await createImageWork(new Error());
    await test.db.client.execute(
      `UPDATE publication_texts SET images = NULL WHERE version_id = (SELECT id FROM publication_versions WHERE publication_id = ${stored})`,
    );
    expect((await call(stored, 1)).body.message).toBe('This image isn’t part of the text any more. Reload the page.');
    expect(fetched).toEqual([]);
  });

  it('says why an image could not be loaded, and loads it when it is asked for again', async () => {
    const id = await createImageWork(new FetchError('The server answered with error 500.'));
    const failure = { data_url: null, width: 0, height: 0, error: 'The server answered with error 500.' };
    expect((await call(id, 1)).body.data).toEqual(failure);
    images['https://books.example/jar'] = (await createJpeg(9, 9)).bytes;
    expect((await call(id, 1)).body.data.error).toBeNull();
  });

  it('requests nothing of an image without an https: address', async () => {
    const id = await createWork('<img src="http://a.example/a.png" alt="Old">');
    expect((await call(id, 1)).body.data.error).toBe('Its address doesn’t begin with https:, so it can’t be loaded.');
    expect(fetched).toEqual([]);
  });

  it('is stored nowhere', async () => {
    const { bytes } = await createJpeg(9, 9);
    const id = await createImageWork(bytes);
    await call(id, 1);
    await call(id, 1);
    expect(fetched).toHaveLength(2);
    const { rows } = await test.db.client.execute('SELECT count(*) AS count FROM uploads');
    expect(rows[0]?.count).toBe(0);
  });
});

describe('T26 T50 a hostile image', () => {
  const NO_IMAGE = 'The file isn’t an image that can be shown here (JPEG, PNG, GIF, WebP or AVIF).';
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['HTML', () => html, NO_IMAGE],
    ['an SVG', () => createSvg('<script>alert(1)</script><rect width="9" height="9"/>').bytes, NO_IMAGE],
    ['a compressed SVG', async () => (await import('node:zlib')).gzipSync(createSvg('<rect/>').bytes), NO_IMAGE],
    ['a video', async () => (await readMp4()).bytes, NO_IMAGE],
    ['a TIFF', () => sharp(createFlatPng(9, 9).bytes).tiff().toBuffer(), NO_IMAGE],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), NO_IMAGE],
    ['nothing', () => Buffer.alloc(0), NO_IMAGE],
    [
      'a GIF that is a script',
      () => Buffer.from('GIF89a/*\x01\0\x01\0*/=1;alert(1)//', 'latin1'),
      'The image is damaged.',
    ],
    [
      'an SVG behind the first bytes of a GIF',
      () => Buffer.concat([Buffer.from('GIF89a\x09\0\x09\0\0\0\0', 'latin1'), createSvg('').bytes]),
      'The image is damaged.',
    ],
    ['half a JPEG', async () => (await createJpeg(2_000, 1_000)).bytes.subarray(0, 9_000), 'The image is damaged.'],
    [
      '400 million pixels in 48 KB',
      () => createFlatPng(20_000, 20_000).bytes,
      'The image is larger than 40 megapixels, so it isn’t shown.',
    ],
  ])('%s is refused in words', async (_what, make, error) => {
    expect(await load(await make())).toEqual({ data_url: null, width: 0, height: 0, error });
    expect(await listReceived()).toEqual([]);
  });

  it('with a script behind its pixels is shown without it', async () => {
    const { bytes } = await createJpeg(30, 20);
    const image = await load(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]));
    expect(decode(image.data_url).includes('script')).toBe(false);
  });

  it('with a comment, a location and a profile is shown without them', async () => {
    const drawing = sharp(createSvg('<rect width="9" height="9" fill="red"/>').bytes);
    const bytes = await drawing
      .withExif({ IFD0: { Copyright: 'Secret', ImageDescription: 'x'.repeat(9_000) } })
      .jpeg()
      .toBuffer();
    const { data_url: url } = await load(bytes);
    const { exif, icc, xmp } = await sharp(decode(url)).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });

  it('of 300 frames is shown by its first one', async () => {
    const image = await load((await createGif(300)).bytes);
    expect((await sharp(decode(image.data_url)).metadata()).pages ?? 1).toBe(1);
    expect(image).toMatchObject({ width: 40, height: 30, error: null });
  });

  it('that takes too long to open is given up', async () => {
    const uploads = {
      ...test.deps.uploads,
      media: createMediaProcessor({
        limits: { decodeTimeoutMs: 1, killTimeoutMs: 60_000, totalTimeoutMs: 60_000 },
      }),
    };
    const id = await createImageWork((await createJpeg(4_000, 4_000)).bytes);
    const app = createApp({ ...test.deps, uploads });
    const response = await app.request(`${PUBLICATIONS}/${id}/images/1`, { headers: toBearerHeader(admin.token) });
    expect((await response.json()).data.error).toBe('The image takes too long to open, so it isn’t shown.');
  });

  it('at an internal address, also behind a redirect, is not fetched', async () => {
    const server = await startTextServer();
    test.deps.safeImageFetch = server.createImageFetch({ names: { 'inside.example': [['169.254.169.254']] } });
    server.setListener(
      (_request, response) => void response.writeHead(302, { Location: 'https://inside.example/' }).end(),
    );
    const id = await createWork(
      '<img src="https://127.0.0.1/" alt="a"><img src="https://inside.example/" alt="b"><img src="/moved" alt="c">',
    );
    for (const number of [1, 2, 3]) {
      const { error } = (await call(id, number)).body.data;
      expect(error).toBe('The address belongs to a private network, so it wasn’t opened.');
    }
    expect(server.requests.map(({ host }) => host)).toEqual(['books.example']);
    await server.stop();
  });
});

describe('T42 images for many', () => {
  const createImages = (count: number) =>
    createWork(Array.from({ length: count }, (_, at) => `<img src="/${at + 1}" alt="a">`).join(''));
  const toUrl = (number: number) => `https://books.example/${number}`;

  it('are fetched once for those who ask at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    const id = await createImages(1);
    images[toUrl(1)] = promise;
    const tools = createImageTools(test.deps);
    const ask = () => getImage(test.deps, tools, { id, version: 1, number: 1, client: new AbortController().signal });
    const both = Promise.all([ask(), ask()]);
    await expect.poll(() => fetched).toEqual([toUrl(1)]);
    resolve((await createJpeg(9, 9)).bytes);
    expect((await both).map(({ data }) => data.width)).toEqual([9, 9]);
    expect(fetched).toHaveLength(1);
  });

  it('are begun for nobody who has left, and stop when the last of them leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    const id = await createImages(5);
    for (let number = 1; number <= 5; number += 1) images[toUrl(number)] = promise;
    const tools = createImageTools(test.deps);
    const clients = Array.from({ length: 5 }, () => new AbortController());
    const responses = clients.map(({ signal }, at) =>
      getImage(test.deps, tools, { id, version: 1, number: at + 1, client: signal }),
    );
    // At once: who leaves while it waits gets its rejection then.
    const settled = Promise.allSettled(responses);
    await expect.poll(() => [fetched.length, tools.fetches.waiting]).toEqual([4, 1]);
    const last = fetched.map((url) => Number(url.split('/').at(-1)));
    const waiting = [1, 2, 3, 4, 5].find((number) => !last.includes(number)) ?? 0;
    clients[waiting - 1]?.abort(new ClientGoneError('The client has left.'));
    clients[(last[0] ?? 0) - 1]?.abort(new ClientGoneError('The client has left.'));
    expect(signals[0]?.aborted).toBe(true);
    resolve((await createJpeg(9, 9)).bytes);
    const results = await settled;
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(fetched).not.toContain(toUrl(waiting));
  });

  it('beyond those that run and sixteen that wait are refused, with the time to try again', async () => {
    const { promise, resolve } = Promise.withResolvers<Error>();
    const id = await createImages(21);
    for (let number = 1; number <= 21; number += 1) images[toUrl(number)] = promise;
    const requests = Array.from({ length: 21 }, (_, at) =>
      test.app.request(`${PUBLICATIONS}/${id}/images/${at + 1}`, { headers: toBearerHeader(admin.token) }),
    );
    const refused = await Promise.race(requests);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect((await refused.json()).message).toBe('Many images are being loaded right now. Try again in a few seconds.');
    resolve(new FetchError('The image doesn’t exist.'));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });
});
