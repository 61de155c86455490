import type { FontFamily, FontSubset } from '#api/domain/site-fonts.ts';

const span = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const basicLatin = span(0x20, 0x7e);
const latin1 = span(0xc0, 0xff);
const punctuation = '\u00a0–—‘’“”…•·';

/** What the demo's text face holds. */
export const textCharacters = `${basicLatin}${latin1}ı${punctuation}¡¿«»©®™°×÷½¼¾£€§²³−←→↑↓✓`;
/** A headline needs no braces, fractions or Icelandic; what is missing falls back to the next face. */
export const headlineCharacters = `${basicLatin.replace(/[\\^`{|}~<>_]/g, '')}${latin1.replace(/[ÐðÞþßÆæØø]/g, '')}ı${punctuation}©™°×½£€→`;
export const macrons = 'āēīōūĀĒĪŌŪ';

const latin = `${basicLatin}${span(0xa0, 0xff)}ıŒœ${punctuation}‚„‹›‰€™−`;
/** Of the languages of Europe: Azerbaijani, Skolt Sami, Romanian, Irish in the old spelling, Welsh, German capitals. */
const latinExtension = `${span(0x100, 0x17f)}Əə${span(0x1e6, 0x1e9)}${span(0x1fa, 0x1ff)}${span(0x218, 0x21b)}ḂḃḊḋḞḟṀṁṖṗṠṡṪṫ${span(0x1e80, 0x1e85)}ẞỲỳ`;

const subtract = (characters: string, others: string) =>
  Array.from(characters)
    .filter((character) => !others.includes(character))
    .join('');

const latinOfDemo: Partial<Record<FontFamily, string>> = {
  fraunces: headlineCharacters + macrons,
  inter: textCharacters + macrons,
};

/** The characters of a subset of a family: no two of its subsets share one. */
export function listCharacters(family: FontFamily, subset: FontSubset): string {
  const own = latinOfDemo[family] ?? latin;
  const characters: Record<FontSubset, string> = {
    latin: own,
    'more-latin': subtract(latin, own),
    'latin-ext': subtract(latinExtension, own + latin),
    greek: span(0x370, 0x3ff),
    cyrillic: `${span(0x400, 0x45f)}Ґґ№`,
  };
  return characters[subset];
}

/** 'U+20-7E,U+A0': the value of `unicode-range`. */
export function formatUnicodeRange(characters: string): string {
  const points = Array.from(new Set(characters), (character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (const point of points) {
    const last = spans.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else spans.push([point, point]);
  }
  const format = (point: number) => point.toString(16).toUpperCase();
  return spans.map(([from, to]) => `U+${format(from)}${to > from ? `-${format(to)}` : ''}`).join(',');
}
