import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { countWords } from '#api/adapters/html/html-text.ts';
import { addHeadingAnchors, estimateReadingMinutes } from '#api/publishing/render/heading-anchors.ts';

describe('addHeadingAnchors', () => {
  it('adds anchors to h2 and h3 and lists them, but not other headings', () => {
    expect(addHeadingAnchors('<h1>A</h1><h2>Tea &amp; <em>milk</em></h2><h3>Kōrero</h3><h4>D</h4>')).toEqual({
      content: '<h1>A</h1><h2 id="tea-and-milk">Tea &amp; <em>milk</em></h2><h3 id="korero">Kōrero</h3><h4>D</h4>',
      headings: [
        { id: 'tea-and-milk', text: 'Tea & milk', level: 2 },
        { id: 'korero', text: 'Kōrero', level: 3 },
      ],
    });
  });

  it('points links of a table of contents at the anchors, whatever program named them', () => {
    const content =
      '<p><a href="#what-s-new" rel="x">a</a><a href="#-tea--milk" rel="x">b</a><a href="#k%C5%8Drero" rel="x">c</a><a href="#tea" rel="x">d</a><a href="#user-content-fn-1" rel="x">e</a><a href="#%zz" rel="x">f</a></p>' +
      '<h2>What’s new?</h2><h2>☕ Tea &amp; milk</h2><h3>Kōrero</h3><h2>Tea</h2>';
    const hrefs = [...addHeadingAnchors(content).content.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
    expect(hrefs).toEqual(['whats-new', 'tea-and-milk', 'korero', 'tea', 'user-content-fn-1', '%zz']);
  });

  it('T23 adds suffixes to 60,000 headings with the same text', () => {
    const { headings } = addHeadingAnchors('<h2>Tea</h2><h2>Tea 2</h2><h2>Tea</h2>'.repeat(20_000));
    expect(headings.slice(0, 6).map(({ id }) => id)).toEqual(['tea', 'tea-2', 'tea-3', 'tea-4', 'tea-2-2', 'tea-5']);
    expect(new Set(headings.map(({ id }) => id)).size).toBe(60_000);
  });

  it('creates unique, plain ids for any headings, the same every time', () => {
    const text = fc.oneof(
      fc.constantFrom('Tea', 'Tea', 'Tea 2', 'tea-2', 'section', '!', '漢'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const content = sanitizeContent(texts.map((each) => `<h2>${each}</h2>`).join(''));
        const { headings, content: anchored } = addHeadingAnchors(content);
        const ids = headings.map((heading) => heading.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
        expect(anchored.match(/ id="/g)?.length ?? 0).toBe(ids.length);
        expect(addHeadingAnchors(content).content).toBe(anchored);
      }),
      { numRuns: 300 },
    );
  });
});

describe('estimateReadingMinutes', () => {
  it.each([
    [0, 1],
    [219, 1],
    [331, 2],
    [1_100, 5],
  ])('of %i words are %i', (words, minutes) => {
    expect(estimateReadingMinutes(words)).toBe(minutes);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['one', 1],
    ['Kia ora koutou', 3],
  ])('of %j is %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});
