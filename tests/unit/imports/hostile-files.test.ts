import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileTree } from '#api/adapters/site-readers/files/file-tree.ts';
import { readGhost } from '#api/adapters/site-readers/ghost/ghost.ts';
import { readMarkdown } from '#api/adapters/site-readers/markdown/markdown.ts';
import { type ImportRecord, UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import { readWordPress } from '#api/adapters/site-readers/wordpress/wordpress.ts';
import { createAttachment, createItem, createWordPressFile } from '../../support/imports/wordpress-file.ts';
import { createTree } from '../../support/imports/tree-files.ts';

const WORDPRESS = createWordPressFile(
  createItem({
    id: 1,
    title: 'Tea',
    content: '[caption]<img src="/a.jpg"> A[/caption]\n\n[gallery ids="2"]\n\n<!-- wp:more --><p>b</p>',
  }),
  createAttachment(2, 'https://old.example.com/a.jpg'),
);
const GHOST = JSON.stringify({
  db: [
    {
      data: {
        posts: [
          {
            id: 1,
            title: 'T',
            slug: 't',
            status: 'published',
            html: '<figure class="kg-gallery-card"><img src="/a.jpg"></figure>',
          },
        ],
      },
    },
  ],
});
const MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  markups: [['strong'], ['a', ['href', '/b']]],
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: '/a.jpg', caption: 'c' }],
    ['markdown', { markdown: '# d' }],
  ],
  sections: [
    [
      1,
      'p',
      [
        [0, [0, 1], 2, 'e'],
        [1, [], 0, 0],
      ],
    ],
    [3, 'ul', [[[0, [], 0, 'f']]]],
    [10, 0],
    [10, 1],
  ],
});
const MARKDOWN =
  '---\ntitle: Tea\ndate: 2020-01-01\ntags: [a, b]\n---\n# Hi\n\n{{< figure src="a.jpg" >}} [[x|y]]\n\n> [!note] a\n\n```\ncode\n```\n';

/** Everything that it reads, or the sentence with which it refuses. */
async function collect(records: AsyncGenerator<ImportRecord>): Promise<ImportRecord[] | string> {
  try {
    const all: ImportRecord[] = [];
    for await (const record of records) all.push(record);
    return all;
  } catch (error) {
    if (error instanceof UnreadableImportError) return error.message;
    throw error;
  }
}
const readers = {
  WordPress: (text: string) =>
    collect(
      readWordPress(
        [
          {
            name: 'a.xml',
            open: async function* () {
              yield text;
            },
          },
        ],
        { zone: 'UTC' },
      ),
    ),
  Ghost: (text: string) => collect(readGhost(createTree({ 'a.json': text }))),
  Mobiledoc: (mobiledoc: string) => {
    const posts = [{ id: 1, title: 'T', slug: 't', mobiledoc }];
    return collect(readGhost(createTree({ 'a.json': JSON.stringify({ data: { posts } }) })));
  },
  Markdown: (text: string) =>
    collect(readMarkdown(createTree({ '_posts/2020-01-01-a.md': text }), { zone: 'UTC', name: 'a.zip' })),
};
const samples = { WordPress: WORDPRESS, Ghost: GHOST, Mobiledoc: MOBILEDOC, Markdown: MARKDOWN };
type Source = keyof typeof samples;

/** A sample that was cut, in which letters were exchanged, and pieces stand twice or inside each other. */
const damage = (text: string) =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom('cut', 'flip', 'repeat', 'drop'),
        at: fc.nat(text.length),
        length: fc.integer({ min: 1, max: 200 }),
        sign: fc.constantFrom(
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
          '\ud800',
          '---\n',
          '\n\n',
        ),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((damages) =>
      damages.reduce((given, { kind, at, length, sign }) => {
        if (kind === 'cut') return given.slice(0, at);
        const piece = given.slice(at, at + length);
        if (kind === 'flip') return given.slice(0, at) + sign + given.slice(at + 1);
        return kind === 'repeat'
          ? given.slice(0, at) + piece + piece + given.slice(at)
          : given.slice(0, at) + given.slice(at + length);
      }, text),
    );

describe('damaged files', () => {
  it.each(Object.keys(samples) as Source[])(
    'of %s are read as far as they can be, or refused with a sentence',
    async (source) => {
      await fc.assert(
        fc.asyncProperty(damage(samples[source]), async (text) => {
          const result = await readers[source](text);
          if (typeof result === 'string') expect(result).toMatch(/^[‘T].*\.$/s);
          else for (const record of result) expect(() => JSON.stringify(record)).not.toThrow();
        }),
        { numRuns: 100 },
      );
    },
  );

  it.each([
    ['WordPress', (text: string) => createWordPressFile(createItem({ id: 1, title: 'Long', content: text }))],
    ['Ghost', (text: string) => JSON.stringify({ data: { posts: [{ id: 1, title: 'Long', html: text }] } })],
    ['Markdown', (text: string) => `# Long\n\n${text}`],
  ] as const)('of %s with a text without an end are read without it', async (source, create) => {
    const result = await readers[source](create('a '.repeat(1_100_000)));
    if (typeof result === 'string') throw new Error(result);
    const post = result.find(({ kind }) => kind === 'post' || kind === 'page');
    expect(post?.losses).toContainEqual({ kind: 'too_long', detail: '', count: 1 });
    expect(JSON.stringify(post).length).toBeLessThan(2_000);
  });

  it('of Ghost with other things in place of rows are read without these', async () => {
    const rows = [null, 'x', [], { id: 1, title: 'Tea', slug: 'tea', html: '<p>x</p>', status: 'published' }];
    const tables = { posts: rows, tags: [null], posts_tags: [null], users: {}, posts_authors: [1], settings: [null] };
    const result = await readers.Ghost(JSON.stringify({ data: tables }));
    expect(Array.isArray(result) && result.map(({ kind }) => kind)).toEqual(['site', 'post']);
  });

  it.each([
    ['boxes', `${'<div>'.repeat(20_000)}deep`],
    ['shortcodes', '[a x="'.repeat(5_000)],
    ['brackets', '['.repeat(50_000)],
    ['marks of blocks', '<!-- wp:a {'.repeat(3_000)],
    ['empty lines', '\n'.repeat(100_000)],
  ])('with a text of many %s are read in a second', async (_name, content) => {
    const started = performance.now();
    const result = await readers.WordPress(createWordPressFile(createItem({ id: 1, title: 'Deep', content })));
    expect(result).not.toBeTypeOf('string');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('zips', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const open = async (bytes: Uint8Array) => {
    const path = join(directory, 'site.zip');
    await writeFile(path, bytes);
    return openFileTree({ path, name: 'site.zip' }, join(directory, 'unpacked'));
  };
  const ZIP = zipSync({
    'site/_posts/a.md': new TextEncoder().encode('# Hi'),
    'site/a.jpg': new Uint8Array(5_000),
    'site/../../outside.md': new TextEncoder().encode('no'),
    'site/run.exe': new Uint8Array(10),
  });

  it('are unpacked without a folder around everything, and without what isn’t a text or an image', async () => {
    const files = await open(ZIP);
    expect(files.map(({ name }) => name)).toEqual(['../../outside.md', '_posts/a.md', 'a.jpg']);
    expect(await files[1]?.readText()).toBe('# Hi');
    // No name of a zip is one of the disk.
    for (const { path } of files) expect(path.startsWith(join(directory, 'unpacked'))).toBe(true);
    expect(await readFile(files[2]?.path ?? '')).toHaveLength(5_000);
  });

  it('with an entry of 4 GB that says nowhere how large it is are refused', async () => {
    const bytes = Buffer.from(ZIP);
    bytes.writeUInt32LE(0xffffffff, bytes.lastIndexOf('PK\u0003\u0004') + 18);
    await expect(open(bytes)).rejects.toThrow('is too large when it is unpacked');
  });

  it('A zip of 2,500 tiny files is whole, however many of them are read at once (T52)', async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `_posts/${at}.md`);
    const files = await open(zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array()]))));
    expect(files).toHaveLength(2_500);
  });

  it('A zip that becomes more than a hundred times as large is refused, and one of 30 MB in one line is not (T52)', async () => {
    const pack = (megabytes: number) => zipSync({ 'a.md': new Uint8Array(megabytes * 1024 * 1024) });
    await expect(open(pack(40))).rejects.toThrow('is too large when it is unpacked');
    expect(await open(pack(30))).toHaveLength(1);
  });

  it('that are cut or changed are refused with a sentence, or read as far as they are whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(ZIP.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = isCut ? ZIP.slice(0, at) : ZIP.with(at, byte);
        const result = await open(bytes).catch((error: unknown) => error);
        if (!Array.isArray(result)) expect(result).toBeInstanceOf(UnreadableImportError);
      }),
      { numRuns: 60 },
    );
  });
});
