import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedSlug, SLUG_MAX_LENGTH, SLUG_PATTERN, addSlugSuffix, toSlug } from '#api/domain/slug.ts';

const title = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }), fc.lorem());

describe('slugFromTitle', () => {
  it('F17 T25 makes a slug of any title, and of a slug itself', () => {
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
    // The shape of a provisional address, which is given back.
    ['Untitled masterpieces', 'untitled-masterpieces-post'],
  ])('makes of %s: %s', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });
});

describe('slugCandidate', () => {
  it('T25 gives distinct slugs within the length for any slug', () => {
    fc.assert(
      fc.property(title.map(toSlug), (slug) => {
        const candidates = Array.from({ length: 60 }, (_, at) => addSlugSuffix(slug, at + 1));
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
