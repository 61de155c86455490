import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateExcerpt } from '#api/domain/excerpt.ts';
import { toDateLocale } from '#api/domain/region.ts';
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

describe('toDateLocale', () => {
  const format = (language: string, locale: string) =>
    new Intl.DateTimeFormat(toDateLocale({ language, locale }), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
      .format(Date.UTC(2026, 10, 29, 21, 5))
      .replaceAll(/\s/g, ' ');

  it.each([
    ['de-AT', '29 November 2026 at 21:05'],
    ['nb-NO', '29 November 2026 at 21:05'],
    ['fr-CA', '29 November 2026 at 21:05'],
    ['es-CO', '29 November 2026 at 9:05 pm'],
    ['ja-JP', 'November 29, 2026 at 21:05'],
    ['en-NZ', '29 November 2026 at 9:05 pm'],
    ['en-US', 'November 29, 2026 at 9:05 PM'],
  ])('English sentences have English months in the order and by the clock of %s', (locale, text) => {
    expect(format('en', locale)).toBe(text);
  });

  it('Sentences of another language have the months of the region', () => {
    expect(format('de', 'de-AT')).toBe('29. November 2026 um 21:05');
    expect(format('nb', 'nb-NO')).toBe('29. november 2026 kl. 21:05');
  });
});
