import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createUser } from '../../support/app/users.ts';
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

const add = async (name: string, more = {}): Promise<number> =>
  (await admin.call('POST', '/api/authors', { name, ...more })).body.id;
const addPost = async (authorIds: number[], title = 'Tea') =>
  (await admin.call('POST', '/api/blogs', createBlogRequest({ title, authorIds }))).body.id as number;
const getPost = async (id: number) => (await admin.call('GET', `/api/blogs/${id}`)).body;

it('an author who is deleted is put back at the posts for a moment, but not at one that has another byline by then', async () => {
  const [tom, mei] = [await add('Tom'), await add('Mei', { user_id: admin.user.id })];
  const [both, alone, changed] = [await addPost([tom, mei]), await addPost([mei]), await addPost([tom, mei])];
  const tab = openDraftTab(admin, 'session-undo');
  await tab.save(both, { version: 0, base_revision: 1 }, '<p>New</p>', { author_ids: [tom, mei] });
  await admin.call('DELETE', `/api/authors/${mei}`);
  expect(await getPost(both)).toMatchObject({ author_name: 'Tom', authors: [{ id: tom }] });
  await admin.call('PUT', `/api/blogs/${changed}`, createBlogRequest({ authorIds: [], author_name: 'The team' }));
  expect((await admin.call('POST', `/api/authors/${mei}/restore`)).status).toBe(204);
  expect(await getPost(both)).toMatchObject({ author_name: 'Tom & Mei', authors: [{ id: tom }, { id: mei }] });
  expect(await getPost(alone)).toMatchObject({ author_name: 'Mei', authors: [{ id: mei }] });
  expect(await getPost(changed)).toMatchObject({ author_name: 'The team', authors: [] });
  expect((await tab.load(both)).body.draft.fields.author_ids).toEqual([tom, mei]);
  expect((await admin.call('GET', '/api/authors')).body).toContainEqual(
    expect.objectContaining({ id: mei, slug: 'mei', user_id: admin.user.id }),
  );
});

describe('the account of an author', () => {
  it('is one that may write posts, and of no other author', async () => {
    const jo = await createDraftCaller(test, { firstName: 'Jo', lastName: 'Pine', role: 'author' });
    const reader = await createUser(test);
    expect((await admin.call('GET', '/api/authors/accounts')).body).toContainEqual({ id: jo.user.id, name: 'Jo Pine' });
    const id = await add('Jo Pine', { user_id: jo.user.id });
    const refuse = async (userId: number) =>
      (await admin.call('POST', '/api/authors', { name: 'Other', user_id: userId })).body.issues;
    expect(await refuse(jo.user.id)).toEqual([
      { path: 'user_id', message: 'This account belongs to Jo Pine. Choose another.' },
    ]);
    expect(await refuse(reader.id)).toEqual([
      { path: 'user_id', message: 'This account can’t write posts. Choose another.' },
    ]);
    const { status, body } = await admin.call('PUT', `/api/authors/${id}`, { name: 'Jo', user_id: jo.user.id });
    expect([status, body.user_id]).toEqual([200, jo.user.id]);
  });

  it('gives its new posts this author, unless they name another', async () => {
    const id = await add('Aroha Ngata', { user_id: admin.user.id });
    const { author_name: _, ...request } = createBlogRequest({ title: 'Tea' });
    const post = (await admin.call('POST', '/api/blogs', request)).body;
    expect(post).toMatchObject({ authors: [{ id }], author_name: 'Aroha Ngata' });
    const named = (await admin.call('POST', '/api/blogs', { ...request, author_name: 'The team' })).body;
    expect(named).toMatchObject({ authors: [], author_name: 'The team' });
    const draft = (await openDraftTab(admin, 'session-own').create('<p>Tea</p>', { title: 'Tea' })).body.draft;
    expect(draft.fields.author_ids).toEqual([id]);
  });
});

describe('authors', () => {
  it('are listed by name with words, links and their posts', async () => {
    const links = ['https://example.com/tom'];
    const tom = await add('Tom Whitaker', { bio: ' Writes about tax. ', links });
    await add('Aroha Ngata');
    await addPost([tom]);
    expect((await admin.call('GET', '/api/authors')).body).toMatchObject([
      { name: 'Aroha Ngata', slug: 'aroha-ngata', blog_count: 0 },
      { id: tom, bio: 'Writes about tax.', links, blog_count: 1, public_count: 1, image_url: null },
    ]);
  });

  it('may share a name, but not an address', async () => {
    await add('Tom Whitaker');
    expect((await admin.call('POST', '/api/authors', { name: 'Tom Whitaker' })).body.slug).toBe('tom-whitaker-2');
    expect((await admin.call('POST', '/api/authors', { name: 'Tom', slug: 'tom-whitaker' })).status).toBe(409);
    const { status, body } = await admin.call('POST', '/api/authors', { name: 'T', links: ['javascript:alert(1)'] });
    expect([status, body.issues[0].path]).toEqual([400, 'links.0']);
  });

  it('give a post its byline, in their order; without any it is the typed name', async () => {
    const [tom, mei, sione] = [await add('Tom'), await add('Mei'), await add('Sione')];
    const id = await addPost([mei, tom, sione]);
    expect(await getPost(id)).toMatchObject({
      author_name: 'Mei, Tom & Sione',
      authors: [{ id: mei }, { id: tom }, { id: sione }],
    });
    await admin.call('PUT', `/api/blogs/${id}`, createBlogRequest({ title: 'Again' }));
    expect((await getPost(id)).authors).toHaveLength(3);
    await admin.call('PUT', `/api/blogs/${id}`, createBlogRequest({ authorIds: [], author_name: 'The team' }));
    expect(await getPost(id)).toMatchObject({ author_name: 'The team', authors: [] });
    expect((await admin.call('PUT', `/api/blogs/${id}`, createBlogRequest({ authorIds: [99] }))).body.issues).toEqual([
      { path: 'authorIds', message: 'One of these authors no longer exists. Choose again.' },
    ]);
  });

  it('of a draft become those of the post when it is published, and an undo brings the earlier ones back', async () => {
    const [tom, mei] = [await add('Tom'), await add('Mei')];
    const id = await addPost([tom]);
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(id, { version: 0, base_revision: 1 }, '<p>x</p>', { author_ids: [mei, tom], status: 'published' });
    expect((await tab.publish(id, 1)).body.blog).toMatchObject({ author_name: 'Mei & Tom' });
    const bulk = await admin.call('POST', '/api/blogs/bulk', { ids: [id], action: 'archive' });
    await admin.call('POST', '/api/admin/undo', { ids: [bulk.body.undo.id] });
    expect(await getPost(id)).toMatchObject({ status: 'published', authors: [{ id: mei }, { id: tom }] });
  });

  it('who get another name have it in all their posts; deleted, they leave it as text', async () => {
    const [tom, mei] = [await add('Tom'), await add('Mei')];
    const [own, both] = [await addPost([tom], 'Own'), await addPost([tom, mei], 'Both')];
    await admin.call('PUT', `/api/authors/${tom}`, { name: 'Thomas', slug: 'thomas' });
    expect((await getPost(own)).author_name).toBe('Thomas');
    expect((await getPost(both)).author_name).toBe('Thomas & Mei');
    const tab = openDraftTab(admin, 'session-1');
    await tab.save(both, { version: 0, base_revision: 1 }, '<p>x</p>', { author_ids: [mei, tom] });
    expect((await admin.call('DELETE', `/api/authors/${tom}`)).status).toBe(204);
    expect(await getPost(own)).toMatchObject({ author_name: 'Thomas', authors: [] });
    expect(await getPost(both)).toMatchObject({ author_name: 'Mei', authors: [{ id: mei }] });
    expect((await tab.load(both)).body.draft.fields.author_ids).toEqual([mei]);
    const jobs = await test.db.client.execute("SELECT reason FROM publish_jobs WHERE kind = 'lists' ORDER BY id");
    expect(jobs.rows.map(({ reason }) => reason)).toEqual(['Updated author: Thomas', 'Deleted author: Thomas']);
  });

  it('have a picture of the media, which is kept as long as they have it', async () => {
    const { body: image } = await sendFile(test, admin.token, { ...(await createJpeg(300, 300)), name: 'tom.jpg' });
    const tom = await add('Tom', { image_id: image.id });
    const refused = await admin.call('DELETE', `/api/uploads/${image.id}`);
    expect([refused.status, refused.body.detail ?? refused.body.message]).toEqual([
      409,
      'This is used in the author ‘Tom’. Remove it there first.',
    ]);
    await admin.call('PUT', `/api/authors/${tom}`, { name: 'Tom' });
    expect((await admin.call('DELETE', `/api/uploads/${image.id}`)).status).toBe(204);
    expect((await admin.call('PUT', `/api/authors/${tom}`, { name: 'Tom', image_id: image.id })).status).toBe(400);
  });
});
