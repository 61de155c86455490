import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTableRows } from '#api/adapters/site-readers/ghost/table-rows.ts';
import { readInThread } from '#api/adapters/site-readers/thread/reading-thread.ts';

async function* cut(text: string, length: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(text: string, length = 5, isWanted = (_table: string) => true) {
  const [rows, tables]: [[string, unknown][], string[]] = [[], []];
  const options = { isWanted, onTable: (table: string) => void tables.push(table) };
  for await (const { table, json } of readTableRows(cut(text, length), options)) rows.push([table, JSON.parse(json)]);
  return { rows, tables };
}

it('Rows of any JSON are read as it has them, wherever its bytes are cut', async () => {
  const tables = fc.dictionary(fc.string(), fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())));
  const places = fc.constantFrom(
    (data: unknown) => ({ db: [{ meta: { data: [{}] }, data }] }),
    (data: unknown) => ({ meta: '"data":{[', data }),
    (data: unknown) => ({ db: { data } }),
  );
  await fc.assert(
    fc.asyncProperty(tables, places, fc.integer({ min: 1, max: 40 }), async (data, place, length) => {
      const named = Object.entries(data).filter(([name]) => name !== '' && !name.includes('/'));
      const text = JSON.stringify(place(Object.fromEntries(named)), (_key, value) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      );
      const known = JSON.parse(text);
      const found = known.db?.[0]?.data ?? known.data ?? known.db.data;
      const { rows } = await read(text, length);
      expect(rows).toEqual(
        Object.entries(found as Record<string, unknown[]>).flatMap(([name, list]) => list.map((row) => [name, row])),
      );
    }),
    { numRuns: 100 },
  );
});

it('A table without rows is named, and rows of other tables are passed over', async () => {
  const text = '{"data":{"posts":[],"tags":[{"id":1}],"users":[{"id":2},null,"x",[{}]]}}';
  expect(await read(text, 3, (table) => table === 'users')).toEqual({
    rows: [['users', { id: 2 }]],
    tables: ['posts', 'tags', 'users'],
  });
});

it.each([
  '{"data":{"posts":[{"a":1}',
  '{"data":{"posts":[{"a":"1}]}}',
  '{"data":{"posts":[{"a":1]}}}',
  '['.repeat(3_000),
])('A file that is no whole JSON is refused: %#', async (text) => {
  await expect(read(text)).rejects.toThrow(SyntaxError);
});

it('An export that is larger than the memory of its reader is read post by post (T52)', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ghost-'));
  const path = join(directory, 'ghost.json');
  const editor = 'x'.repeat(500_000);
  async function* write() {
    yield '{"db":[{"data":{"posts":[';
    for (let id = 0; id < 90; id += 1) {
      const post = {
        id,
        title: `Post ${id}`,
        slug: `post-${id}`,
        html: '<p>Hot.</p>',
        lexical: editor,
        status: 'draft',
      };
      yield `${id > 0 ? ',' : ''}${JSON.stringify(post)}`;
    }
    yield ']}}]}';
  }
  try {
    await pipeline(write, createWriteStream(path));
    const site = { source: 'ghost' as const, files: [{ path, name: 'ghost.json' }], zone: 'UTC', directory };
    let posts = 0;
    for await (const part of readInThread(site, { heapMaxMb: 48, signal: new AbortController().signal }))
      if (part.kind === 'items') posts += part.rows.length;
    expect(posts).toBe(90);
  } finally {
    await rm(directory, { recursive: true });
  }
});
