import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createDraftCaller(test);
});
afterEach(() => test.close());

type ListedPost = { id: number; title: string };
const list = async (query = '') => (await admin.call('GET', `/api/blogs${query}`)).body as ListedPost[];
const titles = async (query = '') => (await list(query)).map((post) => post.title);

describe('GET /api/blogs', () => {
  beforeEach(async () => {
    const craft = await createCategory(test.deps, null, { name: 'Craft' });
    const make = (title: string, changes = {}) => {
      test.clock.advance(1_000);
      return createBlog(test.deps, createBlogRequest({ title, content: `<p>${title} words</p>`, ...changes }));
    };
    await make('banana', { categoryIds: [craft.id] });
    await make('Apple', { status: 'draft' });
    await make('cherry', { status: 'archived' });
    await make('Damson', { published_at: '2027-01-01T00:00:00Z', categoryIds: [craft.id] });
  });

  it('lists all posts, last changed first, without content, with the total count', async () => {
    const response = await test.app.request('/api/blogs?limit=2', {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    expect(response.headers.get('X-Total-Count')).toBe('4');
    const posts = (await response.json()) as Record<string, unknown>[];
    expect(posts.map((post) => post.title)).toEqual(['Damson', 'cherry']);
    expect(posts[0]).not.toHaveProperty('content');
    expect(posts[0]).toMatchObject({ has_draft: false, is_live: false, status: 'published' });
    expect(await titles('?limit=2&offset=2')).toEqual(['Apple', 'banana']);
    expect(await titles()).toHaveLength(4);
    const beyond = await test.app.request('/api/blogs?limit=2&offset=9', {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    expect([await beyond.json(), beyond.headers.get('X-Total-Count')]).toEqual([[], '4']);
  });

  it.each([
    ['?sortBy=title&sortOrder=ASC', ['Apple', 'banana', 'cherry', 'Damson']],
    ['?sortBy=title', ['Damson', 'cherry', 'banana', 'Apple']],
    ['?sortBy=status&sortOrder=ASC', ['cherry', 'Apple', 'banana', 'Damson']],
    ['?sortBy=published_at', ['Damson', 'banana', 'cherry', 'Apple']],
    ['?status=draft', ['Apple']],
    ['?status=published', ['banana']],
    ['?status=scheduled', ['Damson']],
    ['?status=archived', ['cherry']],
    ['?categoryId=1', ['Damson', 'banana']],
    ['?categoryId=1&status=published', ['banana']],
    ['?categoryId=99', []],
    ['?search=ban', ['banana']],
    ['?search=WORDS', ['Damson', 'cherry', 'Apple', 'banana']],
    ['?search=nothing', []],
    ['?search=%25', []],
  ])('answers %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('finds words that are only in a draft', async () => {
    const [post] = (await list('?search=banana')) as [ListedPost];
    await openDraftTab(admin, 'session-one').save(post.id, { version: 0, base_revision: 1 }, '<p>Kumara</p>');
    expect(await list('?search=kumara')).toMatchObject([{ id: post.id, has_draft: true, is_live: true }]);
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?offset=-1', '?sortBy=content', '?sortOrder=up', '?status=x'])(
    'T19 refuses %s',
    async (query) => {
      expect((await admin.call('GET', `/api/blogs${query}`)).status).toBe(400);
    },
  );
});

describe('a search in the manager', () => {
  const create = async (title: string, content: string) =>
    (await admin.call('POST', '/api/blogs', createBlogRequest({ title, content, status: 'draft' }))).body.id as number;

  it('says where it found a post whose title does not show it, in the text or in the draft', async () => {
    await create('Lemons in winter', '<p>A lemon.</p>');
    await create('Kettles', '<p>Hot water, and a slice of <em>lemon</em> beside it.</p>');
    const id = await create('Toast', '<p>Butter.</p>');
    await openDraftTab(admin, 'session-one').save(
      id,
      { version: 0, base_revision: 1 },
      '<p>Marmalade of <strong>lemon</strong> peel.</p>',
    );
    const found = (await admin.call('GET', '/api/blogs?search=lemon&sortBy=title&sortOrder=ASC')).body;
    expect(found.map(({ title, match }: { title: string; match: unknown }) => [title, match])).toEqual([
      ['Kettles', { text: 'Hot water, and a slice of lemon beside it.', is_draft: false }],
      ['Lemons in winter', null],
      ['Tea before sunrise', { text: 'Marmalade of lemon peel.', is_draft: true }],
    ]);
    expect((await admin.call('GET', '/api/blogs')).body.every(({ match }: { match: unknown }) => match === null)).toBe(
      true,
    );
  });

  it('narrows the counts of the views, and the titles that a dialog names', async () => {
    await create('Quince', '<p>Jam.</p>');
    await create('Jam', '<p>Quince.</p>');
    await create('Bread', '<p>Flour.</p>');
    const counts = (await admin.call('GET', '/api/blogs/counts?search=quince')).body;
    expect([counts.all, counts.draft, counts.published]).toEqual([2, 2, 0]);
    const { body } = await admin.call('GET', '/api/blogs/titles?search=quince&status=draft');
    expect(body).toEqual({ titles: ['Quince', 'Jam'], total: 2 });
  });
});

describe('PUT /api/blogs/:id', () => {
  it('returns 409 with both versions when the base revision is outdated', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest());
    await updateBlog(test.deps, id, createBlogRequest({ content: '<p>Theirs</p>' }));
    const refused = await admin.call('PUT', `/api/blogs/${id}`, {
      ...createBlogRequest({ content: '<p>Mine</p>' }),
      revision: 1,
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        versions: { yours: { content: '<p>Mine</p>' }, theirs: { content: '<p>Theirs</p>', revision: 2 } },
      },
    });
  });

  it('creates with 201, returns drafts to admins, and rejects read-only fields', async () => {
    const created = await admin.call('POST', '/api/blogs', { title: 'Tea', content: '<p>x</p>' });
    expect(created).toMatchObject({ status: 201, body: { status: 'draft', slug: 'tea', revision: 1 } });
    expect((await admin.call('GET', `/api/blogs/${created.body.id}`)).body).toEqual(created.body);
    expect((await admin.call('POST', '/api/blogs', { title: 'Tea', content: '', id: 7 })).status).toBe(400);
  });
});

describe('the trash', () => {
  it('hides a post from readers and from the list; restore makes it a draft', async () => {
    const post = await createBlog(test.deps, createBlogRequest());
    expect((await admin.call('DELETE', `/api/blogs/${post.id}`)).status).toBe(204);
    expect(await titles()).toEqual([]);
    for (const path of [`/api/blogs/${post.id}`, `/api/blogs/${post.id}/draft`, `/api/blogs/slug/${post.slug}`]) {
      expect((await admin.call('GET', path)).status).toBe(404);
    }
    expect((await admin.call('PUT', `/api/blogs/${post.id}`, createBlogRequest())).status).toBe(404);
    const trash = await admin.call('GET', '/api/blogs/trash');
    expect(trash.body).toMatchObject([{ id: post.id, title: post.title, trashed_at: '2026-11-21T00:00:00.000Z' }]);
    const restored = await admin.call('POST', `/api/blogs/${post.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { status: 'draft', content: post.content, slug: post.slug } });
    expect((await admin.call('POST', `/api/blogs/${post.id}/restore`)).status).toBe(404);
  });

  it('keeps the draft of a trashed post, which can be published after the restore', async () => {
    const post = await createBlog(test.deps, createBlogRequest());
    const tab = openDraftTab(admin, 'session-one');
    await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>Half a thought</p>', { status: 'published' });
    await admin.call('DELETE', `/api/blogs/${post.id}`);
    expect((await tab.save(post.id, { version: 1, base_revision: 1 }, '<p>Lost?</p>')).status).toBe(404);
    await admin.call('POST', `/api/blogs/${post.id}/restore`);
    expect((await tab.publish(post.id, 1)).body.blog).toMatchObject({ content: '<p>Half a thought</p>' });
  });

  it('only a post in the trash can be deleted permanently', async () => {
    const post = await createBlog(test.deps, createBlogRequest());
    expect((await admin.call('DELETE', `/api/blogs/trash/${post.id}`)).status).toBe(404);
    await admin.call('DELETE', `/api/blogs/${post.id}`);
    expect((await admin.call('DELETE', `/api/blogs/trash/${post.id}`)).status).toBe(204);
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(0);
    // Its slug stays reserved.
    expect((await createBlog(test.deps, createBlogRequest())).slug).toBe('tea-before-sunrise-2');
  });
});

describe('bulk actions', () => {
  it('publish drafts with their unpublished changes, and list what was skipped and why', async () => {
    const live = await createBlog(test.deps, createBlogRequest());
    const draft = await createBlog(
      test.deps,
      createBlogRequest({ status: 'draft', title: 'Draft', description: 'Own words' }),
    );
    const tab = openDraftTab(admin, 'session-one');
    const startedId = (await tab.create('<p>New</p>', { title: 'New' })).body.id;
    const untitledId = (await openDraftTab(admin, 'session-two').create('<p>?</p>', { title: '' })).body.id;
    const response = await admin.call('POST', '/api/blogs/bulk', {
      ids: [live.id, draft.id, startedId, untitledId, 999],
      action: 'publish',
    });
    expect(response.body).toEqual({
      message: '2 posts were published.',
      updated: [draft.id, startedId],
      skipped: [
        { id: live.id, name: live.title, reason: 'It’s already published and has no changes.' },
        { id: untitledId, name: 'Untitled post', reason: 'Enter a title.' },
        { id: 999, name: null, reason: 'Blog post not found' },
      ],
      next: null,
      undo: expect.objectContaining({ id: expect.any(String) }),
    });
    expect((await admin.call('GET', `/api/blogs/${draft.id}`)).body).toMatchObject({ description: 'Own words' });
    expect((await admin.call('GET', `/api/blogs/${startedId}`)).body).toMatchObject({
      slug: 'new-post',
      content: '<p>New</p>',
    });
  });

  it('publish no post whose date is in the future', async () => {
    const published_at = '2030-01-01T00:00:00.000Z';
    const planned = await createBlog(test.deps, createBlogRequest({ published_at }));
    const draft = await createBlog(test.deps, createBlogRequest({ status: 'draft', title: 'Draft' }));
    const tab = openDraftTab(admin, 'session-one');
    await tab.save(draft.id, { version: 0, base_revision: 1 }, '<p>Later</p>', { published_at });
    const response = await admin.call('POST', '/api/blogs/bulk', { ids: [planned.id, draft.id], action: 'publish' });
    const reason = 'It’s scheduled for later. Open the post to publish it now.';
    expect(response.body).toEqual({
      message: '0 posts were published.',
      updated: [],
      skipped: [
        { id: planned.id, name: planned.title, reason },
        { id: draft.id, name: planned.title, reason },
      ],
      next: null,
      undo: null,
    });
    expect((await admin.call('GET', `/api/blogs/${draft.id}/draft`)).body.draft.content).toBe('<p>Later</p>');
  });

  it('archive posts and move them to the trash', async () => {
    const posts = [await createBlog(test.deps, createBlogRequest()), await createBlog(test.deps, createBlogRequest())];
    const ids = posts.map((post) => post.id);
    await admin.call('POST', '/api/blogs/bulk', { ids, action: 'archive' });
    expect(await titles('?status=archived')).toHaveLength(2);
    const trashed = await admin.call('POST', '/api/blogs/bulk', { ids: [ids[0]], action: 'delete' });
    expect(trashed.body.message).toBe('1 post was moved to the trash.');
    expect(await titles()).toHaveLength(1);
  });

  it.each([
    [{ ids: [], action: 'publish' }, 'Select at least one post.'],
    [{ ids: [1], action: 'burn' }, undefined],
    [{ ids: Array.from({ length: 101 }, (_, at) => at + 1), action: 'delete' }, undefined],
  ])('reject %o', async (body, message) => {
    const response = await admin.call('POST', '/api/blogs/bulk', body);
    expect(response.status).toBe(400);
    if (message) expect(response.body.message).toBe(message);
  });
});

describe('links inside our own posts', () => {
  const linking = '<p><a href="/blogs/old#part" rel="noopener noreferrer">there</a></p>';

  it('are updated when a post is renamed, with a revision and a publish job; drafts are updated when they are published', async () => {
    const target = await createBlog(test.deps, createBlogRequest({ slug: 'old' }));
    const other = await createBlog(test.deps, createBlogRequest({ title: 'Other', content: linking }));
    const similar = await createBlog(
      test.deps,
      createBlogRequest({ title: 'Similar', content: linking.replace('old', 'older') }),
    );
    const tab = openDraftTab(admin, 'session-one');
    await tab.save(other.id, { version: 0, base_revision: 1 }, `${linking}<p>More</p>`, {
      status: 'published',
      title: 'Other',
    });
    await updateBlog(test.deps, target.id, createBlogRequest({ slug: 'new-name' }));
    const content = linking.replace('old', 'new-name');
    expect((await admin.call('GET', `/api/blogs/${other.id}`)).body).toMatchObject({ content, revision: 2 });
    expect((await admin.call('GET', `/api/blogs/${similar.id}`)).body.revision).toBe(1);
    const [, links] = await tab
      .revisions(other.id)
      .then((all) => [...all].reverse().filter((each) => each.reason !== 'draft'));
    expect(links).toMatchObject({ reason: 'links' });
    expect(await selectCount(test, `SELECT count(*) FROM publish_jobs WHERE subject_id = ${other.id}`)).toBe(2);
    // The draft was started before the rename, so its link is updated when it is published.
    expect((await tab.publish(other.id, 1)).body.blog.content).toBe(`${content}<p>More</p>`);
  });

  it('to an old slug are saved with the current slug', async () => {
    const target = await createBlog(test.deps, createBlogRequest({ slug: 'old' }));
    await updateBlog(test.deps, target.id, createBlogRequest({ slug: 'second' }));
    await updateBlog(test.deps, target.id, createBlogRequest({ slug: 'third' }));
    const created = await createBlog(test.deps, createBlogRequest({ title: 'Other', content: linking }));
    expect(created.content).toBe(linking.replace('old', 'third'));
  });

  it('to a post that was never public are not updated', async () => {
    const target = await createBlog(test.deps, createBlogRequest({ slug: 'old', status: 'draft' }));
    const other = await createBlog(test.deps, createBlogRequest({ title: 'Other', content: linking }));
    await updateBlog(test.deps, target.id, createBlogRequest({ slug: 'new-name', status: 'draft' }));
    expect((await admin.call('GET', `/api/blogs/${other.id}`)).body.revision).toBe(1);
  });
});

describe('the check before publishing', () => {
  const check = async (content: string, description: string | null = 'Described') =>
    (await admin.call('POST', '/api/blogs/1/check', { title: 'T', description, content })).body.warnings;

  it('gives no warning for correct content', async () => {
    const links = '<p><a href="/blogs">x</a> <a href="https://a.nz">y</a> <a href="http://a.nz/nowhere">z</a></p>';
    expect(await check(`<h2>One</h2><h3>Two</h3><h2>Three</h2>${links}`)).toEqual([]);
  });

  it.each([
    ['<p>x</p>', '', 'description', null],
    ['<h1>Big</h1>', 'd', 'headings', { tag: 'heading', index: 0 }],
    ['<h2>One</h2><h4>Deep</h4>', 'd', 'headings', { tag: 'heading', index: 1 }],
    ['<h2> </h2>', 'd', 'headings', { tag: 'heading', index: 0 }],
    ['<p><a href="/blogs">x</a> <a href="/nowhere?a=b">y</a></p>', 'd', 'link', { tag: 'a', index: 1 }],
    ['<p><a href="http://localhost:4321/nowhere">y</a></p>', 'd', 'link', { tag: 'a', index: 0 }],
    ['<p><img src="https://a.nz/x.png" alt="A cat"></p>', 'd', 'image', { tag: 'img', index: 0 }],
    [`<p><img src="/uploads/${'a'.repeat(64)}-8x8.webp" alt="A"></p>`, 'd', 'image', { tag: 'img', index: 0 }],
  ])('warns about %s', async (content, description, kind, target) => {
    const warnings = await check(content, description);
    expect(warnings).toMatchObject([{ kind, target }]);
  });

  it('names the level with which a heading is right', async () => {
    const headings = '<h1>Big</h1><h2>One</h2><h4>Deep</h4><h2> </h2>';
    const warnings = await check(headings);
    expect(warnings.map((warning: { fixed_level?: number }) => warning.fixed_level)).toEqual([2, 3, undefined]);
  });

  it('accepts an image that comes with the site', async () => {
    expect(await check('<p><img src="/images/gst-flow.svg" alt="A drawing of one month’s GST"></p>')).toEqual([]);
  });

  it('warns about an image without alt text', async () => {
    const [alt] = await check('<p><img src="https://a.nz/x.png"></p>');
    expect(alt).toMatchObject({ kind: 'alt', target: { tag: 'img', index: 0 } });
  });
});

describe('the author of a post that is created by a call', () => {
  const createPost = (changes: object) => admin.call('POST', '/api/blogs', { title: 'Tea', content: '', ...changes });

  it('is the caller, unless another is named', async () => {
    admin = await createDraftCaller(test, { firstName: 'Aroha', lastName: 'Ngata' });
    expect((await createPost({})).body).toMatchObject({ author_name: 'Aroha Ngata' });
    expect((await createPost({ author_name: 'Mere Tane' })).body).toMatchObject({ author_name: 'Mere Tane' });
  });

  it('is a name, no number', async () => {
    const response = await createPost({ author_name: '44' });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain('Enter the author’s name, not a number.');
  });
});
