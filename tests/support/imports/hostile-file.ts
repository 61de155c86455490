import fc from 'fast-check';
import { zipSync } from 'fflate';
import type { ImportSource } from '#api/domain/imports.ts';
import { createItem, createMeta, createWordPressFile } from './wordpress-file.ts';

/** What stands in fields of files that somebody made on purpose. */
const HOSTILE_WORDS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p data-block="file"><a href="javascript:alert(1)">x</a></p>',
  '<video src="javascript:alert(1)" onerror="alert(1)"></video>',
  '../../../../etc/passwd',
  "'; DROP TABLE blogs; --",
  '__proto__',
  'constructor',
  '\u0000\u0008',
  '\u202eabc',
  '\ud800',
  '9'.repeat(400),
  '-1',
  '1e308',
  'NaN',
  '2020-13-45 99:99:99',
  ']]>',
  '&lol;&#0;&#xD800;&#x110000;',
  '%E0%A4%A',
  'https://[::1',
  'a'.repeat(50_000),
  '<div>'.repeat(3_000),
  '[caption]'.repeat(500),
  '{{< a'.repeat(500),
  '',
];

type Texts = Record<ImportSource, string>;

/** The same site in each format, with these words in every field. */
function fill(pick: () => string): Texts {
  const items = [1, 2, 3].map((id) =>
    createItem({
      id,
      title: pick(),
      type: id === 3 ? 'page' : 'post',
      status: id === 2 ? pick() : 'publish',
      name: pick(),
      link: pick(),
      content: pick(),
      excerpt: pick(),
      date: pick(),
      gmt: pick(),
      // Each is below the other.
      parent: (id % 3) + 1,
      more: `${createMeta(pick(), pick())}<category domain="category" nicename="c${id}"><![CDATA[${pick()}]]></category>`,
    }),
  );
  const post = (id: unknown) => ({
    ...Object.fromEntries(
      ['title', 'slug', 'html', 'status', 'visibility', 'type', 'feature_image', 'custom_excerpt'].map((name) => [
        name,
        pick(),
      ]),
    ),
    id,
    published_at: pick(),
    updated_at: 1e308,
    status: 'published',
  });
  const ghost = {
    db: [
      {
        data: {
          posts: [post('p1'), post(2), post(null), null, 'x'],
          tags: [{ id: 't', name: pick(), slug: pick() }, null],
          posts_tags: [{ post_id: 'p1', tag_id: 't', sort_order: pick() }, null],
          users: [{ id: 'u', name: pick() }],
          posts_authors: [{ post_id: 'p1', author_id: 'u' }, {}],
          settings: [{ key: 'url', value: pick() }, null],
        },
      },
    ],
  };
  const head = ['title', 'slug', 'date', 'permalink', 'author', 'cover', 'description', 'tags', 'aliases'];
  const markdown = `---\n${head.map((name) => `${name}: ${JSON.stringify(pick())}`).join('\n')}\n---\n${pick()}\n\n${pick()}\n`;
  return { wordpress: createWordPressFile(...items), ghost: JSON.stringify(ghost), markdown };
}

const SIGNS = [
  '<',
  '>',
  '[',
  ']',
  '"',
  '&',
  '{',
  '}',
  '\u0000',
  ']]>',
  '<![CDATA[',
  '---\n',
  '\n\n',
  '\\u0000',
  '1e999',
];

function damage(text: string, { kind, at, length, sign }: { kind: string; at: number; length: number; sign: string }) {
  const from = Math.floor(at * text.length);
  const piece = text.slice(from, from + length);
  if (kind === 'cut') return text.slice(0, from);
  if (kind === 'flip') return text.slice(0, from) + sign + text.slice(from + 1);
  if (kind === 'drop') return text.slice(0, from) + text.slice(from + length);
  if (kind === 'repeat') return text.slice(0, from) + piece.repeat(20) + text.slice(from);
  return text;
}

/** What is no text at all, or one that grows as it is read. */
const EXTREMES: readonly Texts[] = [
  {
    wordpress: `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}"><!ENTITY c "${'&b;'.repeat(1_000)}">]><rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>&c;</title></item></channel></rss>`,
    ghost: '['.repeat(100_000),
    markdown: `---\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]}, `.repeat(9)}]`)
      .join('\n')}\n---\nText`,
  },
  {
    wordpress: `<rss><channel>${'<a>'.repeat(50_000)}`,
    ghost: `{"db":[{"data":{"posts":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}]}`,
    markdown: `${'> '.repeat(5_000)}deep`,
  },
  { wordpress: '', ghost: '', markdown: '' },
  { wordpress: '<rss/>', ghost: 'null', markdown: '---\n---\n' },
  {
    wordpress: `<!DOCTYPE rss SYSTEM "file:///etc/passwd">${createWordPressFile(createItem({ id: 1, content: '&xxe;' }))}`,
    ghost: '{"db":[{"data":{"posts":[{"__proto__":{"html":"x"},"constructor":null}]}}]}',
    markdown: '---\n__proto__: {a: 1}\nconstructor: {b: 2}\ntags: {toString: 1}\n---\n',
  },
  {
    wordpress: createWordPressFile(...Array.from({ length: 200 }, () => createItem({ id: 1 }))),
    ghost:
      '{"data":{"posts":[[],[[]],1,true,{"id":{"a":1},"html":[1],"title":{"x":1},"slug":[[]]}],"tags":{},"settings":1}}',
    markdown: '+++\ndate = 9999-99-99\n+++\n',
  },
];

const encodings: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text, 'utf8'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf8')]),
  (text) => Buffer.from(text, 'utf8').map((byte, at) => (at % 97 === 96 ? 0xff : byte)),
];

/** One file in each format: with hostile words in every field, cut and changed, in a wrong encoding, in a broken zip. */
export const createHostileFile = (): fc.Arbitrary<Record<ImportSource, Uint8Array>> =>
  fc
    .record({
      extreme: fc.option(fc.constantFrom(...EXTREMES), { freq: 6 }),
      words: fc.array(fc.constantFrom(...HOSTILE_WORDS), { minLength: 1, maxLength: 12 }),
      damages: fc.array(
        fc.record({
          kind: fc.constantFrom('none', 'none', 'cut', 'flip', 'drop', 'repeat'),
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          length: fc.integer({ min: 1, max: 200 }),
          sign: fc.constantFrom(...SIGNS),
        }),
        { maxLength: 4 },
      ),
      encode: fc.constantFrom(...encodings, ...Array.from({ length: 8 }, () => encodings[0] as (typeof encodings)[0])),
      isZipDamaged: fc.boolean(),
      zipAt: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ extreme, words, damages, encode, isZipDamaged, zipAt }) => {
      let next = 0;
      const texts = extreme ?? fill(() => words[next++ % words.length] ?? '');
      const toBytes = (text: string) => encode(damages.reduce(damage, text));
      const toZip = (name: string, text: string) => {
        const zip = zipSync({ [name]: toBytes(text), '../../x.md': toBytes('# Out\n\nText'), 'a.jpg': toBytes(text) });
        if (!isZipDamaged) return zip;
        const at = Math.floor(zipAt * (zip.length - 1));
        return zip.with(at, ((zip[at] ?? 0) + 113) % 256);
      };
      return {
        wordpress: toBytes(texts.wordpress),
        ghost: isZipDamaged ? toBytes(texts.ghost) : toZip('ghost.json', texts.ghost),
        markdown: toZip('_posts/2020-01-01-a.md', texts.markdown),
      };
    });
