import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createDraftCaller, type DraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createJpeg, sendFile } from '../../support/uploads/sample-files.ts';

let test: TestApp;
let admin: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createDraftCaller(test);
});
afterEach(() => test.close());

const META = {
  meta_title: 'Tea, explained',
  meta_description: 'How to make tea.',
  canonical_url: 'https://elsewhere.example/tea',
};
const NONE = { meta_title: null, meta_description: null, canonical_url: null, social_image_id: null };
const addPost = async (changes = {}) =>
  (await admin.call('POST', '/api/blogs', createBlogRequest({ title: 'Tea', ...changes }))).body;
const change = (id: number, changes: object) =>
  admin.call('PUT', `/api/blogs/${id}`, { ...createBlogRequest({ title: 'Tea' }), ...changes });

describe('what search engines get of a post', () => {
  it('is nothing of its own at first, stays when a change leaves it out, and is cleared by null or nothing', async () => {
    expect(await addPost()).toMatchObject(NONE);
    const { id } = await addPost({ title: 'Two', ...META });
    expect((await change(id, {})).body).toMatchObject(META);
    const cleared = await change(id, { meta_title: '', meta_description: null, canonical_url: '' });
    expect(cleared.body).toMatchObject(NONE);
  });

  it.each(['elsewhere.example/tea', 'javascript:alert(1)', '/blogs/tea'])(
    'refuses %s as the original address',
    async (canonical_url) => {
      const { id } = await addPost();
      const { status, body } = await change(id, { canonical_url });
      expect([status, body.issues]).toEqual([
        400,
        [{ path: 'canonical_url', message: 'Enter a full address, such as https://example.com/post.' }],
      ]);
    },
  );

  it('is written in a draft, which may be wrong until it is published', async () => {
    const { id } = await addPost();
    const tab = openDraftTab(admin, 'session-1');
    const fields = { title: 'Tea', status: 'published', ...META } as const;
    await tab.save(id, { version: 0, base_revision: 1 }, '<p>x</p>', { ...fields, canonical_url: 'elsewhere' });
    const refused = await tab.publish(id, 1);
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'canonical_url']);
    await tab.save(id, { version: 1, base_revision: 1 }, '<p>x</p>', fields);
    expect((await tab.publish(id, 2)).body.blog).toMatchObject(META);
    // A draft of an earlier build doesn't name them.
    await tab.save(id, { version: 0, base_revision: 2 }, '<p>y</p>', { title: 'Tea', status: 'published' });
    expect((await tab.publish(id, 3)).body.blog).toMatchObject(META);
  });

  it('has an image of its own, which can’t be deleted while a post or its draft shows it', async () => {
    const { body: image } = await sendFile(test, admin.token, { ...(await createJpeg(1300, 700)), name: 'card.jpg' });
    const { id } = await addPost({ socialImageId: image.id });
    expect((await change(id, {})).body.social_image_id).toBe(image.id);
    expect((await admin.call('DELETE', `/api/uploads/${image.id}`)).status).toBe(409);
    await change(id, { socialImageId: null });
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(id, { version: 0, base_revision: 3 }, '<p>x</p>', { title: 'Tea', social_image_id: image.id });
    expect((await admin.call('DELETE', `/api/uploads/${image.id}`)).status).toBe(409);
    await admin.call('DELETE', `/api/blogs/${id}/draft`, { version: 1 });
    expect((await admin.call('DELETE', `/api/uploads/${image.id}`)).status).toBe(204);
    const refused = await change(id, { socialImageId: image.id });
    expect(refused.body.issues).toEqual([
      { path: 'socialImageId', message: 'This image no longer exists. Choose another.' },
    ]);
  });

  it('comes back with an undo', async () => {
    const { id } = await addPost(META);
    const bulk = await admin.call('POST', '/api/blogs/bulk', { ids: [id], action: 'archive' });
    expect((await admin.call('GET', `/api/blogs/${id}`)).body).toMatchObject({ status: 'archived', ...META });
    await admin.call('POST', '/api/admin/undo', { ids: [bulk.body.undo.id] });
    expect((await admin.call('GET', `/api/blogs/${id}`)).body).toMatchObject({ status: 'published', ...META });
  });
});
