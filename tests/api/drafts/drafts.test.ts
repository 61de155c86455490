import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import {
  type DraftCaller,
  createDraftCaller,
  createDraftFields,
  openDraftTab,
} from '../../support/drafts/draft-caller.ts';
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

const createLivePost = () => createBlog(test.deps, createBlogRequest());
const readPublicContent = async (slug: string) =>
  ((await (await test.app.request(`/api/blogs/slug/${slug}`)).json()) as { content: string }).content;

describe('a new post', () => {
  it('starts as a draft without a title, publish job or permanent slug', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { status, body } = await tab.create('<p>First words</p>', { title: '' });
    expect(status).toBe(201);
    expect(body.draft).toMatchObject({ content: '<p>First words</p>', version: 1, base_revision: 1 });
    expect(body.draft.user).toEqual({ id: aroha.user.id, name: 'Aroha Ngata' });
    expect(body.draft.fields).toEqual(createDraftFields({ title: '' }));
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(0);
    const loaded = await tab.load(body.id);
    expect(loaded.body).toMatchObject({ blog: { title: 'Untitled post', status: 'draft', content: '' } });
  });

  it('is created once when a tab repeats the request, also concurrently', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const responses = await Promise.all(['a', 'b', 'c'].map((text) => tab.create(`<p>${text}</p>`)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const again = await tab.create('<p>and on</p>');
    expect(again.body.draft.content).toBe('<p>and on</p>');
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(1);
    expect(await selectCount(test, 'SELECT count(*) FROM blog_slugs')).toBe(1);
  });

  it('is found by its draft title, and gets its slug when it is published', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id } = (await tab.create('<p>Text</p>', { title: 'My fi' })).body;
    const saved = await tab.save(id, { version: 1, base_revision: 1 }, '<p>Text</p>', {
      title: 'My first post',
      status: 'published',
    });
    const list = await aroha.call('GET', '/api/blogs?search=first');
    expect(list.body).toMatchObject([{ id, title: 'My first post', has_draft: true, is_live: false }]);
    const published = await tab.publish(id, saved.body.version);
    expect(published).toMatchObject({ status: 200, body: { blog: { slug: 'my-first-post', status: 'published' } } });
    // The provisional slug is released.
    const slugs = await test.db.client.execute('SELECT slug FROM blog_slugs');
    expect(slugs.rows.map((row) => row.slug)).toEqual(['my-first-post']);
  });
});

describe('a save', () => {
  it('changes nothing for readers until it is published', async () => {
    const post = await createLivePost();
    const tab = openDraftTab(aroha, 'session-one');
    const jobs = await selectCount(test, 'SELECT count(*) FROM publish_jobs');
    const saved = await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>New words</p>', {
      status: 'published',
    });
    expect(saved).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await readPublicContent(post.slug)).toBe(post.content);
    expect(await selectCount(test, 'SELECT revision FROM blogs')).toBe(1);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(jobs);
    const published = await tab.publish(post.id, 1);
    expect(published.body.blog).toMatchObject({ content: '<p>New words</p>', revision: 2, slug: post.slug });
    expect(await readPublicContent(post.slug)).toBe('<p>New words</p>');
    const job = await test.db.client.execute('SELECT max(id) FROM publish_jobs');
    expect(published.body.publish_id).toBe(job.rows[0]?.[0]);
    expect((await tab.load(post.id)).body.draft).toBeNull();
  });

  it('of an outdated version returns 409 with both versions and changes nothing', async () => {
    const post = await createLivePost();
    const [mine, hers] = [openDraftTab(tom, 'tab-of-tom'), openDraftTab(aroha, 'tab-of-aroha')];
    await hers.save(post.id, { version: 0, base_revision: 1 }, '<p>Hers</p>');
    const refused = await mine.save(post.id, { version: 0, base_revision: 1 }, '<p>Mine</p>');
    expect(refused.status).toBe(409);
    expect(refused.body.versions.yours).toMatchObject({ content: '<p>Mine</p>', client_id: 'tab-of-tom' });
    expect(refused.body.versions.theirs).toMatchObject({
      content: '<p>Hers</p>',
      version: 1,
      user: { name: 'Aroha Ngata' },
    });
    expect((await mine.load(post.id)).body.draft.content).toBe('<p>Hers</p>');
    const onTop = await mine.save(post.id, { version: 1, base_revision: 1 }, '<p>Both</p>');
    expect(onTop.body.version).toBe(2);
    expect((await hers.save(post.id, { version: 1, base_revision: 1 }, '<p>Late</p>')).status).toBe(409);
  });

  it('accepts a retried save whose first response was lost', async () => {
    const post = await createLivePost();
    const tab = openDraftTab(aroha, 'session-one');
    await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>1</p>');
    const second = await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>1 2</p>');
    expect(second).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it('on an outdated base revision returns 409 with the published version and its user', async () => {
    const post = await createLivePost();
    const published = createBlogRequest({ content: '<p>Published meanwhile</p>' });
    await updateBlog(test.deps, post.id, published, { userId: tom.user.id });
    const tab = openDraftTab(aroha, 'session-one');
    const refused = await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>Mine</p>');
    expect(refused.body.versions.theirs).toMatchObject({
      content: '<p>Published meanwhile</p>',
      version: 0,
      base_revision: 2,
      user: { id: tom.user.id },
    });
    const resolved = await tab.save(post.id, { version: 0, base_revision: 2 }, '<p>Merged</p>');
    expect(resolved.status).toBe(200);
    expect((await tab.publish(post.id, 1)).body.blog).toMatchObject({ content: '<p>Merged</p>', revision: 3 });
  });

  it('accepts one of ten concurrent saves of the same version, and rejects nine with 409', async () => {
    const post = await createLivePost();
    const tabs = Array.from({ length: 10 }, (_, index) => openDraftTab(aroha, `session-${index}`));
    const responses = await Promise.all(
      tabs.map((tab) => tab.save(post.id, { version: 0, base_revision: 1 }, `<p>${tab.clientId}</p>`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('T20 stores sanitised content only', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { body } = await tab.create('<p onclick="x()">Tea<script>x()</script></p>');
    expect(body.draft.content).toBe('<p>Tea</p>');
  });

  it('accepts 1.4 million characters, and rejects more than 2 MB with 413', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    expect((await tab.create(`<p>${'x'.repeat(1_400_000)}</p>`)).status).toBe(201);
    const refused = await tab.create('x'.repeat(2_200_000));
    expect(refused).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  it.each([
    ['unknown fields', { fields: { ...createDraftFields(), id: 5 } }],
    ['an unknown status', { fields: { ...createDraftFields(), status: 'deleted' } }],
    ['a negative version', { version: -1 }],
    ['an invalid client id', { client_id: 'a b' }],
  ])('T8 rejects %s', async (_name, changes) => {
    const post = await createLivePost();
    const whole = { fields: createDraftFields(), content: '', client_id: 'session-one', version: 0, base_revision: 1 };
    const response = await aroha.call('PUT', `/api/blogs/${post.id}/draft`, { ...whole, ...changes });
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await selectCount(test, 'SELECT count(*) FROM drafts')).toBe(0);
  });
});

it('control characters that came along with a paste are removed, and the text is saved', async () => {
  const post = await createLivePost();
  const content = '<p>a\u0000b\u0008c\u001b[31m\ud800d\r\ne\tf</p>';
  const whole = { fields: createDraftFields(), content, client_id: 'session-one', version: 0, base_revision: 1 };
  expect(await aroha.call('PUT', `/api/blogs/${post.id}/draft`, whole)).toMatchObject({ status: 200 });
  const { body } = await aroha.call('GET', `/api/blogs/${post.id}/draft`);
  expect(body.draft.content).toBe('<p>abc[31m\ufffdd\ne\tf</p>');
});

describe('an editor of an earlier build, which names its tab `session`', () => {
  it('gets 400 with the advice to reload on every route, and nothing is stored', async () => {
    const post = await createLivePost();
    const draft = { fields: createDraftFields(), content: '<p>Typed</p>', session: 'session-one' };
    const version = { version: 0, base_revision: 1 };
    const calls: [string, string, object][] = [
      ['POST', '/api/blogs/drafts', draft],
      ['PUT', `/api/blogs/${post.id}/draft`, { ...draft, ...version }],
      ['POST', `/api/blogs/${post.id}/revisions/1/restore`, { version: 0, session: 'session-one' }],
    ];
    for (const [method, path, body] of calls) {
      const refused = await aroha.call(method, path, body);
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(refused.body.message).toBe('This page is out of date. Reload it and try again.');
    }
    expect(await selectCount(test, 'SELECT count(*) FROM drafts')).toBe(0);
  });
});

describe('publishing a draft', () => {
  const startDraft = async (fields: Parameters<typeof createDraftFields>[0], content = '<p>Words</p>') => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id } = (await tab.create(content, fields)).body;
    return { tab, id };
  };

  it('names the invalid fields and keeps the draft', async () => {
    const { tab, id } = await startDraft({ title: '', slug: 'Not an address', status: 'published' });
    const refused = await tab.publish(id, 1);
    expect(refused.status).toBe(400);
    expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toEqual(['title', 'slug']);
    expect((await tab.load(id)).body.draft.fields.slug).toBe('Not an address');
  });

  it('rejects the slug of another post', async () => {
    await createBlog(test.deps, createBlogRequest({ slug: 'taken' }));
    const { tab, id } = await startDraft({ slug: 'taken' });
    expect(await tab.publish(id, 1)).toMatchObject({ status: 409, body: { issues: [{ path: 'slug' }] } });
    expect((await tab.load(id)).body.draft.version).toBe(1);
  });

  it('schedules a post for a future date, and can make it a draft again', async () => {
    const { tab, id } = await startDraft({ status: 'published', published_at: '2026-12-25T09:00:00+13:00' });
    const planned = await tab.publish(id, 1);
    expect(planned.body.blog).toMatchObject({ status: 'published', published_at: '2026-12-24T20:00:00.000Z' });
    expect((await aroha.call('GET', '/api/blogs?status=scheduled')).body).toMatchObject([{ id, is_live: false }]);
    expect((await aroha.call('GET', '/api/blogs?status=published')).body).toEqual([]);
    await tab.save(id, { version: 0, base_revision: 2 }, '<p>Words</p>', { status: 'draft' });
    const back = await tab.publish(id, 2);
    expect(back.body.blog).toMatchObject({ status: 'draft', published_at: null });
  });

  it('with an outdated version, or without a draft, returns 409', async () => {
    const { tab, id } = await startDraft({ status: 'published' });
    await tab.save(id, { version: 1, base_revision: 1 }, '<p>More</p>', { status: 'published' });
    expect(await tab.publish(id, 1)).toMatchObject({ status: 409, body: { versions: { theirs: { version: 2 } } } });
    expect((await tab.publish(id, 2)).status).toBe(200);
    expect(await tab.publish(id, 2)).toMatchObject({ status: 409, body: { versions: { theirs: { version: 0 } } } });
  });

  it('never overwrites a newer published version; a save on top of it can be published', async () => {
    const post = await createLivePost();
    const tab = openDraftTab(tom, 'session-one');
    await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>Mine</p>', { status: 'published' });
    await updateBlog(test.deps, post.id, createBlogRequest({ content: '<p>Hers</p>' }));
    const refused = await tab.publish(post.id, 1);
    expect(refused).toMatchObject({
      status: 409,
      body: { versions: { theirs: { content: '<p>Hers</p>', version: 1, base_revision: 2 } } },
    });
    expect(await readPublicContent(post.slug)).toBe('<p>Hers</p>');
    const merged = await tab.save(post.id, { version: 1, base_revision: 2 }, '<p>Both</p>', { status: 'published' });
    expect((await tab.publish(post.id, merged.body.version)).body.blog.content).toBe('<p>Both</p>');
  });

  it('is done once for ten concurrent requests', async () => {
    const { tab, id } = await startDraft({ status: 'published' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => tab.publish(id, 1)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(1);
  });
});

describe('discarding a draft', () => {
  it('keeps the post unchanged and the draft content as a revision', async () => {
    const post = await createLivePost();
    const tab = openDraftTab(aroha, 'session-one');
    await tab.save(post.id, { version: 0, base_revision: 1 }, '<p>Never mind</p>');
    const refused = await aroha.call('DELETE', `/api/blogs/${post.id}/draft`, { version: 7 });
    expect(refused.status).toBe(409);
    expect((await aroha.call('DELETE', `/api/blogs/${post.id}/draft`, { version: 1 })).status).toBe(204);
    expect((await tab.load(post.id)).body).toMatchObject({ draft: null, blog: { content: post.content } });
    const [newest] = await tab.revisions(post.id);
    expect((await tab.revision(post.id, newest.number)).content).toBe('<p>Never mind</p>');
  });
});

describe('T32 the audit log', () => {
  it('has exactly one row for each change of a post', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id } = (await tab.create('<p>Words</p>', { status: 'published' })).body;
    await tab.publish(id, 1);
    await aroha.call('PUT', `/api/blogs/${id}`, createBlogRequest());
    await aroha.call('DELETE', `/api/blogs/${id}`);
    await aroha.call('POST', `/api/blogs/${id}/restore`);
    await aroha.call('DELETE', `/api/blogs/${id}`);
    await aroha.call('DELETE', `/api/blogs/trash/${id}`);
    const { rows } = await test.db.client.execute(
      "SELECT action, actor_id, subject FROM audit_log WHERE action LIKE 'blog.%' ORDER BY id",
    );
    expect(rows.map((row) => row.action)).toEqual([
      'blog.created',
      'blog.changed',
      'blog.changed',
      'blog.trashed',
      'blog.restored',
      'blog.trashed',
      'blog.deleted',
    ]);
    for (const row of rows) expect(row).toMatchObject({ actor_id: aroha.user.id, subject: `blog:${id}` });
  });
});
