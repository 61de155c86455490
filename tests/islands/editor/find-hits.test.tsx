import { Schema } from '@milkdown/kit/prose/model';
import { EditorState } from '@milkdown/kit/prose/state';
import { expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { schemaSpec } from '#src/editor/elements/schema.ts';
import { findHits, type FindOptions, replaceHits } from '#src/editor/find/find-hits.ts';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { toHtml } from '#src/editor/html/to-html.ts';

const schema = new Schema(schemaSpec);
const ANY: FindOptions = { isCaseSensitive: false, isWholeWord: false };

const find = (html: string, query: string, options: Partial<FindOptions> = {}) => {
  const doc = fromHtml(schema, html);
  return findHits(doc, query, { ...ANY, ...options }).map(
    ({ from, to, place }) => `${place}: ${place === 'alt' ? doc.nodeAt(from)?.attrs.alt : doc.textBetween(from, to)}`,
  );
};

function replace(html: string, query: string, replacement: string): string {
  const doc = fromHtml(schema, html);
  const { tr } = EditorState.create({ doc });
  return toHtml(replaceHits(tr, findHits(doc, query, ANY), { query, options: ANY, replacement }).doc);
}

const createFigure = (what: string) =>
  sanitizeContent(
    `<figure><img src="/uploads/a-8x6.webp" alt="A ${what}, and the ${what} pier"><figcaption>The ${what}</figcaption></figure>`,
  );
const FIGURE = createFigure('ferry');

test('finds text across formatting, in captions and in alternative texts, in their order', () => {
  expect(find(`<p>A fer<strong>ry</strong></p>${FIGURE}<ul><li>Ferry</li></ul>`, 'ferry')).toEqual([
    'text: ferry',
    'alt: A ferry, and the ferry pier',
    'caption: ferry',
    'text: Ferry',
  ]);
});

test('finds nothing across blocks, line breaks and images, and nothing for no words', () => {
  expect(find('<p>ab</p><p>cd</p><p>ab<br>cd</p>', 'bc')).toEqual([]);
  expect(find('<p>ab</p>', '')).toEqual([]);
});

test('matches case and whole words when asked to, with letters of every script', () => {
  expect(find('<p>Tea tea teapot</p>', 'tea')).toHaveLength(3);
  expect(find('<p>Tea tea teapot</p>', 'tea', { isCaseSensitive: true })).toHaveLength(2);
  expect(find('<p>Tea tea teapot</p>', 'tea', { isWholeWord: true })).toHaveLength(2);
  expect(find('<p>māra mārama</p>', 'māra', { isWholeWord: true })).toEqual(['text: māra']);
});

test('takes signs of patterns as they are, and straight quotes for typographic ones', () => {
  expect(find('<p>a.b (a+b) a-b</p>', 'a.b')).toEqual(['text: a.b']);
  expect(find('<p>a.b (a+b)</p>', '(a+b)')).toEqual(['text: (a+b)']);
  expect(find('<p>It’s “late”</p>', 'It\'s "late"')).toEqual(['text: It’s “late”']);
});

test('replaces all, keeps the formatting of what is replaced, and takes the replacement as it is', () => {
  expect(replace(`<p>A <em>ferry</em> ferry</p>${FIGURE}`, 'ferry', 'boat $&')).toBe(
    `<p>A <em>boat $&amp;</em> boat $&amp;</p>${createFigure('boat $&amp;')}`,
  );
  expect(replace('<p>a ferry b</p>', ' ferry', '')).toBe('<p>a b</p>');
});
