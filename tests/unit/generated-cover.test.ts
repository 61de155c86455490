import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { coverMotifs } from '#api/domain/cover-motifs.ts';
import { drawCover } from '#src/ui/covers/generated-cover.ts';

const MAX_BYTES = 500;
/** Of the covers of all seeds, SHA-256: published pages hold them. */
const HILLS_HASH = '101ab133894c37b4490ed5a97b2576531f0f4b315f825fb7cc270faca40ff704';
const seeds = Array.from({ length: 400 }, (_, index) => `a-post-with-number-${index * 37}`);

test('the same seed draws the same cover, and the category chooses the palette', () => {
  expect(drawCover('second-drafts', 2)).toEqual(drawCover('second-drafts', 2));
  expect(drawCover('second-drafts', 3).shapes).toBe(drawCover('second-drafts', 2).shapes);
  expect(drawCover('second-drafts', 3).palette).not.toBe(drawCover('second-drafts', 2).palette);
});

test.each(coverMotifs)('covers of the motif %s differ from each other', (motif) => {
  const drawn = new Set(seeds.map((seed) => drawCover(seed, 1, motif).shapes));
  expect(drawn.size).toBeGreaterThan(200);
});

test('a motif changes what a cover shows, not its inks', () => {
  const covers = coverMotifs.map((motif) => drawCover('second-drafts', 2, motif));
  expect(new Set(covers.map(({ shapes }) => shapes)).size).toBe(coverMotifs.length);
  expect(new Set(covers.map(({ palette }) => palette)).size).toBe(1);
});

test('a cover of no named motif is drawn as it always was', () => {
  expect(drawCover('second-drafts', 2)).toEqual(drawCover('second-drafts', 2, 'hills'));
  const shapes = seeds.map((seed) => drawCover(seed, 1).shapes).join();
  expect(createHash('sha256').update(shapes).digest('hex')).toBe(HILLS_HASH);
});

test.each(coverMotifs)('every cover of the motif %s is small, complete and safe in HTML', (motif) => {
  for (const seed of [...seeds, '', 'kōrero', '"><script>']) {
    const { palette, shapes } = drawCover(seed, undefined, motif);
    expect(shapes.length, seed).toBeLessThanOrEqual(MAX_BYTES);
    expect(shapes, seed).toMatch(/^(<path class="[abclf]" d="[MmLlCcSsQqAaHhVvtz0-9 .-]+"\/>)+$/);
    expect([0, 1, 2, 3, 4]).toContain(palette);
  }
});
