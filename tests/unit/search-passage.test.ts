import { expect, it } from 'vitest';
import { cutBeginning, cutPassage } from '#db/queries/passage.ts';
import { parseTerms } from '#db/queries/full-text-search.ts';

const fill = (count: number, word = 'other') => Array.from({ length: count }, () => word).join(' ');
const cut = (text: string, query: string) => cutPassage(text, parseTerms(query));

it('a passage begins a little before what was found, by beginning, case and accents as the index has it', () => {
  expect(cut('The kettle\n knows.', 'KETT')).toBe('The kettle knows.');
  expect(cut(`${fill(40)} a b c Kōrero d ${fill(40)}`, 'korero')).toBe(`…other a b c Kōrero d ${fill(18)}…`);
  expect(cut('About tea-time', 'tea time')).toBe('About tea-time');
  expect(cut('変更は明日', '明日')).toBe('変更は明日');
});

it('it shows the place where most of the words stand together', () => {
  const text = `Tea here. ${fill(60)} the milk of the tea ${fill(40)}`;
  expect(cut(text, 'tea milk')).toContain('the milk of the tea');
  expect(cut(text, 'tea')).toMatch(/^Tea here\. other/);
});

it('it finds near words in place of a word with a typo, and whole words alone where no beginning is meant', () => {
  expect(cutPassage('A kettle', [{ word: 'kettel', isBeginning: true, near: ['kettle'] }])).toBe('A kettle');
  expect(cut('Teapots', 'tea x')).toBeNull();
});

it('a text in which no word stands has no passage, but a beginning', () => {
  expect(cut('The kettle', 'harbour')).toBeNull();
  expect(cutBeginning(`One ${fill(30)}`)).toBe(`One ${fill(23)}…`);
});
