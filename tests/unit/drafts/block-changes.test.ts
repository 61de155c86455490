import { expect, test } from 'vitest';
import { compareBlocks, putBlockBack } from '#src/features/drafts/conflicts/block-changes.ts';

const toBlocks = (texts: string) => texts.split(' / ').map((text) => ({ kind: '', text, html: `<p>${text}</p>` }));
const compare = (before: string, after: string) => compareBlocks(toBlocks(before), toBlocks(after));
const list = (before: string, after: string) =>
  compare(before, after).map(({ kind, before: old, after: next }) => `${kind} ${(next ?? old)?.text}`);

const [TEA, WIND, ROPE] = ['Tea before the sun is up', 'Wind over the whole harbour', 'A rope that holds'];

test.each([
  ['a word', `${TEA} / ${WIND}`, `${TEA} now / ${WIND}`, [`changed ${TEA} now`, `same ${WIND}`]],
  ['a new block', `${TEA} / ${WIND}`, `${TEA} / ${ROPE} / ${WIND}`, [`same ${TEA}`, `added ${ROPE}`, `same ${WIND}`]],
  [
    'one that went',
    `${TEA} / ${ROPE} / ${WIND}`,
    `${TEA} / ${WIND}`,
    [`same ${TEA}`, `removed ${ROPE}`, `same ${WIND}`],
  ],
  ['the last one', `${TEA} / ${ROPE}`, TEA, [`same ${TEA}`, `removed ${ROPE}`]],
  [
    'another one in its place',
    `${TEA} / ${ROPE}`,
    `${TEA} / ${WIND}`,
    [`same ${TEA}`, `removed ${ROPE}`, `added ${WIND}`],
  ],
  [
    'one that moved',
    `${TEA} / ${ROPE} / ${WIND}`,
    `${ROPE} / ${WIND} / ${TEA}`,
    [`same ${ROPE}`, `same ${WIND}`, `moved ${TEA}`],
  ],
  [
    'one that moved and changed',
    `${TEA} / ${ROPE} / ${WIND}`,
    `${ROPE} / ${WIND} / ${TEA} now`,
    [`same ${ROPE}`, `same ${WIND}`, `moved ${TEA} now`],
  ],
])('%s', (_name, before, after, expected) => {
  expect(list(before, after)).toEqual(expected);
});

test('one block is put back where it was, and the others stay as they are now', () => {
  const changes = compare(`${TEA} / ${ROPE} / ${WIND}`, `${TEA} now / ${WIND} today`);
  const putBack = (text: string) => {
    const change = changes.find(({ before }) => before?.text === text);
    return change && putBlockBack(changes, change);
  };
  expect(putBack(ROPE)).toBe(`<p>${TEA} now</p><p>${ROPE}</p><p>${WIND} today</p>`);
  expect(putBack(TEA)).toBe(`<p>${TEA}</p><p>${WIND} today</p>`);
});
