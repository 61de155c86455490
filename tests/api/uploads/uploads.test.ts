import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUser, createTestSession } from '../../support/app/users.ts';
import {
  createDrawing,
  toFormData,
  createGif,
  createJpeg,
  readMp4,
  sendFile,
  createSvg,
  readWebm,
} from '../../support/uploads/sample-files.ts';
import { uploadIntents } from '#db/schema/index.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let token: string;
let userId: number;
beforeEach(async () => {
  test = await createTestApp();
  const admin = await createUser(test, { role: 'admin', firstName: 'Aroha', lastName: 'Ngata' });
  userId = admin.id;
  token = await createTestSession(test, admin);
});
afterEach(() => test.close());

const directory = () => join(test.directory, 'uploads', 'files');
const listStoredFiles = async () => (await readdir(directory()).catch(() => [])).sort();
const readStoredFile = (url: string) => readFile(join(directory(), url.replace('/uploads/', '')));

describe('POST /api/uploads', () => {
  it('T22 stores an image in all sizes as WebP and AVIF, and returns all variants', async () => {
    const { status, body } = await sendFile(test, token, await createJpeg(1000, 600));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: 1,
      kind: 'image',
      name: 'harbour.jpg',
      alt: '',
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{64}-1000x600\.webp$/),
      width: 1000,
      height: 600,
      content_type: 'image/webp',
      user: { id: userId, name: 'Aroha Ngata' },
      created_at: new Date(test.clock.now()).toISOString(),
    });
    const sizes = body.variants.map((each: { width: number; height: number; content_type: string }) => [
      each.width,
      each.height,
      each.content_type,
    ]);
    expect(sizes).toEqual([
      [480, 288, 'image/webp'],
      [960, 576, 'image/webp'],
      [1000, 600, 'image/webp'],
      [480, 288, 'image/avif'],
      [960, 576, 'image/avif'],
      [1000, 600, 'image/avif'],
    ]);
    for (const variant of body.variants) {
      const bytes = await readStoredFile(variant.url);
      const found = await sharp(bytes).metadata();
      const format = variant.content_type === 'image/avif' ? 'heif' : 'webp';
      expect([found.format, found.width, found.height, bytes.length]).toEqual([
        format,
        variant.width,
        variant.height,
        variant.size,
      ]);
    }
    expect(body.size).toBe((await readStoredFile(body.url)).length);
    expect(await listStoredFiles()).toHaveLength(6);
  });

  it('T22 scales images wider than 2400 pixels down, and never up', async () => {
    const { body } = await sendFile(test, token, await createJpeg(3000, 1000));
    expect([body.width, body.height]).toEqual([2400, 800]);
    const small = await sendFile(test, token, await createJpeg(90, 60));
    expect([small.body.width, small.body.height, small.body.variants.length]).toEqual([90, 60, 2]);
  });

  it('T22 rotates a photo upright and removes its metadata', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '41/1 17/1 11/1' } };
    const bytes = await createDrawing(300, 200).withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
    expect(bytes.includes('SECRET-OWNER')).toBe(true);
    const { body } = await sendFile(test, token, { name: 'x.jpg', type: 'image/jpeg', bytes });
    expect([body.width, body.height]).toEqual([200, 300]);
    for (const { url } of body.variants) {
      const found = await sharp(await readStoredFile(url)).metadata();
      expect([found.exif, found.xmp, found.iptc, found.orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    }
  });

  it('stores an animated image as animated WebP', async () => {
    const { status, body } = await sendFile(test, token, await createGif(5));
    expect([status, body.variants.length]).toEqual([201, 1]);
    expect(body.url).toMatch(/-40x30-animated\.webp$/);
    const found = await sharp(await readStoredFile(body.url), { animated: true }).metadata();
    expect([found.pages, found.delay]).toEqual([5, [60, 60, 60, 60, 60]]);
  });

  it('T21 rasterises an SVG', async () => {
    const { body, status } = await sendFile(test, token, createSvg('<rect width="300" height="200" fill="red"/>'));
    expect([status, body.content_type, body.width, body.height]).toEqual([201, 'image/webp', 1600, 1067]);
    expect((await listStoredFiles()).filter((name) => !/\.(webp|avif)$/.test(name))).toEqual([]);
  });

  it('T22 stores a video in its own format and size', async () => {
    for (const sample of [await readMp4(), await readWebm()]) {
      const { status, body } = await sendFile(test, token, sample);
      expect([status, body.kind, body.width, body.height]).toEqual([201, 'video', 1280, 720]);
      expect([body.content_type, body.variants.length]).toEqual([sample.type, 1]);
      expect(body.size).toBe((await readStoredFile(body.url)).length);
    }
    expect((await listStoredFiles()).every((name) => /^[0-9a-f]{64}\.(mp4|webm)$/.test(name))).toBe(true);
  });

  it('T22 the same file sent twice is one upload, one set of files and one audit row', async () => {
    const sample = await createJpeg();
    const responses = await Promise.all([sendFile(test, token, sample), sendFile(test, token, sample)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(await listStoredFiles()).toHaveLength(4);
    const { rows } = await test.db.client.execute('SELECT action, actor_id, subject FROM audit_log');
    expect(rows.map((row) => [row[0], row[1], row[2]])).toEqual([
      ['upload.created', userId, expect.stringMatching(/^upload:[0-9a-f]{64}$/)],
    ]);
  });

  it('restores lost files when the file is uploaded again', async () => {
    const { body } = await sendFile(test, token, await createJpeg());
    await test.deps.files.delete([body.url.replace('/uploads/', '')]);
    const repeated = await sendFile(test, token, await createJpeg());
    expect([repeated.status, repeated.body.id]).toEqual([201, body.id]);
    expect((await readStoredFile(body.url)).length).toBe(body.size);
  });

  it('leaves no temporary file', async () => {
    await sendFile(test, token, await createJpeg());
    await sendFile(test, token, { name: 'x.png', type: 'image/png', bytes: Buffer.from('<html>') });
    expect(await readdir(join(test.directory, 'uploads', 'incoming'))).toEqual([]);
    expect(await test.db.orm.select().from(uploadIntents)).toEqual([]);
  });

  it('accepts a form with exactly one part, the file', async () => {
    const sample = await createJpeg();
    const twice = toFormData(sample);
    twice.append('file', new File(['x'], 'y.png', { type: 'image/png' }));
    const withText = toFormData(sample);
    withText.append('alt', 'A harbour');
    const onlyText = new FormData();
    onlyText.append('file', 'just text');
    for (const form of [twice, withText, onlyText, toFormData(sample, 'picture'), new FormData()]) {
      const { status, body } = await sendFile(test, token, sample, form);
      expect([status, body.code, body.issues?.[0]?.path]).toEqual([400, 'validation_failed', 'file']);
    }
    expect(await listStoredFiles()).toEqual([]);
  });
});
