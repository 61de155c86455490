import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
    expect(body).toEqual({ all: 4, published: 1, draft: 1, scheduled: 1, archived: 1, trash: 1 });
  });
});

describe('bulk categorize', () => {
  it('adds and removes categories, with a publish and an audit row each, and names the posts it skipped', async () => {
    const one = await addPost({ categoryIds: [craft] });
    const two = await addPost({ title: 'Two', categoryIds: [news] });
    const jobs = await selectCount(test, 'SELECT count(*) FROM publish_jobs');
    const { body } = await bulk({
      ...{ ids: [one.id, two.id, 999], action: 'categorize' },
      ...{ addCategoryIds: [news], removeCategoryIds: [craft] },
    });
    expect(body).toEqual({
      message: '1 post was updated.',
      updated: [one.id],
      skipped: [
        { id: two.id, reason: 'Its categories are already like this.' },
        { id: 999, reason: 'Blog post not found' },
      ],
    });
    expect(await getNames(one.id)).toEqual(['News']);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(jobs + 1);
    expect(await selectCount(test, "SELECT count(*) FROM audit_log WHERE action = 'blog.changed'")).toBe(1);
  });

  it('changes the draft too, so that publishing it keeps the categories and its own text', async () => {
    const post = await addPost({ categoryIds: [craft] });
    const tab = openDraftTab(admin, 'session-one');
    await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>New text</p>', {
      ...{ title: post.title, status: 'published', category_ids: [craft] },
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
      skipped: [{ id: live.id, reason: 'It’s live. Unpublish it first to schedule it.' }],
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
