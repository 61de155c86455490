import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImportSource, importSources } from '#api/domain/imports.ts';
import {
  createImport,
  discardImport,
  getImport,
  startImport,
  undoImport,
} from '#api/features/imports/imports.service.ts';
import { ImportWorker } from '#api/features/imports/worker.service.ts';
import { siteParts } from '#api/site-parts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { createHostileFile } from '../../support/imports/hostile-file.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';

/** `HOSTILE_FILES=1000 npx vitest run --project api tests/api/imports/hostile-imports.test.ts` tries so many. */
const FILES = Number(process.env.HOSTILE_FILES ?? 12);

let test: TestDatabase;
let worker: ImportWorker;
beforeAll(async () => {
  test = await createTestDatabase();
  test.deps.site = { ...test.deps.site, hasPage: () => false };
  worker = new ImportWorker({ ...test.deps, parts: siteParts });
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const NAMES = { wordpress: 'a.xml', ghost: 'a.json', markdown: 'a.md' };
const TABLES = ['blogs', 'blog_slugs', 'categories', 'tags', 'uploads', 'redirects', 'drafts'];
const countAll = async () => {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table})`);
  const pages = "(SELECT count(*) FROM site_parts WHERE state <> 'deleted')";
  const { rows } = await test.db.client.execute(`SELECT json_array(${[...counts, pages].join(', ')}) AS counts`);
  return rows[0]?.counts;
};

async function check(source: ImportSource, bytes: Uint8Array): Promise<number> {
  const path = join(test.directory, 'given');
  await writeFile(path, bytes);
  const isZip = Buffer.from(bytes.subarray(0, 2)).toString() === 'PK';
  const files = [{ path, name: isZip ? 'a.zip' : NAMES[source], bytes: bytes.length }];
  const id = await createImport(test.deps, { source, are_drafts: false }, { userId: null, files });
  await worker.whenIdle();
  return id;
}

async function requireHarmless(): Promise<void> {
  const { rows } = await test.db.client.execute(
    "SELECT content AS html FROM blogs UNION ALL SELECT fields ->> '$.sections[1].fields.text' FROM site_parts WHERE state <> 'deleted' AND kind = 'page'",
  );
  for (const { html } of rows)
    expect(String(html)).not.toMatch(/<script|<[a-z][^<>]*\s(on\w+|(href|src)="\s*javascript:)/i);
}

it(
  `${FILES} damaged and hostile files: each is refused with a sentence, or comes in as far as it is whole and goes again`,
  async () => {
    const before = await countAll();
    const outcomes: Record<string, number> = {};
    const files = fc.record({ source: fc.constantFrom(...importSources), file: createHostileFile() });
    await fc.assert(
      fc.asyncProperty(files, async ({ source, file }) => {
        const id = await check(source, file[source]);
        const { state, error } = await getImport(test.deps, id);
        outcomes[`${source} ${state}`] = (outcomes[`${source} ${state}`] ?? 0) + 1;
        expect(await countAll()).toBe(before);
        if (state === 'refused') {
          expect(error).toMatch(/^[‘T].*\.$/s);
          return discardImport(test.deps, id);
        }
        expect(state).toBe('checked');
        await startImport(test.deps, id, null);
        await worker.whenIdle();
        const report = await getImport(test.deps, id);
        expect(report.state).toBe('finished');
        for (const { error: fault } of report.failures) expect(fault).toMatch(/\.$/);
        await requireHarmless();
        await undoImport(test.deps, id, { removesEdited: true, actorId: null });
        await worker.whenIdle();
        expect((await getImport(test.deps, id)).state).toBe('undone');
        expect(await countAll()).toBe(before);
        await rm(join(test.deps.uploads.directory, 'imports'), { recursive: true, force: true });
      }),
      { numRuns: FILES, endOnFailure: true },
    );
    if (process.env.HOSTILE_FILES) process.stdout.write(`${JSON.stringify(outcomes)}\n`);
  },
  HANG_MS + FILES * 2_000,
);

it('a zip that unpacks to gigabytes, or holds names outside of it, stays within its folder', async () => {
  const started = performance.now();
  const bomb = zipSync({ '../../evil.md': new TextEncoder().encode('# Out'), 'b.md': new Uint8Array(30_000_000) });
  const id = await check('markdown', bomb);
  const { state } = await getImport(test.deps, id);
  expect(state).toMatch(/checked|refused/);
  // A text that is far longer than a post may be isn’t read at all: the site answers meanwhile.
  expect(performance.now() - started).toBeLessThan(HANG_MS / 4);
  await discardImport(test.deps, id);
});

it('half a character in a field becomes a sign: the database would end the process', async () => {
  const post = `{"id":1,"title":"Tea \\ud83d","slug":"tea\\ud800","html":"<form action=\\"\\ud83d\\"></form>x","status":"published"}`;
  const id = await check('ghost', Buffer.from(`{"data":{"posts":[${post}],"users":[{"id":"u","name":"\\udc00"}]}}`));
  await startImport(test.deps, id, null);
  await worker.whenIdle();
  expect(await getImport(test.deps, id)).toMatchObject({ state: 'finished', counts: { post: { done: 1 } } });
  await undoImport(test.deps, id, { removesEdited: true, actorId: null });
  await worker.whenIdle();
});

it('a category or tag with a name that nobody sees comes in under another one', async () => {
  const unseen = (id: string) => `{"id":"${id}","name":"\\u0000\\b","slug":"\\u0000${id}"}`;
  const post = '{"id":"p","title":"Tea","slug":"tea","html":"<p>Tea</p>","status":"published"}';
  const links = ['a', 'b'].map((id, order) => `{"post_id":"p","tag_id":"${id}","sort_order":${order}}`);
  const json = `{"data":{"posts":[${post}],"tags":[${unseen('a')},${unseen('b')}],"posts_tags":[${links.join(',')}]}}`;
  const id = await check('ghost', Buffer.from(json));
  await startImport(test.deps, id, null);
  await worker.whenIdle();
  expect(await getImport(test.deps, id)).toMatchObject({ state: 'finished', failures: [] });
  const { rows } = await test.db.client.execute('SELECT name FROM categories UNION ALL SELECT name FROM tags');
  for (const { name } of rows) expect(String(name)).toMatch(/^[^\p{C}]+$/u);
  await undoImport(test.deps, id, { removesEdited: true, actorId: null });
  await worker.whenIdle();
});
