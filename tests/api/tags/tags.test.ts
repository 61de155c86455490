import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureTags } from '#api/features/tags/tags.service.ts';
import { listAuditEntries } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createDraftCaller, type DraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';

let test: TestApp;
let admin: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createDraftCaller(test);
});
afterEach(() => test.close());

const addTag = async (name: string): Promise<number> => (await admin.call('POST', '/api/tags', { name })).body.id;
const addPost = async (tagIds: number[], title = 'Tea') =>
  (await admin.call('POST', '/api/blogs', createBlogRequest({ title, tagIds }))).body.id as number;
const getTagIds = async (id: number) =>
  (await admin.call('GET', `/api/blogs/${id}`)).body.tags.map((tag: { id: number }) => tag.id);
const listJobs = async () =>
  (await test.db.client.execute("SELECT reason FROM publish_jobs WHERE kind = 'lists'")).rows.map(
    ({ reason }) => reason,
  );

describe('tags', () => {
  it('are listed by name with their posts: all of them, and those that readers see', async () => {
    const walking = await addTag('walking');
    await addTag('Drafts');
    await addPost([walking]);
    await admin.call('POST', '/api/blogs', createBlogRequest({ title: 'Two', tagIds: [walking], status: 'draft' }));
    expect((await admin.call('GET', '/api/tags')).body).toEqual([
      expect.objectContaining({ name: 'Drafts', slug: 'drafts', blog_count: 0, public_count: 0 }),
      { id: walking, name: 'walking', slug: 'walking', blog_count: 2, public_count: 1 },
    ]);
  });

  it('have names that differ in more than case, and addresses that no other tag has had', async () => {
    const id = await addTag('Voice');
    expect((await admin.call('POST', '/api/tags', { name: 'VOICE' })).status).toBe(409);
    expect((await admin.call('PUT', `/api/tags/${id}`, { name: 'Voice', slug: 'speech' })).body.slug).toBe('speech');
    expect((await admin.call('POST', '/api/tags', { name: 'Voices', slug: 'voice' })).status).toBe(409);
    expect((await admin.call('POST', '/api/tags', { name: ' ' })).status).toBe(400);
  });

  it('of a post keep their order, and stay when a change leaves them out', async () => {
    const [one, two] = [await addTag('One'), await addTag('Two')];
    const id = await addPost([two, one]);
    expect(await getTagIds(id)).toEqual([two, one]);
    await admin.call('PUT', `/api/blogs/${id}`, createBlogRequest({ title: 'Again' }));
    expect(await getTagIds(id)).toEqual([two, one]);
    await admin.call('PUT', `/api/blogs/${id}`, createBlogRequest({ tagIds: [] }));
    expect(await getTagIds(id)).toEqual([]);
    const { body, status } = await admin.call('POST', '/api/blogs', createBlogRequest({ tagIds: [99] }));
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'tagIds', message: 'One of these tags no longer exists. Choose again.' }],
    ]);
  });

  it('of a draft become those of the post when it is published, and an undo brings the earlier ones back', async () => {
    const [one, two] = [await addTag('One'), await addTag('Two')];
    const id = await addPost([one]);
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(id, { version: 0, base_revision: 1 }, '<p>New</p>', { tag_ids: [two], status: 'published' });
    expect(await getTagIds(id)).toEqual([one]);
    expect((await tab.publish(id, 1)).status).toBe(200);
    expect(await getTagIds(id)).toEqual([two]);
    const bulk = await admin.call('POST', '/api/blogs/bulk', { ids: [id], action: 'archive' });
    await admin.call('DELETE', `/api/tags/${one}`);
    await admin.call('POST', '/api/admin/undo', { ids: [bulk.body.undo.id] });
    expect((await admin.call('GET', `/api/blogs/${id}`)).body).toMatchObject({
      status: 'published',
      tags: [{ id: two }],
    });
  });

  it('are merged: posts, drafts and old addresses move to the tag that stays', async () => {
    const [from, into] = [await addTag('Voice notes'), await addTag('Dictation')];
    const [both, own] = [await addPost([from, into], 'Both'), await addPost([from], 'Own')];
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(own, { version: 0, base_revision: 1 }, '<p>New</p>', { tag_ids: [into, from] });
    const { status, body } = await admin.call('POST', `/api/tags/${from}/merge`, { into_id: into });
    expect([status, body]).toEqual([200, expect.objectContaining({ id: into, blog_count: 2 })]);
    expect([await getTagIds(both), await getTagIds(own)]).toEqual([[into], [into]]);
    expect((await tab.load(own)).body.draft).toMatchObject({ version: 2, fields: { tag_ids: [into] } });
    const slugs = await test.db.client.execute({ sql: 'SELECT slug FROM tag_slugs WHERE tag_id = ?', args: [into] });
    expect(slugs.rows.map(({ slug }) => slug).sort()).toEqual(['dictation', 'voice-notes']);
    expect(await listJobs()).toEqual(['Merged tags: Voice notes into Dictation']);
    expect((await admin.call('POST', `/api/tags/${into}/merge`, { into_id: into })).status).toBe(400);
    expect((await admin.call('POST', `/api/tags/${into}/merge`, { into_id: from })).status).toBe(400);
  });

  it('are deleted: posts and drafts lose them', async () => {
    const [one, two] = [await addTag('One'), await addTag('Two')];
    const id = await addPost([one, two]);
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(id, { version: 0, base_revision: 1 }, '<p>New</p>', { tag_ids: [two, one] });
    expect((await admin.call('DELETE', `/api/tags/${two}`)).status).toBe(204);
    expect(await getTagIds(id)).toEqual([one]);
    expect((await tab.load(id)).body.draft.fields.tag_ids).toEqual([one]);
    expect((await admin.call('DELETE', `/api/tags/${two}`)).status).toBe(404);
    expect((await listAuditEntries(test)).map(({ action }) => action)).toContain('tag.deleted');
  });

  it('that are deleted are put back as they were for a moment, by who deleted them', async () => {
    const [one, two] = [await addTag('One'), await addTag('Two')];
    const id = await addPost([one, two]);
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(id, { version: 0, base_revision: 1 }, '<p>New</p>', { tag_ids: [one, two] });
    await admin.call('DELETE', `/api/tags/${two}`);
    const restore = (caller: DraftCaller) => caller.call('POST', `/api/tags/${two}/restore`);
    expect((await restore(await createDraftCaller(test))).status).toBe(409);
    expect((await restore(admin)).status).toBe(204);
    expect(await getTagIds(id)).toEqual([one, two]);
    expect((await tab.load(id)).body.draft.fields.tag_ids).toEqual([one, two]);
    const slugs = await test.db.client.execute({ sql: 'SELECT slug FROM tag_slugs WHERE tag_id = ?', args: [two] });
    expect(slugs.rows.map(({ slug }) => slug)).toEqual(['two']);
    expect((await restore(admin)).status).toBe(409);

    await admin.call('DELETE', `/api/tags/${two}`);
    await addTag('two');
    const { status, body } = await restore(admin);
    expect([status, body.message]).toEqual([409, 'Another tag has this name by now, so it can’t be put back.']);
    test.clock.advance(31_000);
    expect((await restore(admin)).body.message).toBe('This can’t be undone any more.');
  });

  it('narrow the list of posts, its counts and what is done with all of them', async () => {
    const tag = await addTag('One');
    const ids = [await addPost([tag], 'First'), await addPost([tag], 'Second')];
    await addPost([], 'Third');
    const listed = await admin.call('GET', `/api/blogs?tagId=${tag}&sortBy=title&sortOrder=ASC`);
    expect(listed.body.map((post: { id: number }) => post.id)).toEqual(ids);
    expect((await admin.call('GET', `/api/blogs/counts?tagId=${tag}`)).body.all).toBe(2);
    const filter = { tagId: tag };
    const done = await admin.call('POST', '/api/blogs/bulk', { filter, total: 2, action: 'archive' });
    expect(done.body.updated).toEqual(ids);
  });

  it('are made for an import where there are none of that name', async () => {
    const known = await addTag('Tea');
    const ids = await ensureTags(test.deps, admin.user.id, ['TEA', 'Milk', 'milk']);
    expect(ids.get('TEA')).toBe(known);
    expect(ids.get('Milk')).toBe(ids.get('milk'));
    expect((await admin.call('GET', '/api/tags')).body).toHaveLength(2);
  });
});
