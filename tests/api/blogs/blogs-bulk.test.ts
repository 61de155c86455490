import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: DraftCaller;
let craft: number;
let news: number;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createDraftCaller(test);
  craft = (await createCategory(test.deps, null, { name: 'Craft' })).id;
  news = (await createCategory(test.deps, null, { name: 'News' })).id;
});
afterEach(() => test.close());

const addPost = (changes: Parameters<typeof createBlogRequest>[0] = {}) =>
  createBlog(test.deps, createBlogRequest(changes));
const bulk = (body: unknown) => admin.call('POST', '/api/blogs/bulk', body);
const getBlog = async (id: number) => (await admin.call('GET', `/api/blogs/${id}`)).body;
const getNames = async (id: number) => (await getBlog(id)).categories.map(({ name }: { name: string }) => name);
const FUTURE = '2031-03-01T19:30:00.000Z';

describe('the counts of the views', () => {
  it('count each post in its view, and those in the trash only there', async () => {
    await addPost();
    await addPost({ status: 'draft' });
    await addPost({ status: 'archived' });
    await addPost({ published_at: FUTURE });
    await trashBlog(test.deps, (await addPost()).id);
    const { status, body } = await admin.call('GET', '/api/blogs/counts');
    expect(status).toBe(200);
    expect(body).toEqual({ all: 4, published: 1, draft: 1, scheduled: 1, in_review: 0, archived: 1, trash: 1 });
  });
});

describe('bulk categorize', () => {
  it('adds and removes categories, with a publish and an audit row each, and names the posts it skipped', async () => {
    const one = await addPost({ categoryIds: [craft] });
    const two = await addPost({ title: 'Two', categoryIds: [news] });
    const jobs = await selectCount(test, 'SELECT count(*) FROM publish_jobs');
    const { body } = await bulk({
      ids: [one.id, two.id, 999],
      action: 'categorize',
      addCategoryIds: [news],
      removeCategoryIds: [craft],
    });
    expect(body).toEqual({
      message: '1 post was updated.',
      updated: [one.id],
      skipped: [
        { id: two.id, name: 'Two', reason: 'Its categories are already like this.' },
        { id: 999, name: null, reason: 'Blog post not found' },
      ],
      next: null,
      undo: expect.objectContaining({ id: expect.any(String) }),
    });
    expect(await getNames(one.id)).toEqual(['News']);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(jobs + 1);
    expect(await selectCount(test, "SELECT count(*) FROM audit_log WHERE action = 'blog.changed'")).toBe(1);
  });

  it('changes the draft too, so that publishing it keeps the categories and its own text', async () => {
    const post = await addPost({ categoryIds: [craft] });
    const tab = openDraftTab(admin, 'session-one');
    await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>New text</p>', {
      title: post.title,
      status: 'published',
      category_ids: [craft],
    });
    await bulk({ ids: [post.id], action: 'categorize', addCategoryIds: [news] });
    const { draft } = (await tab.load(post.id)).body;
    expect(draft).toMatchObject({
      content: '<p>New text</p>',
      base_revision: 2,
      fields: { category_ids: [craft, news] },
    });
    expect((await tab.publish(post.id, draft.version)).status).toBe(200);
    expect(await getBlog(post.id)).toMatchObject({ content: '<p>New text</p>' });
    expect(await getNames(post.id)).toEqual(['Craft', 'News']);
  });

  it('leaves a post without a title at its provisional address', async () => {
    const { id } = (await openDraftTab(admin, 'session-one').create('<p>?</p>', { title: '' })).body;
    const { slug } = await getBlog(id);
    expect((await bulk({ ids: [id], action: 'categorize', addCategoryIds: [craft] })).body.updated).toEqual([id]);
    expect((await getBlog(id)).slug).toBe(slug);
    expect(await getNames(id)).toEqual(['Craft']);
  });

  it.each([
    [{}, 'Choose at least one category.'],
    [{ addCategoryIds: [9_999] }, /^One of these categories/],
  ])('refuses %o', async (change, message) => {
    const { id } = await addPost();
    const { status, body } = await bulk({ ids: [id], action: 'categorize', ...change });
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });
});

describe('bulk schedule', () => {
  it('schedules drafts with what is being written on them; a live post stays live', async () => {
    const draft = await addPost({ status: 'draft' });
    const live = await addPost({ title: 'Live' });
    const tab = openDraftTab(admin, 'session-one');
    const newDraftId = (await tab.create('<p>New</p>', { title: 'New' })).body.id;
    const { body } = await bulk({ ids: [draft.id, live.id, newDraftId], action: 'schedule', published_at: FUTURE });
    expect(body).toEqual({
      message: '2 posts were scheduled.',
      updated: [draft.id, newDraftId],
      skipped: [{ id: live.id, name: 'Live', reason: 'It’s live. Unpublish it first to schedule it.' }],
      next: null,
      undo: expect.objectContaining({ id: expect.any(String) }),
    });
    for (const id of body.updated) {
      expect(await getBlog(id)).toMatchObject({ status: 'published', published_at: FUTURE });
    }
    expect((await tab.load(newDraftId)).body.draft).toBeNull();
  });

  it('moves the time of a scheduled post', async () => {
    const { id } = await addPost({ published_at: FUTURE });
    const later = '2031-04-01T19:30:00.000Z';
    await bulk({ ids: [id], action: 'schedule', published_at: later });
    expect((await getBlog(id)).published_at).toBe(later);
  });

  it.each([
    ['2020-01-01T00:00:00.000Z', 'Choose a time in the future.'],
    ['tomorrow', 'Enter a valid publish date and time.'],
  ])('refuses %s', async (published_at, message) => {
    const { id } = await addPost({ status: 'draft' });
    const { status, body } = await bulk({ ids: [id], action: 'schedule', published_at });
    expect(status).toBe(400);
    expect(body.message).toBe(message);
  });
});

describe('bulk actions on a filter', () => {
  const countDrafts = () =>
    selectCount(test, "SELECT count(*) FROM blogs WHERE status = 'draft' AND trashed_at IS NULL");
  const addDrafts = async (count: number) => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) ids.push((await addPost({ title: `Draft ${at}`, status: 'draft' })).id);
    return ids;
  };

  it('change every match once, in parts; a post that matches later is left out', async () => {
    const drafts = await addDrafts(53);
    const live = await addPost();
    const filter = { status: 'draft' };
    const first = (await bulk({ filter, total: 53, action: 'archive' })).body;
    expect(first).toMatchObject({ message: '50 posts were archived.', updated: drafts.slice(0, 50), skipped: [] });
    expect(first.next).toEqual({ after_id: drafts[49], last_id: drafts[52] });
    await addDrafts(1);
    const second = (await bulk({ filter, next: first.next, action: 'archive' })).body;
    expect(second).toMatchObject({ updated: drafts.slice(50), skipped: [], next: null });
    expect((await bulk({ filter, next: first.next, action: 'archive' })).body.updated).toEqual([]);
    expect(await countDrafts()).toBe(1);
    expect((await getBlog(live.id)).status).toBe('published');
    expect(await selectCount(test, "SELECT count(*) FROM audit_log WHERE action = 'blog.changed'")).toBe(53);
  });

  it('go on behind a post that is skipped', async () => {
    const [one = 0, two = 0] = await addDrafts(2);
    const untitled = (await openDraftTab(admin, 'session-one').create('<p>?</p>', { title: '' })).body.id;
    const { body } = await bulk({ filter: {}, total: 3, action: 'publish' });
    expect(body).toMatchObject({ updated: [one, two], next: null });
    expect(body.skipped).toEqual([{ id: untitled, name: 'Untitled post', reason: 'Enter a title.' }]);
  });

  it.each([
    { action: 'delete' },
    { action: 'schedule', published_at: FUTURE },
    { action: 'categorize', addCategoryIds: [1] },
  ])('%o takes search, category and author together', async (change) => {
    const wanted = await addPost({ status: 'draft', title: 'Tea', categoryIds: [news], author_name: 'Mere Tane' });
    await addPost({ status: 'draft', title: 'Tea', categoryIds: [craft], author_name: 'Mere Tane' });
    await addPost({ status: 'draft', title: 'Tea', categoryIds: [news], author_name: 'Tom Whitaker' });
    await addPost({
      status: 'draft',
      title: 'Milk',
      content: '<p>Milk.</p>',
      categoryIds: [news],
      author_name: 'Mere Tane',
    });
    const filter = { search: 'tea', status: 'draft', categoryId: news, author: 'Mere Tane' };
    expect((await bulk({ filter, total: 1, ...change })).body.updated).toEqual([wanted.id]);
  });

  it('change nothing when another number of posts matches than was shown', async () => {
    await addDrafts(2);
    const { status, body } = await bulk({ filter: { status: 'draft' }, total: 3, action: 'delete' });
    expect(status).toBe(409);
    expect(body.message).toBe('The list has changed in the meantime. Close this, check the list and try again.');
    expect(await countDrafts()).toBe(2);
  });

  it('never reach posts in the trash', async () => {
    const { id } = await addPost();
    await trashBlog(test.deps, id);
    expect((await bulk({ filter: {}, total: 1, action: 'publish' })).status).toBe(409);
  });

  const OUTDATED = 'This page is out of date. Reload it and try again.';
  it.each([
    [{}, 'Select at least one post.'],
    [{ ids: [1], filter: {}, total: 1 }, 'Select at least one post.'],
    [{ filter: {} }, OUTDATED],
    [{ filter: {}, total: 1, next: { after_id: 0, last_id: 9 } }, OUTDATED],
    [{ filter: { author: '' }, total: 1 }, 'Choose an author from the list.'],
  ])('refuse %o', async (target, message) => {
    const { status, body } = await bulk({ ...target, action: 'publish' });
    expect(status).toBe(400);
    expect(body.message).toBe(message);
  });
});

describe('the filter by author', () => {
  const listTitles = async (query: string) =>
    (await admin.call('GET', `/api/blogs${query}`)).body.map(({ title }: { title: string }) => title);

  it('lists the posts of one author; an email address counts as the default author', async () => {
    await addPost({ title: 'One', author_name: 'Mere Tane' });
    const { id } = await addPost({ title: 'Two' });
    await addPost({ title: 'Three', author_name: 'Tom Whitaker' });
    await trashBlog(test.deps, (await addPost({ author_name: 'Sione Taufa' })).id);
    await test.db.client.execute(`UPDATE blogs SET author_name = 'ana@example.com' WHERE id = ${id}`);
    expect((await admin.call('GET', '/api/blogs/authors')).body).toEqual(['Mere Tane', 'The team', 'Tom Whitaker']);
    expect(await listTitles('?author=Mere+Tane')).toEqual(['One']);
    expect(await listTitles('?author=The+team')).toEqual(['Two']);
    expect(await listTitles('?author=Mere')).toEqual([]);
    expect(await listTitles('?author=Tom+Whitaker&status=draft')).toEqual([]);
  });

  it('reads an index only, never the contents', async () => {
    const execute = vi.spyOn(test.db.client, 'execute');
    await listTitles('?author=Mere+Tane');
    const queries = execute.mock.calls.map(([query]) => query as unknown as { sql: string; args: string[] });
    execute.mockRestore();
    const query = queries.find(({ sql }) => sql?.includes('"author_name" = ?'));
    const plan = await test.db.client.execute({ ...query, sql: `EXPLAIN QUERY PLAN ${query?.sql}` } as never);
    expect(plan.rows.map((row) => String(row.detail))).toContain(
      'SEARCH blogs USING COVERING INDEX blogs_manager (trashed_at=?)',
    );
  });
});
