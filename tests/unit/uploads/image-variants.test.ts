import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_TYPES } from '#api/domain/file-types.ts';
import {
  extractUploadHashes,
  parseStoredFileHash,
  listImageVariants,
  parseImageUrl,
  toImageUrl,
  toSrcset,
} from '#api/domain/image-variants.ts';

const HASH = 'ab'.repeat(32);
const photo = { hash: HASH, width: 2400, height: 1601, isAnimated: false };

const anyImage = fc.record({
  hash: fc.constant(HASH),
  width: fc.integer({ min: 1, max: 2400 }),
  height: fc.integer({ min: 1, max: 4800 }),
  isAnimated: fc.boolean(),
});

describe('the variants of an image', () => {
  it('are listed from the smallest, and never larger than the image', () => {
    expect(listImageVariants(photo).map(({ name }) => name.slice(65))).toEqual([
      '480x320.webp',
      '960x640.webp',
      '1600x1067.webp',
      '2400x1601.webp',
      '480x320.avif',
      '960x640.avif',
      '1600x1067.avif',
      '2400x1601.avif',
    ]);
    expect(toSrcset({ ...photo, width: 960, height: 10 }, 'avif')).toBe(
      `/uploads/${HASH}-480x5.avif 480w, /uploads/${HASH}-960x10.avif 960w`,
    );
  });

  it('of an animated image are WebP only', () => {
    const files = listImageVariants({ ...photo, width: 500, height: 1, isAnimated: true });
    expect(files.map(({ name }) => name.slice(65))).toEqual(['480x1-animated.webp', '500x1-animated.webp']);
  });

  it('are derived from the URL, and each has a valid file name', () => {
    fc.assert(
      fc.property(anyImage, (image) => {
        expect(parseImageUrl(toImageUrl(image))).toEqual(image);
        for (const { name } of listImageVariants(image)) expect(parseStoredFileHash(name)).toBe(HASH);
      }),
    );
  });

  it.each([
    '',
    `/uploads/${HASH}.webp`,
    `/uploads/${HASH.toUpperCase()}-1x1.webp`,
    `/uploads/${HASH}-0x1.webp`,
    `/uploads/${HASH}-01x1.webp`,
    `/uploads/${HASH}-10000x1.webp`,
    `/uploads/${HASH}-1x1.webp?x`,
    `/uploads/${HASH}-1x1.avif`,
    `/uploads/../${HASH}-1x1.webp`,
    `https://example.com/uploads/${HASH}-1x1.webp`,
    `/uploads/${HASH}-1x1.webp\n`,
  ])('%j is not an image URL', (url) => {
    expect(parseImageUrl(url)).toBeNull();
  });

  it('are found in content, like videos, each upload once', () => {
    const other = 'cd'.repeat(32);
    const content = `<img src="${toImageUrl(photo)}"><img src="/uploads/${HASH}-480x320.avif">
      <video src="https://www.example.com/uploads/${other}.mp4"></video><a href="/uploads/${'e'.repeat(63)}.mp4">x</a>`;
    expect(extractUploadHashes(content)).toEqual([HASH, other]);
  });
});

it('knows every kind of file by its name, and no other', () => {
  for (const extension of Object.keys(FILE_TYPES)) expect(parseStoredFileHash(`${HASH}.${extension}`)).toBe(HASH);
  for (const extension of ['exe', 'html', 'svg', 'js', 'docm', 'pdf.html'])
    expect(parseStoredFileHash(`${HASH}.${extension}`)).toBeNull();
});
