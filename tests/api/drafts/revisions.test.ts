import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { COALESCE_WINDOW_MS } from '#api/features/drafts/revisions/coalescing.queries.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let aroha: DraftCaller;
let tom: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  aroha = await createDraftCaller(test, { firstName: 'Aroha', lastName: 'Ngata' });
  tom = await createDraftCaller(test, { firstName: 'Tom', lastName: 'Whitaker' });
});
afterEach(() => test.close());

type ListedRevision = {
  number: number;
  reason: string;
  word_count: number;
  title: string;
  user: { name: string } | null;
};
const summarize = (list: ListedRevision[]) =>
  list.map(({ number, reason, word_count }) => [number, reason, word_count]);

describe('revisions', () => {
  it('are coalesced while one tab saves, and a new one starts after the window and with another tab', async () => {
    const [hers, his] = [openDraftTab(aroha, 'tab-of-aroha'), openDraftTab(tom, 'tab-of-tom')];
    const { id } = (await hers.create('<p>one</p>')).body;
    await hers.save(id, { version: 1, base_revision: 1 }, '<p>one two</p>');
    expect(summarize(await hers.revisions(id))).toEqual([[1, 'draft', 2]]);
    test.clock.advance(COALESCE_WINDOW_MS + 1);
    await hers.save(id, { version: 2, base_revision: 1 }, '<p>one two three</p>');
    await his.save(id, { version: 3, base_revision: 1 }, '<p>one two three four</p>');
    await hers.save(id, { version: 4, base_revision: 1 }, '<p>one two three four five</p>');
    const list = await hers.revisions(id);
    expect(summarize(list)).toEqual([
      [4, 'draft', 5],
      [3, 'draft', 4],
      [2, 'draft', 3],
      [1, 'draft', 2],
    ]);
    expect(list.map((each: ListedRevision) => each.user?.name)).toEqual([
      'Aroha Ngata',
      'Tom Whitaker',
      'Aroha Ngata',
      'Aroha Ngata',
    ]);
  });

  it('keep deleted text, however soon the tab saves', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const long = `<p>${'words and '.repeat(50)}</p>`;
    const { id } = (await tab.create(long)).body;
    await tab.save(id, { version: 1, base_revision: 1 }, '<p></p>');
    await tab.save(id, { version: 2, base_revision: 1 }, '<p>new</p>');
    expect((await tab.revision(id, 1)).content).toBe(long.replace(' </p>', ' </p>'));
    expect(await tab.revisions(id)).toHaveLength(2);
  });

  it('contain the original content of a post that was created before revisions existed', async () => {
    const post = await createBlog(test.deps, createBlogRequest({ content: '<p>As it was</p>' }));
    await test.db.client.execute('DELETE FROM revisions');
    await updateBlog(test.deps, post.id, createBlogRequest({ content: '<p>As it is</p>' }));
    await updateBlog(test.deps, post.id, createBlogRequest({ content: '<p>As it will be</p>' }));
    const tab = openDraftTab(aroha, 'session-one');
    expect((await tab.revisions(post.id)).map((each: ListedRevision) => each.reason)).toEqual([
      'published',
      'published',
      'replaced',
    ]);
    expect((await tab.revision(post.id, 1)).content).toBe('<p>As it was</p>');
  });

  it('do not list the empty original of a post that was published for the first time', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id } = (await tab.create('<p>one two</p>')).body;
    await tab.publish(id, 1);
    expect(summarize(await tab.revisions(id)).map(([, ...rest]) => rest)).toEqual([
      ['published', 2],
      ['draft', 2],
    ]);
  });

  it('are restored as the draft and do not change the post', async () => {
    const post = await createBlog(test.deps, createBlogRequest({ content: '<p>First</p>', title: 'First title' }));
    await updateBlog(test.deps, post.id, createBlogRequest({ content: '<p>Second</p>' }));
    const tab = openDraftTab(aroha, 'session-one');
    const restored = await tab.restore(post.id, 1, 0);
    expect(restored).toMatchObject({
      status: 200,
      body: { content: '<p>First</p>', version: 1, base_revision: 2, fields: { title: 'First title' } },
    });
    expect((await aroha.call('GET', `/api/blogs/${post.id}`)).body.content).toBe('<p>Second</p>');
    expect((await openDraftTab(tom, 'tab-of-tom').restore(post.id, 2, 0)).status).toBe(409);
    expect((await tab.restore(post.id, 99, 1)).status).toBe(404);
    expect((await tab.publish(post.id, 1)).body.blog).toMatchObject({ title: 'First title', content: '<p>First</p>' });
  });

  it('survive the deletion of their author, and are deleted with the post', async () => {
    const tab = openDraftTab(tom, 'tab-of-tom');
    const { id } = (await tab.create('<p>one</p>')).body;
    await test.db.client.execute({ sql: 'DELETE FROM users WHERE id = ?', args: [tom.user.id] });
    const list = (await aroha.call('GET', `/api/blogs/${id}/revisions`)).body.revisions;
    expect(list).toMatchObject([{ user: null, word_count: 1 }]);
    await aroha.call('DELETE', `/api/blogs/${id}`);
    await aroha.call('DELETE', `/api/blogs/trash/${id}`);
    const { rows } = await test.db.client.execute(
      'SELECT (SELECT count(*) FROM revisions) + (SELECT count(*) FROM drafts)',
    );
    expect(rows[0]?.[0]).toBe(0);
  });

  it('contain every accepted word after random saves, publishes, discards, restores and lost responses', async () => {
    const act = fc.record({
      tab: fc.nat(2),
      what: fc.constantFrom('save', 'save', 'save', 'lost', 'publish', 'discard', 'restore', 'reload', 'cut'),
      minutes: fc.nat(12),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const [her, him] = [await createDraftCaller(test), await createDraftCaller(test)];
        const tabs = [her, her, him].map((who, index) => openDraftTab(who, `run-${crypto.randomUUID()}-${index}`));
        const post = await createBlog(test.deps, createBlogRequest({ content: '<p>start</p>' }));
        const known = await Promise.all(tabs.map(async (tab) => readDraftState((await tab.load(post.id)).body)));
        const accepted = new Set<string>();
        let count = 0;
        for (const { tab: index, what, minutes } of acts) {
          test.clock.advance(minutes * 60_000);
          const tab = tabs[index] as (typeof tabs)[number];
          const state = known[index] as State;
          if (what === 'reload') known[index] = readDraftState((await tab.load(post.id)).body);
          if (what === 'publish') await tab.publish(post.id, state.version);
          if (what === 'discard') await her.call('DELETE', `/api/blogs/${post.id}/draft`, { version: state.version });
          if (what === 'restore') await tab.restore(post.id, 1, state.version);
          if (what === 'save' || what === 'lost' || what === 'cut') {
            count += 1;
            const word = `word${count}x`.repeat(40);
            const content = what === 'cut' ? `<p>${word}</p>` : state.content.replace('</p>', ` ${word}</p>`);
            const saved = await tab.save(post.id, state, content, { status: 'published' });
            if (saved.status === 200) {
              accepted.add(word);
              if (what !== 'lost') known[index] = { ...state, version: saved.body.version, content };
              else known[index] = { ...state, content };
            } else known[index] = readDraftState((await tab.load(post.id)).body);
          }
        }
        const { rows } = await test.db.client.execute({
          sql: "SELECT group_concat(content, ' ') FROM revisions WHERE kind = 'blog' AND subject_id = ?",
          args: [post.id],
        });
        const stored = String(rows[0]?.[0]);
        for (const word of accepted) expect(stored).toContain(word);
      }),
      { numRuns: 15 },
    );
  });
});

type State = { version: number; base_revision: number; content: string };

function readDraftState(loaded: unknown): State {
  const { blog, draft } = loaded as { blog: { content: string; revision: number }; draft: State | null };
  return draft ?? { version: 0, base_revision: blog.revision, content: blog.content };
}
