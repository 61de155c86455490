import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcessor } from '#api/adapters/media/media-processor.ts';
import { readDeclaredPixelCount } from '#api/adapters/media/image-header.ts';
import {
  createDrawing,
  createFlatPng,
  createGif,
  RELAXED_LIMITS,
  createSvg,
} from '../../support/uploads/sample-files.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headers-'));
});
afterAll(() => rm(directory, { recursive: true }));

const written = async (bytes: Buffer) => {
  const path = join(directory, 'received');
  await writeFile(path, bytes);
  return path;
};
const said = async (bytes: Buffer) => readDeclaredPixelCount(await written(bytes));

const formats: Record<string, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.jpeg(),
  'progressive JPEG': (image) => image.jpeg({ progressive: true }),
  'JPEG with a profile and a note of the camera': (image) =>
    image.withExif({ IFD0: { Copyright: 'x'.repeat(9_000) } }).jpeg(),
  PNG: (image) => image.png(),
  GIF: (image) => image.gif(),
  WebP: (image) => image.webp(),
  'lossless WebP': (image) => image.webp({ lossless: true }),
  'WebP that one can see through': (image) => image.ensureAlpha(0.5).webp(),
  AVIF: (image) => image.avif({ effort: 0 }),
};

describe('T22 what a picture says of its size', () => {
  it.each(Object.entries(formats))('%s', async (_name, encode) => {
    const bytes = await encode(createDrawing(301, 203)).toBuffer();
    expect(await said(bytes)).toBe(301 * 203);
  });

  it('is nothing for what has none, or is cut off before it', async () => {
    expect(await said(createSvg('').bytes)).toBeNull();
    expect(await said(Buffer.alloc(0))).toBeNull();
    for (const encode of Object.values(formats)) {
      const bytes = await encode(createDrawing(30, 20)).toBuffer();
      expect(await said(bytes.subarray(0, 9))).toBeNull();
    }
  });

  it('is found or not, but never fails: 1,000 damaged heads', async () => {
    const { below: random } = createSeededRandom(22);
    const heads = await Promise.all(Object.values(formats).map((encode) => encode(createDrawing(64, 48)).toBuffer()));
    for (let round = 0; round < 1_000; round += 1) {
      const head = Buffer.from(heads[round % heads.length] as Buffer).subarray(0, 2 + random(400));
      for (let hits = random(6); hits > 0; hits -= 1) head[random(head.length)] = random(256);
      const pixels = await said(head);
      expect(pixels === null || pixels >= 0).toBe(true);
    }
  });
});

describe('T22 the reader of media', () => {
  const read = async (bytes: Buffer, declaredType: string) =>
    createMediaProcessor({ limits: RELAXED_LIMITS }).processFile({
      path: await written(bytes),
      hash: 'a'.repeat(64),
      declaredType,
      directory,
    });

  it('refuses a bomb by its head alone: what follows is not looked at', async () => {
    const bomb = createFlatPng(20_000, 20_000).bytes.subarray(0, 24);
    expect(await read(bomb, 'image/png')).toEqual({ rejected: 'too_many_pixels' });
  });

  it('believes no head that says little: whoever decodes has the last word', async () => {
    const liar = (await createGif(2)).bytes;
    expect(await said(liar)).toBe(40 * 30);
    const { bytes } = createFlatPng(8_000, 5_001);
    // The size in the head is wrong, and so is the checksum.
    bytes.writeUInt32BE(8, 16);
    expect(await said(bytes)).toBe(8 * 5_001);
    expect(await read(bytes, 'image/png')).toEqual({ rejected: 'damaged' });
  });

  it('answers for a file that came while its process was still starting, and for the next one', async () => {
    const media = createMediaProcessor({ limits: RELAXED_LIMITS });
    for (const width of [31, 32]) {
      media.prewarm();
      const path = await written(await createDrawing(width, 20).png().toBuffer());
      const job = { path, hash: 'b'.repeat(64), declaredType: 'image/png', directory };
      expect(await media.processFile(job)).toMatchObject({ kind: 'image', image: { width, height: 20 } });
    }
  });
});
