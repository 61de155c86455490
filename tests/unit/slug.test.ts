import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedSlug, SLUG_MAX_LENGTH, SLUG_PATTERN, addSlugSuffix, toSlug } from '#api/domain/slug.ts';

const title = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }), fc.lorem());

describe('toSlug', () => {
  it('F17 T25 converts any title to a slug, and is idempotent', () => {
    fc.assert(
      fc.property(title, (text) => {
        const slug = toSlug(text);
        expect(slug).toMatch(SLUG_PATTERN);
        expect(slug.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
        expect(isReservedSlug(slug)).toBe(false);
        expect(toSlug(slug)).toBe(slug);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['Kia ora, Aotearoa!', 'kia-ora-aotearoa'],
    ['Māori kōrero', 'maori-korero'],
    ['iPhone & GitHub', 'iphone-and-github'],
    ["Don't panic", 'dont-panic'],
    ['漢字', 'post'],
    ['...', 'post'],
    ['Search', 'search-post'],
    // The form of a provisional slug, which is released later.
    ['Untitled masterpieces', 'untitled-masterpieces-post'],
  ])('converts %s to %s', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });
});

describe('addSlugSuffix', () => {
  it('T25 gives distinct slugs within the length for any slug', () => {
    fc.assert(
      fc.property(title.map(toSlug), (slug) => {
        const candidates = Array.from({ length: 60 }, (_, index) => addSlugSuffix(slug, index + 1));
        expect(candidates[0]).toBe(slug);
        expect(new Set(candidates).size).toBe(60);
        for (const candidate of candidates) {
          expect(candidate).toMatch(SLUG_PATTERN);
          expect(candidate.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
        }
      }),
    );
  });
});
