import { expect, test } from 'vitest';
import { drawCover } from '#src/ui/covers/generated-cover.ts';

const MAX_BYTES = 500;
const seeds = Array.from({ length: 400 }, (_, index) => `a-post-with-number-${index * 37}`);

test('the same seed draws the same cover, and the category chooses the palette', () => {
  expect(drawCover('second-drafts', 2)).toEqual(drawCover('second-drafts', 2));
  expect(drawCover('second-drafts', 3).shapes).toBe(drawCover('second-drafts', 2).shapes);
  expect(drawCover('second-drafts', 3).palette).not.toBe(drawCover('second-drafts', 2).palette);
});

test('covers differ from each other', () => {
  const drawn = new Set(seeds.map((seed) => drawCover(seed, 1).shapes));
  expect(drawn.size).toBeGreaterThan(200);
});

test('every cover is small, complete and safe in HTML', () => {
  for (const seed of [...seeds, '', 'kōrero', '"><script>']) {
    const { palette, shapes } = drawCover(seed, undefined);
    expect(shapes.length, seed).toBeLessThanOrEqual(MAX_BYTES);
    expect(shapes, seed).toMatch(/^(<path class="[abclf]" d="[MmCcSsQqAaHhVvtz0-9 .-]+"\/>)+$/);
    expect([0, 1, 2, 3, 4]).toContain(palette);
  }
});
