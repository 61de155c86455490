import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// Before what reads the site: it is made while the modules load.
import { demoContent } from '../support/site/demo-content.ts';
import type { Post } from '#api/domain/content.ts';
import * as feeds from '#src/features/blogs/public/feeds.ts';
import { renderWithSite } from '#src/lib/site.ts';
import { escapeXml } from '#src/lib/xml.ts';
import { findXmlError } from '../support/site/strict-xml.ts';

const renderRss = (posts: Post[], site: URL) => renderWithSite(demoContent, () => feeds.renderRss(posts, site));
const renderAtom = (posts: Post[], site: URL) => renderWithSite(demoContent, () => feeds.renderAtom(posts, site));
const renderJsonFeed = (posts: Post[], site: URL) =>
  renderWithSite(demoContent, () => feeds.renderJsonFeed(posts, site));

const SITE = new URL('https://site.example');
/** Any UTF-16 code units, also lone surrogates, and the delimiters of markup. */
const pieces = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
  fc.integer({ min: 0, max: 0x1f }).map((unit) => String.fromCharCode(unit)),
  fc.constantFrom(
    '\ufffe',
    '\uffff',
    '\ufdd0',
    '\ufdd1',
    '\ufdd2',
    '\u{1fffe}',
    '\ud800',
    '\udfff',
    '\u007f',
    '\u0085',
  ),
  fc.constantFrom(
    ']]>',
    ']]',
    '>',
    '<![CDATA[',
    '<',
    '&',
    '&amp;',
    '&#1;',
    '&#xFFFE;',
    '&lt;',
    '"',
    "'",
    '-->',
    '<category />',
  ),
  fc.constantFrom('<a href="/\\[">', '<img src="/x">', ' href="/\\evil.example:x"'),
);
const text = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));

const post = fc
  .record({ title: text, description: text, content: text, author_name: text, category: text })
  .map(({ category, ...fields }): Post => ({
    ...fields,
    id: 1,
    slug: 'a',
    published_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    reading_minutes: 1,
    categories: [
      { id: 1, name: category, slug: 'a' },
      { id: 2, name: 'B', slug: 'b' },
    ],
    cover: null,
    headings: [],
    tags: [],
    authors: [],
    meta: { title: null, description: null, canonical: null, image: null },
    previous: null,
    next: null,
    related: [],
  }));
const posts = fc.array(post, { minLength: 1, maxLength: 3 });

/** Replaces every character that XML forbids, and every noncharacter. */
const replaceForbidden = (value: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Noncharacter_Code_Point}]/gu, '\ufffd');

describe('T38 feeds of arbitrary text', () => {
  it.each([
    ['RSS', renderRss],
    ['Atom', renderAtom],
  ])('%s is well-formed XML without a forbidden character', (_name, write) => {
    fc.assert(
      fc.property(posts, (some) => {
        expect(findXmlError(write(some, SITE))).toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });

  it('the JSON feed contains every text, with noncharacters replaced', () => {
    fc.assert(
      fc.property(posts, (some) => {
        const { items } = JSON.parse(renderJsonFeed(some, SITE)) as { items: Record<string, unknown>[] };
        expect(items.map((item) => [item.title ?? '', item.author])).toEqual(
          some.map(({ title, author_name: name }) => [
            replaceForbidden(title),
            name ? { name: replaceForbidden(name) } : {},
          ]),
        );
        expect(JSON.stringify(items).isWellFormed()).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('escaped text is well-formed as content and as attribute', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(findXmlError(`<a b="${escapeXml(value)}">${escapeXml(value)}</a>`)).toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });

  it('the strict parser rejects invalid XML', () => {
    for (const xml of [
      '<a>\ufffe</a>',
      '<a>\u0001</a>',
      '<a>&#1;</a>',
      '<a>\ud800</a>',
      '<a b="<"/>',
      '<a>]]></a>',
      '<c:a/>',
    ]) {
      expect([xml, findXmlError(xml) !== null]).toEqual([xml, true]);
    }
  });
});
