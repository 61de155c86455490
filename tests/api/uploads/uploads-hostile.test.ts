import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcessor } from '#api/adapters/media/media-processor.ts';
import { createApp } from '#api/app.ts';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { listDataFiles } from '../../support/uploads/stored-files.ts';
import {
  createFlatPng,
  createGif,
  createJpeg,
  readMp4,
  type SampleFile,
  sendFile,
  createSvg,
} from '../../support/uploads/sample-files.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { startUploadServer, createRawForm, sendRawUpload } from '../../support/uploads/raw-upload-client.ts';

const MB = 1024 * 1024;

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await createTestApp();
  token = await createTestSession(test, await createUser(test, { role: 'admin' }));
});
afterAll(() => test.close());

/** The same app with a decoding timeout of one second. */
const withShortTimeout = (data: TestApp): TestApp => {
  const uploads = {
    ...data.deps.uploads,
    media: createMediaProcessor({
      limits: { decodeTimeoutMs: 1_000, killTimeoutMs: 60_000, totalTimeoutMs: 60_000 },
    }),
  };
  return { ...data, app: createApp({ ...data.deps, uploads }) };
};

/** Sends a file that is refused, and of which nothing is stored. Returns the message. */
async function expectRefusal(sample: SampleFile, status: number, code: string, app = test): Promise<string> {
  const stored = await listDataFiles(app);
  const { status: found, body } = await sendFile(app, token, sample);
  expect([sample.name, found, body.code]).toEqual([sample.name, status, code]);
  expect(await listDataFiles(app)).toEqual(stored);
  return body.message;
}

const NAMES = [
  '../escape.png',
  '../../../../tmp/escape.png',
  '..\\..\\escape.png',
  '/etc/passwd.png',
  'C:\\Windows\\escape.png',
  '....//....//escape.png',
  '..%2f..%2fescape.png',
  '%2e%2e%2fescape.png',
  '..%c0%afescape.png',
  '．．／escape.png',
  'escape.png%00.webp',
  'escape.webp/../../app.db',
  '.htaccess',
  '-rf.png',
  '~/escape.png',
  'con.png',
  `${'a'.repeat(300)}.png`,
];

describe('T22 file names', () => {
  it('never become names on the disk: 17 names', async () => {
    expect(NAMES).toHaveLength(17);
    const server = await startUploadServer(test);
    for (const [index, name] of NAMES.entries()) {
      const { bytes } = createFlatPng(8 + index, 8);
      const body = createRawForm({ name, type: 'image/png', bytes });
      const { response } = await sendRawUpload(server.port, { token, body, isLast: true });
      expect((await response).status).toBe(201);
    }
    const stored = await listDataFiles(test);
    expect(stored).toHaveLength(2 * NAMES.length);
    for (const file of stored) expect(file).toMatch(/^uploads\/files\/[0-9a-f]{64}-\d+x8\.(webp|avif)$/);
    const { rows } = await test.db.client.execute('SELECT name FROM uploads');
    for (const row of rows) expect(String(row.name)).toMatch(/^[^/\\]{1,200}$/);
    await server.close();
  });
});

describe('T22 decompression bombs', () => {
  it('48 KB with 400 million pixels are rejected, without memory of the server', async () => {
    const bomb = createFlatPng(20_000, 20_000);
    expect(bomb.bytes.length).toBeLessThan(50_000);
    await sendFile(test, token, await createJpeg(64, 64));
    const before = process.memoryUsage.rss();
    const { status, body } = await sendFile(test, token, bomb);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.message).toContain('40 megapixels');
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MB);
  });

  it('files after a rejected one are processed', async () => {
    const message = await expectRefusal(
      { ...createFlatPng(9, 9), bytes: createFlatPng(9, 9).bytes.subarray(0, 40) },
      415,
      'unsupported_media_type',
    );
    expect(message).toContain('damaged');
    const responses = await Promise.all(
      [createJpeg(64, 40), createJpeg(65, 40), createJpeg(66, 40)].map(async (made) =>
        sendFile(test, token, await made),
      ),
    );
    expect(responses.map(({ status, body }) => [status, body.width])).toEqual(
      [64, 65, 66].map((width) => [201, width]),
    );
  });

  it('40 million pixels are accepted, one row more is not', async () => {
    expect((await sendFile(test, token, createFlatPng(8_000, 5_000))).status).toBe(201);
    const { status, body } = await sendFile(test, token, createFlatPng(8_000, 5_001));
    expect([status, body.message]).toEqual([400, expect.stringContaining('40 megapixels')]);
  });

  it('200 frames are accepted, 201 are not', async () => {
    const long = await createGif(200);
    expect((await sharp(long.bytes, { animated: true }).metadata()).pages).toBe(200);
    expect((await sendFile(test, token, long)).status).toBe(201);
    const { status, body } = await sendFile(test, token, await createGif(201));
    expect([status, body.message]).toEqual([400, expect.stringContaining('200')]);
  });

  it('T21 an SVG with an entity bomb, a huge size or endless rendering is rejected', async () => {
    const nested = Array.from(
      { length: 12 },
      (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`,
    ).join('');
    const laughs = createSvg('<text y="50">&a12;</text>');
    const bytes = Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "lol">${nested}]>${laughs.bytes}`);
    await expectRefusal({ ...laughs, bytes }, 415, 'unsupported_media_type');
    await expectRefusal(
      createSvg('<rect width="9" height="9"/>', 'width="99999" height="99999"'),
      400,
      'validation_failed',
    );
    const slow =
      '<filter id="f"><feTurbulence numOctaves="200" baseFrequency="0.01"/><feGaussianBlur stdDeviation="300"/></filter>' +
      '<rect width="2000" height="2000" filter="url(#f)"/>'.repeat(60);
    const drawing = createSvg(slow, 'width="2000" height="2000"');
    const words = await expectRefusal(drawing, 400, 'validation_failed', withShortTimeout(test));
    expect(words).toContain('too long to process');
  });
});

describe('T21 SVG prologues', () => {
  it('with many comments are parsed in linear time', async () => {
    const comments = Buffer.from('<!---->'.repeat(580));
    await expectRefusal({ name: 'x.svg', type: 'image/svg+xml', bytes: comments }, 415, 'unsupported_media_type');
    const drawing = createSvg('<rect width="9" height="9"/>');
    const commented = Buffer.concat([Buffer.from('<!-- a > b --><!----> '.repeat(9)), drawing.bytes]);
    expect((await sendFile(test, token, { ...drawing, bytes: commented })).status).toBe(201);
  });
});

describe('T21 files of another type than declared', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const mismatchedFiles: [what: string, make: () => Promise<SampleFile>][] = [
    ['HTML named .png', async () => ({ name: 'x.png', type: 'image/png', bytes: html })],
    ['HTML declared as SVG', async () => ({ name: 'x.svg', type: 'image/svg+xml', bytes: html })],
    [
      'HTML that contains an SVG',
      async () => ({ ...createSvg(''), bytes: Buffer.concat([html, createSvg('').bytes]) }),
    ],
    ['a JPEG declared as PNG', async () => ({ ...(await createJpeg()), type: 'image/png' })],
    ['a PNG declared as a video', async () => ({ ...createFlatPng(9, 9), type: 'video/mp4' })],
    ['a video declared as an image', async () => ({ ...(await readMp4()), type: 'image/png' })],
    ['an SVG declared as PNG', async () => ({ ...createSvg('<rect/>'), type: 'image/png' })],
    ['a TIFF', async () => ({ name: 'x.tiff', type: 'image/tiff', bytes: await tiff() })],
    [
      'a program',
      async () => ({ name: 'x.exe', type: 'application/x-msdownload', bytes: Buffer.from('MZ\u0090\u0000') }),
    ],
    ['a program', async () => ({ name: 'x.png', type: '', bytes: Buffer.from('#!/bin/sh\nid\n') })],
    ['an empty file', async () => ({ name: 'x.png', type: 'image/png', bytes: Buffer.alloc(0) })],
    ['half a JPEG', async () => cutInHalf(await createJpeg(2000, 1000))],
    ['a truncated video', async () => ({ ...(await readMp4()), bytes: (await readMp4()).bytes.subarray(0, 4000) })],
    [
      'the first bytes of a PNG',
      async () => ({ ...createFlatPng(9, 9), bytes: createFlatPng(9, 9).bytes.subarray(0, 20) }),
    ],
  ];
  const tiff = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer();
  const cutInHalf = (sample: SampleFile) => ({ ...sample, bytes: sample.bytes.subarray(0, sample.bytes.length / 2) });

  it.each(mismatchedFiles)('%s is rejected', async (_what, make) => {
    await expectRefusal(await make(), 415, 'unsupported_media_type');
  });

  it('an image that also contains a script is stored without it', async () => {
    const picture = await createGif(2);
    const bytes = Buffer.concat([picture.bytes, Buffer.from('/*<script>alert(1)</script>*/')]);
    const { status, body } = await sendFile(test, token, { ...picture, bytes });
    expect([status, body.content_type]).toEqual([201, 'image/webp']);
    const storedImage = await sharp(join(test.directory, 'uploads/files', body.url.slice(9))).toBuffer();
    expect(storedImage.includes('script')).toBe(false);
  });

  it('an SVG is rendered without scripts, foreign content and external resources', async () => {
    const plain = '<rect width="300" height="200" fill="#0d5c48"/>';
    const external = [
      '<script>document.documentElement.setAttribute("fill","red")</script>',
      '<foreignObject width="300" height="200"><body xmlns="http://www.w3.org/1999/xhtml"><h1>Hello</h1></body></foreignObject>',
      '<image href="file:///usr/share/pixmaps/debian-logo.png" width="300" height="200"/>',
      '<image href="http://127.0.0.1:9/x.png" width="300" height="200"/>',
      '<image href="received" width="300" height="200"/>',
      '<use href="http://127.0.0.1:9/x.svg#a"/>',
      '<style>@import url("http://127.0.0.1:9/x.css"); @font-face { font-family: x; src: url(http://127.0.0.1:9/x) }</style>',
    ];
    const expected = await uploadAndReadPixels(createSvg(plain));
    expect(await uploadAndReadPixels(createSvg(plain + external.join('')))).toEqual(expected);
  });

  it('an SVG cannot read files through entities', async () => {
    const drawing = createSvg('<rect width="300" height="200" fill="#fff"/><text y="50">&x;</text>');
    const bytes = Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing.bytes}`);
    const { status, body } = await sendFile(test, token, { ...drawing, bytes });
    if (status === 201)
      expect(await readPixels(body.url)).toEqual(
        await uploadAndReadPixels(createSvg('<rect width="300" height="200" fill="#fff"/>')),
      );
    else expect(status).toBe(415);
  });

  async function uploadAndReadPixels(sample: SampleFile): Promise<Buffer> {
    const { status, body } = await sendFile(test, token, sample);
    expect(status).toBe(201);
    return readPixels(body.variants[0].url);
  }
  const readPixels = (url: string) =>
    sharp(join(test.directory, 'uploads/files', url.slice(9)))
      .raw()
      .toBuffer();
});
