import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BlockOriginJson } from '#api/features/drafts/drafts.contract.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { measureLongestTurn } from '../../support/pauses/longest-turn.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let hers: ReturnType<typeof openDraftTab>;
let his: ReturnType<typeof openDraftTab>;
beforeEach(async () => {
  test = await createTestApp();
  const aroha = await createDraftCaller(test, { firstName: 'Aroha', lastName: 'Ngata' });
  const tom = await createDraftCaller(test, { firstName: 'Tom', lastName: 'Whitaker' });
  [hers, his] = [openDraftTab(aroha, 'tab-of-aroha'), openDraftTab(tom, 'tab-of-tom')];
});
afterEach(() => test.close());

const listOrigins = async (id: number, number: number) =>
  (await hers.revision(id, number)).blocks.map(
    (block: BlockOriginJson | null) => block && [block.number, block.user?.name ?? block.reason],
  );
const [HERS, HIS] = ['Aroha Ngata', 'Tom Whitaker'];

it('a block is by who wrote it as it is, wherever it was moved and however its source is indented', async () => {
  const { id } = (await hers.create('<h2>Wind</h2><p>One</p><ul>\n <li>a</li>\n</ul><p>Last</p>')).body;
  const next = '<p>Last</p><h2>Wind</h2><p>One, changed</p><ul><li>a</li></ul><hr><p>New</p>';
  await his.save(id, { version: 1, base_revision: 1 }, next);
  expect(await listOrigins(id, 2)).toEqual([
    [1, HERS],
    [1, HERS],
    [2, HIS],
    [1, HERS],
    [2, HIS],
    [2, HIS],
  ]);
  expect(await listOrigins(id, 1)).toEqual(Array(4).fill([1, HERS]));
});

it('a passage that was away for a while is still by who wrote it', async () => {
  const { id } = (await hers.create('<p>One</p><p>Two</p>')).body;
  await his.save(id, { version: 1, base_revision: 1 }, '<p>One</p>');
  await his.restore(id, 1, 2);
  expect(await listOrigins(id, 3)).toEqual([
    [1, HERS],
    [1, HERS],
  ]);
});

it('of code, an indentation is a change', async () => {
  const { id } = (await hers.create('<pre><code>a\nb</code></pre><p>One</p>')).body;
  await his.save(id, { version: 1, base_revision: 1 }, '<pre><code>a\n  b</code></pre><p>One</p>');
  expect(await listOrigins(id, 2)).toEqual([
    [2, HIS],
    [1, HERS],
  ]);
});

it('what readers had before revisions existed is by nobody, though a draft had it first; the first text is no exception', async () => {
  const post = await createBlog(test.deps, createBlogRequest({ content: '<p>As it was</p><p>And is</p>' }));
  await test.db.client.execute('DELETE FROM revisions');
  await hers.save(post.id, { version: 0, base_revision: 1 }, '<p>As it will be</p><p>And is</p>');
  await his.publish(post.id, 1);
  const expected = [
    [1, HERS],
    [2, 'replaced'],
  ];
  expect(await listOrigins(post.id, 3)).toEqual(expected);
  const { id } = (await hers.create('<p>One</p>')).body;
  await his.publish(id, 1);
  expect(await listOrigins(id, (await hers.revisions(id))[0].number)).toEqual([[1, HERS]]);
});

it('beyond 500 revisions nobody is named', async () => {
  const { id } = (await hers.create('<p>One</p><p>Two</p>')).body;
  await test.db.client.batch(
    Array.from({ length: 502 }, (_, at) => ({
      sql: `INSERT INTO revisions (kind, subject_id, number, reason, fields, content, client_id, created_at, updated_at)
        SELECT kind, subject_id, ?, reason, fields, ?, client_id, created_at, updated_at FROM revisions WHERE number = 1`,
      args: [at + 2, `<p>One</p>${at > 400 ? '<p>Three</p>' : ''}`],
    })),
  );
  expect(await listOrigins(id, 503)).toEqual([null, [403, 'draft']]);
});

const listRemovals = async (id: number, number: number, until: number) =>
  (await hers.revision(id, number, until)).removals.map(
    (block: BlockOriginJson | null) => block && [block.number, block.user?.name ?? block.reason],
  );

it('a block was removed by who saved the first text without it, not by who wrote it', async () => {
  const { id } = (await hers.create('<p>One</p><p>Two</p><p>Three</p>')).body;
  await his.save(id, { version: 1, base_revision: 1 }, '<p>One</p><p>Three</p>');
  await hers.save(id, { version: 2, base_revision: 1 }, '<p>One</p>');
  expect(await listRemovals(id, 1, 3)).toEqual([null, [2, HIS], [3, HERS]]);
  expect(await listRemovals(id, 1, 2)).toEqual([null, [2, HIS], null]);
  expect(await listRemovals(id, 2, 3)).toEqual([null, [3, HERS]]);
  expect(await listRemovals(id, 3, 3)).toEqual([null]);
  expect((await hers.revision(id, 1)).removals).toEqual([]);
});

it('a block that came back and went again was removed by who took it out last', async () => {
  const { id } = (await hers.create('<p>One</p><p>Two</p>')).body;
  await his.save(id, { version: 1, base_revision: 1 }, '<p>One</p>');
  await his.restore(id, 1, 2);
  expect(await listRemovals(id, 1, 3)).toEqual([null, null]);
  await hers.save(id, { version: 3, base_revision: 1 }, '<p>One</p>');
  expect(await listRemovals(id, 1, 4)).toEqual([null, [4, HERS]]);
});

it('what a publish replaced removes nothing, because it is older than the drafts', async () => {
  const post = await createBlog(test.deps, createBlogRequest({ content: '<p>As it was</p>' }));
  await test.db.client.execute('DELETE FROM revisions');
  await hers.save(post.id, { version: 0, base_revision: 1 }, '<p>As it was</p><p>New</p>');
  await his.publish(post.id, 1);
  expect(await listRemovals(post.id, 1, 3)).toEqual([null, null]);
});

it('Hashes of a revision are stored once saves can’t change it any more, and are asked for from then on', async () => {
  const { id } = (await hers.create('<p>One</p><p>Two</p>')).body;
  const listStored = async () =>
    (await test.db.client.execute('SELECT revision_id FROM revision_blocks ORDER BY 1')).rows.map((row) => row[0]);
  await listOrigins(id, 1);
  expect(await listStored()).toEqual([]);
  await hers.save(id, { version: 1, base_revision: 1 }, '<p>One</p><p>Two and more</p>');
  expect(await listOrigins(id, 1)).toEqual(Array(2).fill([1, HERS]));
  await his.save(id, { version: 2, base_revision: 1 }, '<p>One</p>');
  expect(await listOrigins(id, 2)).toEqual([[1, HERS]]);
  expect(await listStored()).toEqual([1]);
  await test.db.client.execute("UPDATE revisions SET content = '<p>Other</p>' WHERE number = 1");
  expect(await listOrigins(id, 2)).toEqual([[1, HERS]]);
  await test.db.client.execute('DELETE FROM revisions');
  expect(await listStored()).toEqual([]);
});

it('The comparison of a text of 1.5 MB with its revisions holds the thread for less than 50 ms at a time (T52)', async () => {
  const paragraphs = Array.from(
    { length: 6_000 },
    (_, index) => `<p>${index} ${'A long sentence about wind. '.repeat(8)}</p>`,
  );
  const { id } = (await hers.create(paragraphs.join(''))).body;
  await test.db.client.batch(
    Array.from({ length: 30 }, (_, at) => ({
      sql: `INSERT INTO revisions (kind, subject_id, number, reason, fields, content, client_id, created_at, updated_at)
        SELECT kind, subject_id, ?, reason, fields, ? || content, client_id, created_at, updated_at FROM revisions WHERE number = 1`,
      args: [at + 2, `<p>Revision ${at}</p>`],
    })),
  );
  // The first call compiles the code, which is no part of the comparison.
  await hers.revision(id, 2, 31);
  await test.db.client.execute('DELETE FROM revision_blocks');
  for (const round of ['computed', 'stored']) {
    const longest = await measureLongestTurn(() => hers.revision(id, 2, 31));
    expect(longest, round).toBeLessThan(50);
  }
});
