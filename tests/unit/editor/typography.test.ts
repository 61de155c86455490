import { expect, test } from 'vitest';
import { getQuotes, toTypographic } from '#src/editor/typography.ts';

/** What is typed letter by letter. */
function type(text: string, language: string): string {
  let line = '';
  for (const letter of text) {
    line += letter === '"' || letter === "'" ? toTypographic(letter, line, getQuotes(language)) : letter;
  }
  return line;
}

test.each([
  ['en-NZ', `"Yes," she said, "it's ('quite') late"`, '“Yes,” she said, “it’s (‘quite’) late”'],
  ['en', `"'Nested' first"`, '“‘Nested’ first”'],
  ['de-DE', `Er sagt: "Das war's, 'wirklich'."`, 'Er sagt: „Das war’s, ‚wirklich‘.“'],
  ['fr', `Il dit "d'accord"`, 'Il dit «\u00a0d’accord\u00a0»'],
  ['nb', `Han sa "ja" og 'nei'`, 'Han sa «ja» og ‘nei’'],
  ['sv', `"Ja"`, '”Ja”'],
  ['mi', `"Āe"`, '“Āe”'],
])('%s sets quotation marks and apostrophes', (language, typed, expected) => {
  expect(type(typed, language)).toBe(expected);
});
