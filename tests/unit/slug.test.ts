import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { isReservedSlug, SLUG_PATTERN, addSlugSuffix, type SlugKind, toSlug } from '#api/domain/slug.ts';

const title = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }), fc.lorem());

describe('toSlug', () => {
  it('F17 T25 converts any title to a slug, and is idempotent', () => {
    fc.assert(
      fc.property(title, fc.constantFrom<SlugKind>('post', 'category', 'document'), (text, kind) => {
        const slug = toSlug(text, kind);
        expect(slug).toMatch(SLUG_PATTERN);
        expect(slug.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
        expect(isReservedSlug(slug, kind)).toBe(false);
        expect(toSlug(slug, kind)).toBe(slug);
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
    expect(toSlug(text, 'post')).toBe(slug);
  });

  it.each([
    // Digits alone are the id, whose address redirects to the slug.
    ['2026', 'category', '2026-category'],
    ['9'.repeat(200), 'document', `${'9'.repeat(71)}-document`],
    ['All', 'category', 'all-category'],
    ['New', 'document', 'new-document'],
    ['漢字', 'document', 'document'],
    ['2026', 'post', '2026'],
  ] as const)('converts %s of a %s, to %s', (text, kind, slug) => {
    expect(toSlug(text, kind)).toBe(slug);
  });
});

describe('addSlugSuffix', () => {
  it('T25 gives distinct slugs within the length for any slug', () => {
    fc.assert(
      fc.property(
        title.map((text) => toSlug(text, 'post')),
        (slug) => {
          const candidates = Array.from({ length: 60 }, (_, index) => addSlugSuffix(slug, index + 1));
          expect(candidates[0]).toBe(slug);
          expect(new Set(candidates).size).toBe(60);
          for (const candidate of candidates) {
            expect(candidate).toMatch(SLUG_PATTERN);
            expect(candidate.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
          }
        },
      ),
    );
  });
});
