import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateExcerpt } from '#api/domain/excerpt.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';

describe('truncateExcerpt', () => {
  it('keeps 120 characters and cuts 121', () => {
    expect(truncateExcerpt('x'.repeat(120))).toBe('x'.repeat(120));
    expect(truncateExcerpt('x'.repeat(121))).toBe(`${'x'.repeat(120)}...`);
  });

  it('F17 never splits a character, is at most 123 characters, and is a prefix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const cut = truncateExcerpt(text);
        expect(cut.isWellFormed()).toBe(text.isWellFormed());
        expect(Array.from(cut).length).toBeLessThanOrEqual(123);
        expect(text.startsWith(cut === text ? cut : cut.slice(0, -3))).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['ends at a word', `${'word '.repeat(23)}longer than that`, `${'word '.repeat(23).trim()}...`],
    ['keeps a word that ends at the limit', `${'word '.repeat(23)}abcde more`, `${'word '.repeat(23)}abcde...`],
    ['leaves no comma before the dots', `${'x'.repeat(117)}, and more`, `${'x'.repeat(117)}...`],
  ])('%s', (_, text, excerpt) => {
    expect(truncateExcerpt(text)).toBe(excerpt);
  });

  it('leaves no space before the dots', () => {
    expect(truncateExcerpt(`${'x'.repeat(119)} tail`)).toBe(`${'x'.repeat(119)}...`);
  });
});

describe('formatLongDate', () => {
  it('is the day in New Zealand', () => {
    expect(formatLongDate('2026-11-20T12:30:00Z')).toBe('21 November 2026');
    expect(formatLongDate('2026-11-20T10:30:00Z')).toBe('20 November 2026');
  });
});
