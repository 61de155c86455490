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

const writeTempFile = async (bytes: Buffer) => {
  const path = join(directory, 'received');
  await writeFile(path, bytes);
  return path;
};
const readPixelCount = async (bytes: Buffer) => readDeclaredPixelCount(await writeTempFile(bytes));

const formats: Record<string, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.jpeg(),
  'progressive JPEG': (image) => image.jpeg({ progressive: true }),
  'JPEG with a large EXIF block': (image) => image.withExif({ IFD0: { Copyright: 'x'.repeat(9_000) } }).jpeg(),
  PNG: (image) => image.png(),
  GIF: (image) => image.gif(),
  WebP: (image) => image.webp(),
  'lossless WebP': (image) => image.webp({ lossless: true }),
  'WebP with transparency': (image) => image.ensureAlpha(0.5).webp(),
  AVIF: (image) => image.avif({ effort: 0 }),
};

describe('T22 the declared size of an image', () => {
  it.each(Object.entries(formats))('%s', async (_name, encode) => {
    const bytes = await encode(createDrawing(301, 203)).toBuffer();
    expect(await readPixelCount(bytes)).toBe(301 * 203);
  });

  it('is null without a size, or when truncated before it', async () => {
    expect(await readPixelCount(createSvg('').bytes)).toBeNull();
    expect(await readPixelCount(Buffer.alloc(0))).toBeNull();
    for (const encode of Object.values(formats)) {
      const bytes = await encode(createDrawing(30, 20)).toBuffer();
      expect(await readPixelCount(bytes.subarray(0, 9))).toBeNull();
    }
  });

  it('is read without an error from 1,000 damaged headers', async () => {
    const { below: random } = createSeededRandom(22);
    const headers = await Promise.all(Object.values(formats).map((encode) => encode(createDrawing(64, 48)).toBuffer()));
    for (let round = 0; round < 1_000; round += 1) {
      const header = Buffer.from(headers[round % headers.length] as Buffer).subarray(0, 2 + random(400));
      for (let hits = random(6); hits > 0; hits -= 1) header[random(header.length)] = random(256);
      const pixels = await readPixelCount(header);
      expect(pixels === null || pixels >= 0).toBe(true);
    }
  });
});

describe('T22 the media processor', () => {
  const processBytes = async (bytes: Buffer, declaredType: string) =>
    createMediaProcessor({ limits: RELAXED_LIMITS }).processFile({
      path: await writeTempFile(bytes),
      hash: 'a'.repeat(64),
      declaredType,
      directory,
    });

  it('rejects a decompression bomb by its header alone', async () => {
    const bomb = createFlatPng(20_000, 20_000).bytes.subarray(0, 24);
    expect(await processBytes(bomb, 'image/png')).toEqual({ rejected: 'too_many_pixels' });
  });

  it('rejects an image with a false small size when it is decoded', async () => {
    const gif = (await createGif(2)).bytes;
    expect(await readPixelCount(gif)).toBe(40 * 30);
    const { bytes } = createFlatPng(8_000, 5_001);
    // The width in the header is wrong, and so is the checksum.
    bytes.writeUInt32BE(8, 16);
    expect(await readPixelCount(bytes)).toBe(8 * 5_001);
    expect(await processBytes(bytes, 'image/png')).toEqual({ rejected: 'damaged' });
  });

  it('processes a file that arrives while its process is starting, and the next one', async () => {
    const media = createMediaProcessor({ limits: RELAXED_LIMITS });
    for (const width of [31, 32]) {
      media.prewarm();
      const path = await writeTempFile(await createDrawing(width, 20).png().toBuffer());
      const job = { path, hash: 'b'.repeat(64), declaredType: 'image/png', directory };
      expect(await media.processFile(job)).toMatchObject({ kind: 'image', image: { width, height: 20 } });
    }
  });
});
