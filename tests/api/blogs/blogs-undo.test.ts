import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const FUTURE = '2031-03-01T19:30:00.000Z';
const ACTS = [
  { action: 'delete' },
  { action: 'archive' },
  { action: 'publish' },
  { action: 'schedule', published_at: FUTURE },
  { action: 'categorize', addCategoryIds: [2], removeCategoryIds: [1] },
] as const;

let test: TestApp;
let admin: DraftCaller;
let tab: ReturnType<typeof openDraftTab>;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createDraftCaller(test);
  tab = openDraftTab(admin, 'session-one');
  await createCategory(test.deps, null, { name: 'Craft' });
  await createCategory(test.deps, null, { name: 'News' });
});
afterEach(() => test.close());

const addPost = async (changes: Parameters<typeof createBlogRequest>[0] = {}) =>
  (await createBlog(test.deps, createBlogRequest({ categoryIds: [1], ...changes }))).id;
const act = async (ids: number[], change: object) =>
  (await admin.call('POST', '/api/blogs/bulk', { ids, ...change })).body;
const undo = (...ids: string[]) => admin.call('POST', '/api/admin/undo', { ids });
const getBlog = async (id: number) => (await admin.call('GET', `/api/blogs/${id}`)).body;
const selectRows = async (sql: string) => (await test.db.client.execute(sql)).rows.map((row) => ({ ...row }));
const listUndoAudits = () =>
  selectRows("SELECT actor_id, subject, before, after FROM audit_log WHERE action = 'blog.undone'");

/** A post that is live, with a draft that renames it, moves it to another category and has other text. */
async function addPostWithDraft(title = 'Tea'): Promise<number> {
  const id = await addPost({ title });
  const own = openDraftTab(admin, `tab-of-${id}`);
  const fields = { title: `${title} two`, slug: `renamed-${id}`, category_ids: [2] };
  expect(
    (await own.save(id, { version: 0, base_revision: 1 }, '<p>Later</p>', { ...fields, status: 'published' })).status,
  ).toBe(200);
  return id;
}
const addNewDraft = async () =>
  (await openDraftTab(admin, 'session-new').create('<p>Milk</p>', { title: 'Milk', category_ids: [1] })).body
    .id as number;

/**
 * All that a post consists of. Revision and version only ever rise, so of them only whether the draft starts from what is
 * published is compared.
 */
const readState = () =>
  Promise.all(
    [
      'SELECT * FROM blogs ORDER BY id',
      'SELECT * FROM blog_categories ORDER BY blog_id, position',
      `SELECT drafts.*, drafts.base_revision - blogs.revision AS base FROM drafts JOIN blogs ON blogs.id = subject_id
        WHERE kind = 'blog' ORDER BY subject_id`,
      'SELECT * FROM upload_uses ORDER BY hash, subject_id, is_draft',
      'SELECT blogs.id FROM blogs JOIN blog_slugs ON blog_slugs.slug = blogs.slug AND blog_id = blogs.id ORDER BY id',
    ].map(async (sql) =>
      (await selectRows(sql)).map(({ revision: _, version: __, base_revision: ___, ...row }) => row),
    ),
  );

describe('undoing changes of posts', () => {
  it('restores deleted posts as public as they were, with a publish job and an audit row each', async () => {
    const live = await addPost();
    const scheduled = await addPost({ title: 'Later', published_at: FUTURE });
    const before = await readState();
    const { undo: action, updated } = await act([live, scheduled, 999], { action: 'delete' });
    expect(updated).toEqual([live, scheduled]);
    expect(Date.parse(action.until) - test.clock.now()).toBe(30_000);
    const jobs = await selectCount(test, 'SELECT count(*) FROM publish_jobs');
    const wakes = test.countPublisherWakes();
    expect(await undo(action.id)).toEqual({
      status: 200,
      body: {
        message: 'Undone. 2 posts are as they were before.',
        restored: 2,
        skipped: [],
        left: 0,
      },
    });
    expect(await readState()).toEqual(before);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(jobs + 2);
    expect(test.countPublisherWakes()).toBe(wakes + 1);
    const audit = { actor_id: admin.user.id, before: '{"status":"draft"}', after: '{"status":"published"}' };
    expect(await listUndoAudits()).toEqual([scheduled, live].map((id) => ({ ...audit, subject: `blog:${id}` })));
  });

  it('gives each post its own categories back, and its draft too', async () => {
    const one = await addPostWithDraft();
    const two = await addPost({ title: 'Coffee', categoryIds: [2, 1] });
    const before = await readState();
    const { undo: action } = await act([one, two], { action: 'categorize', removeCategoryIds: [1, 2] });
    expect(await selectCount(test, 'SELECT count(*) FROM blog_categories')).toBe(0);
    expect((await undo(action.id)).body.restored).toBe(2);
    expect(await readState()).toEqual(before);
    // The draft can be published, by whoever opens it now.
    const { draft } = (await tab.load(one)).body;
    expect((await tab.publish(one, draft.version)).status).toBe(200);
  });

  it('takes a publish back: text, address and links to it, and the draft is there again', async () => {
    const id = await addPostWithDraft();
    const linking = await addPost({ title: 'Links', content: '<p><a href="/blogs/tea">Tea</a></p>' });
    const { content } = await getBlog(linking);
    const before = await readState();
    const { undo: action } = await act([id], { action: 'publish' });
    expect(await getBlog(id)).toMatchObject({ title: 'Tea two', slug: `renamed-${id}`, content: '<p>Later</p>' });
    expect((await getBlog(linking)).content).not.toBe(content);
    await undo(action.id);
    expect(await readState()).toEqual(before);
    expect((await getBlog(linking)).content).toBe(content);
    // Both addresses lead to the post, as after any rename.
    expect(await selectRows('SELECT slug FROM blog_slugs WHERE blog_id = 1 ORDER BY slug')).toEqual([
      { slug: 'renamed-1' },
      { slug: 'tea' },
    ]);
    const { draft } = (await tab.load(id)).body;
    expect((await tab.publish(id, draft.version)).body.blog).toMatchObject({ title: 'Tea two' });
  });

  it('makes a new post an unpublished draft again, whose address stays its own', async () => {
    const id = await addNewDraft();
    const before = await readState();
    const { undo: action } = await act([id], { action: 'schedule', published_at: FUTURE });
    await undo(action.id);
    expect(await readState()).toEqual(before);
    expect((await getBlog(await addPost({ title: 'Milk' }))).slug).toBe('milk-2');
    await act([id], { action: 'publish' });
    expect((await getBlog(id)).slug).toBe('milk');
  });

  it('leaves a post that was changed since as it is, and names it', async () => {
    const [edited, written, back, gone, left] = [
      await addPost({ title: 'Edited' }),
      await addPost({ title: 'Written' }),
      await addPost({ title: 'Back' }),
      await addPost({ title: 'Gone' }),
      await addPost({ title: 'Left' }),
    ];
    const archived = (await act([edited, written], { action: 'archive' })).undo.id;
    const deleted = (await act([back, gone, left], { action: 'delete' })).undo.id;
    await admin.call('PUT', `/api/blogs/${edited}`, { title: 'Edited again', content: '<p>x</p>', status: 'archived' });
    await tab.save(written, { version: 0, base_revision: 2 }, '<p>y</p>');
    await admin.call('POST', `/api/blogs/${back}/restore`);
    await admin.call('DELETE', `/api/blogs/trash/${gone}`);
    expect(await undo(archived)).toMatchObject({
      status: 409,
      body: { message: 'Nothing was undone. 2 posts stay as they are, because of later changes: ‘Written’, ‘Edited’.' },
    });
    expect((await undo(deleted)).body).toMatchObject({
      message:
        'Undone. 1 post is as it was before. 2 posts stay as they are, because of later changes: ‘Gone’, ‘Back’.',
      restored: 1,
      skipped: [
        { id: gone, name: 'Gone', reason: '‘Gone’ has been deleted since, so this can’t be undone.' },
        { id: back, name: 'Back', reason: '‘Back’ has been changed since, so this can’t be undone.' },
      ],
      left: 2,
    });
    expect(await getBlog(edited)).toMatchObject({ title: 'Edited again', status: 'archived' });
    expect((await getBlog(back)).status).toBe('draft');
  });

  it('leaves a post alone whose category has been deleted since', async () => {
    const id = await addPost();
    const { undo: action } = await act([id], { action: 'categorize', removeCategoryIds: [1] });
    await admin.call('DELETE', '/api/categories/1');
    const message = '‘Tea before sunrise’ has been changed since, so this can’t be undone.';
    expect(await undo(action.id)).toMatchObject({ status: 409, body: { message } });
  });

  it('works until the window ends, once, and for the same admin only', async () => {
    const ids = [await addPost(), await addPost({ title: 'Coffee' })];
    const first = (await act([ids[0] ?? 0], { action: 'archive' })).undo.id;
    test.clock.advance(1);
    const second = (await act([ids[1] ?? 0], { action: 'archive' })).undo.id;
    const other = await createDraftCaller(test);
    const nothing = { status: 404, body: { message: 'There is nothing to undo.' } };
    expect(await other.call('POST', '/api/admin/undo', { ids: [second] })).toMatchObject(nothing);
    expect(await undo('unknown')).toMatchObject(nothing);
    test.clock.advance(29_999);
    expect((await undo(first, second)).body).toMatchObject({
      message: 'Undone. 1 post is as it was before. It was too late for 1 post.',
      restored: 1,
      left: 1,
    });
    expect(await undo(first)).toMatchObject({ status: 409, body: { message: 'It’s too late to undo this.' } });
    expect(await undo(second)).toMatchObject({ status: 409, body: { message: 'This has already been undone.' } });
    expect(await selectCount(test, "SELECT count(*) FROM blogs WHERE status = 'published'")).toBe(1);
  });

  it('is one undo when it is asked for twice at once', async () => {
    const id = await addPost();
    const { undo: action } = await act([id], { action: 'archive' });
    await Promise.all([undo(action.id), undo(action.id)]);
    expect(await listUndoAudits()).toHaveLength(1);
    expect(await getBlog(id)).toMatchObject({ status: 'published', revision: 3 });
  });

  it('is offered for nothing when no post was changed', async () => {
    expect((await act([999], { action: 'archive' })).undo).toBeNull();
    expect(await selectCount(test, 'SELECT count(*) FROM undo_actions')).toBe(0);
  });
});

it('any bulk actions, undone in reverse, leave every post as it was', async () => {
  const ids = [
    await addPost(),
    await addPost({ title: 'Draft', status: 'draft', categoryIds: [2, 1] }),
    await addPost({ title: 'Old', status: 'archived', description: 'Own' }),
    await addPost({ title: 'Later', published_at: FUTURE }),
    await addPostWithDraft('Live'),
    await addNewDraft(),
  ];
  const before = await readState();
  const step = fc.record({ act: fc.constantFrom(...ACTS), ids: fc.subarray(ids, { minLength: 1 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const actions: string[] = [];
      for (const { act: change, ids: targets } of steps) {
        const result = await act(targets, change);
        expect(result.updated.length + result.skipped.length).toBe(targets.length);
        if (result.undo) actions.push(result.undo.id);
        test.clock.advance(1000);
      }
      for (const id of actions.reverse()) expect((await undo(id)).body.left).toBe(0);
      expect(await readState()).toEqual(before);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
