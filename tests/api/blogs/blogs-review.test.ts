import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import {
  createDraftCaller,
  createDraftFields,
  type DraftCaller,
  openDraftTab,
} from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let author: DraftCaller;
let editor: DraftCaller;
/** Of somebody else, live. */
let foreignId: number;
let ownId: number;
beforeEach(async () => {
  test = await createTestApp();
  author = await createDraftCaller(test, { firstName: 'Jo', lastName: 'Pine', role: 'author' });
  editor = await createDraftCaller(test, { firstName: 'Aroha', lastName: 'Ngata', role: 'editor' });
  foreignId = (await createBlog(test.deps, createBlogRequest({ title: 'Live words' }))).id;
  ownId = (await openDraftTab(author, 'tab-of-jo').create('<p>Receipts.</p>', { title: 'Own words' })).body.id;
});
afterEach(() => test.close());

const submit = (caller = author, note = 'Please check the part about GST.', version = 1, id = ownId) =>
  caller.call('POST', `/api/blogs/${id}/submit`, { version, note });
const askForChanges = (note = 'Say which year.') => editor.call('POST', `/api/blogs/${ownId}/return`, { note });
const load = async (caller: DraftCaller) => (await openDraftTab(caller, 'any-tab-1').load(ownId)).body;
const getStart = async (caller: DraftCaller) => (await caller.call('GET', '/api/overview')).body;
const publish = (caller: DraftCaller, fields?: object) =>
  caller.call('POST', `/api/blogs/${ownId}/publish`, { version: 1, ...(fields && { fields }) });
const listTitles = async (caller: DraftCaller, query = '') =>
  ((await caller.call('GET', `/api/blogs${query}`)).body as { title: string }[]).map(({ title }) => title);
const listActions = async () =>
  (await test.db.client.execute(`SELECT action FROM audit_log WHERE subject = 'blog:${ownId}' ORDER BY id`)).rows.map(
    ({ action }) => action,
  );

describe('T9 an author', () => {
  it('sees own posts only: in the list, its counts and titles, on the start page and in the search', async () => {
    await editor.call('DELETE', `/api/blogs/${(await createBlog(test.deps, createBlogRequest({ title: 'Gone' }))).id}`);
    expect(await listTitles(author)).toEqual(['Own words']);
    expect((await author.call('GET', '/api/blogs/counts')).body).toMatchObject({ all: 1, published: 0, trash: 0 });
    expect((await author.call('GET', '/api/blogs/titles')).body).toEqual({ titles: ['Own words'], total: 1 });
    expect((await author.call('GET', '/api/blogs/trash')).body).toEqual([]);
    expect((await author.call('GET', '/api/blogs/authors')).body).toEqual(['Jo Pine']);
    const start = await getStart(author);
    expect([start.in_progress.length, start.recently_published.length]).toEqual([1, 0]);
    await submit();
    const states = { all: 1, draft: 1, in_review: 1, scheduled: 0, published: 0 };
    expect([(await getStart(author)).own_posts, (await getStart(editor)).own_posts]).toEqual([states, null]);
    expect((await author.call('GET', '/api/overview/counts')).body).toMatchObject({ posts: 1, users: null });
    expect((await author.call('GET', '/api/overview/search?q=words')).body.results).toMatchObject([{ id: ownId }]);
    expect(await listTitles(editor)).toHaveLength(2);
  });

  it.each([
    ['GET', ''],
    ['GET', '/draft'],
    ['PUT', '/draft'],
    ['DELETE', '/draft'],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['POST', '/editors'],
    ['GET', '/revisions'],
    ['GET', '/revisions/1'],
    ['POST', '/revisions/1/restore'],
    ['POST', '/preview-link'],
    ['POST', '/publish-plan'],
    ['POST', '/submit'],
    ['POST', '/withdraw'],
  ])('gets 404 for the post of somebody else: %s %s', async (method, path) => {
    const bodies: Record<string, unknown> = {
      'PUT /draft': {
        fields: createDraftFields(),
        content: '',
        client_id: 'tab-other-1',
        version: 0,
        base_revision: 1,
      },
      'DELETE /draft': { version: 1 },
      'POST /editors': { client_id: 'tab-other-1' },
      'POST /revisions/1/restore': { version: 0, client_id: 'tab-other-1' },
      'POST /submit': { version: 1 },
    };
    const { status } = await author.call(method, `/api/blogs/${foreignId}${path}`, bodies[`${method} ${path}`]);
    expect(status).toBe(404);
    expect((await editor.call('GET', `/api/blogs/${foreignId}/draft`)).body.draft).toBeNull();
  });

  it('publishes nothing, by no route', async () => {
    expect((await publish(author)).status).toBe(403);
    expect((await author.call('POST', '/api/blogs', createBlogRequest())).status).toBe(403);
    expect((await author.call('PUT', `/api/blogs/${ownId}`, createBlogRequest())).status).toBe(403);
    for (const action of ['publish', 'archive'])
      expect((await author.call('POST', '/api/blogs/bulk', { ids: [ownId], action })).status).toBe(403);
    expect((await author.call('POST', `/api/blogs/${ownId}/return`, { note: 'No.' })).status).toBe(403);
    expect((await author.call('DELETE', `/api/blogs/trash/${ownId}`)).status).toBe(403);
    expect((await editor.call('GET', `/api/blogs/${ownId}`)).body.status).toBe('draft');
  });

  it('deletes own drafts, and nothing that is published', async () => {
    const remove = (id: number) => author.call('POST', '/api/blogs/bulk', { ids: [id], action: 'delete' });
    // T54: a refusal doesn't tell the title of what somebody else wrote.
    expect((await remove(foreignId)).body).toMatchObject({ updated: [], skipped: [{ id: foreignId, name: null }] });
    await publish(editor, { ...(await load(editor)).draft.fields, status: 'published' });
    expect((await remove(ownId)).body.skipped).toMatchObject([
      { reason: 'Only an editor can delete it, because it isn’t a draft.' },
    ]);
    expect((await author.call('DELETE', `/api/blogs/${ownId}`)).status).toBe(409);
    await editor.call('POST', '/api/blogs/bulk', { ids: [ownId], action: 'delete' });
    expect((await author.call('POST', `/api/blogs/${ownId}/restore`)).body.status).toBe('draft');
    expect((await remove(ownId)).body.updated).toEqual([ownId]);
  });

  it('works on the posts of the author whose account it is', async () => {
    expect((await author.call('GET', `/api/blogs/${foreignId}`)).status).toBe(404);
    await test.db.client.batch([
      `INSERT INTO authors (id, name, slug, bio, links, user_id, created_at, updated_at)
        VALUES (7, 'Jo', 'jo', '', '[]', ${author.user.id}, 0, 0)`,
      `INSERT INTO blog_authors (blog_id, author_id, position) VALUES (${foreignId}, 7, 0)`,
    ]);
    expect((await author.call('GET', `/api/blogs/${foreignId}`)).status).toBe(200);
    expect(await listTitles(author)).toHaveLength(2);
  });
});

describe('a draft in review', () => {
  it('waits for the editors, who ask for changes, and is published when it is submitted again', async () => {
    expect((await submit()).body.review).toMatchObject({
      state: 'submitted',
      note: 'Please check the part about GST.',
      submitted_by: { name: 'Jo Pine' },
      reviewed_by: null,
    });
    expect(await listTitles(editor, '?status=in_review')).toEqual(['Own words']);
    expect((await editor.call('GET', '/api/blogs/counts')).body.in_review).toBe(1);
    expect(await getStart(editor)).toMatchObject({
      in_review: [{ id: ownId, title: 'Own words', user: { name: 'Jo Pine' } }],
      in_progress: [{ id: ownId, state: 'in_review' }],
    });
    expect((await getStart(author)).in_review).toEqual([]);

    expect((await askForChanges()).body.review).toMatchObject({
      state: 'returned',
      reviewed_by: { name: 'Aroha Ngata' },
    });
    expect((await getStart(editor)).in_review).toEqual([]);
    expect(await getStart(author)).toMatchObject({
      changes_asked: [{ id: ownId, note: 'Say which year.', user: { name: 'Aroha Ngata' } }],
      in_progress: [{ state: 'returned' }],
    });
    expect((await load(author)).review).toMatchObject({ state: 'returned', note: 'Say which year.' });

    await submit(author, '');
    expect((await load(editor)).review).toMatchObject({ state: 'submitted', note: '', reviewed_by: null });
    expect((await publish(editor)).body).toMatchObject({ blog: { status: 'draft' }, review: null });
    expect((await load(author)).review).toBeNull();
    expect(await getStart(author)).toMatchObject({ changes_asked: [] });
    expect(await listActions()).toEqual([
      'blog.created',
      'blog.submitted',
      'blog.returned',
      'blog.submitted',
      'blog.changed',
    ]);
  });

  it('is reported by email: to all who may publish, then to its author', async () => {
    const listEmails = async () =>
      (
        await test.db.client.execute(`SELECT to_email || ' ' || (data ->> 'event') || ' ' || (data ->> 'who') AS line
          FROM outbox WHERE kind = 'post-review' ORDER BY id`)
      ).rows.map(({ line }) => line);
    await submit();
    expect(await listEmails()).toEqual([`${editor.user.email} submitted Jo Pine`]);
    await askForChanges();
    await submit();
    await publish(editor, { ...(await load(editor)).draft.fields, status: 'published' });
    expect((await listEmails()).filter((line) => !String(line).includes('submitted'))).toEqual([
      `${author.user.email} returned Aroha Ngata`,
      `${author.user.email} published Aroha Ngata`,
    ]);
  });

  it('T54 is announced once for each review, and again only after it came back', async () => {
    const countMails = async () =>
      Number(
        (
          await test.db.client.execute(
            "SELECT count(*) FROM outbox WHERE kind = 'post-review' AND data ->> 'event' = 'submitted'",
          )
        ).rows[0]?.[0],
      );
    for (let n = 0; n < 5; n += 1) {
      expect((await submit(author, `Note ${n}`)).status).toBe(200);
      await author.call('POST', `/api/blogs/${ownId}/withdraw`);
      test.clock.advance(1_000);
    }
    await submit();
    expect(await countMails()).toBe(1);
    await askForChanges();
    await submit();
    expect(await countMails()).toBe(2);
  });

  it('T54 is one of many in one email when its author submits more than 5 posts in an hour', async () => {
    for (let n = 1; n <= 12; n += 1) {
      const { id } = (await openDraftTab(author, `tab-of-jo-${n}`).create('<p>Words.</p>', { title: `Post ${n}` }))
        .body;
      expect((await submit(author, '', 1, id)).status).toBe(200);
    }
    const { rows } = await test.db.client.execute(
      "SELECT data ->> 'event' AS event, data ->> 'title' AS title FROM outbox WHERE kind = 'post-review' ORDER BY id",
    );
    expect(rows.map(({ event, title }) => `${event} ${title}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => `submitted Post ${n}`),
      'submitted_more Post 6',
    ]);
  });

  it('stays in review when author and editor write on', async () => {
    await submit();
    const saved = await openDraftTab(author, 'tab-of-jo').save(ownId, { version: 1, base_revision: 1 }, '<p>More.</p>');
    expect(saved.body.version).toBe(2);
    const later = openDraftTab(editor, 'tab-of-aroha');
    expect((await later.save(ownId, { version: 2, base_revision: 1 }, '<p>Mended.</p>')).status).toBe(200);
    expect(await load(author)).toMatchObject({ review: { state: 'submitted' }, draft: { content: '<p>Mended.</p>' } });
  });

  it('is taken back by its author, once', async () => {
    await submit();
    expect((await author.call('POST', `/api/blogs/${ownId}/withdraw`)).status).toBe(204);
    expect((await load(author)).review).toBeNull();
    expect((await author.call('POST', `/api/blogs/${ownId}/withdraw`)).status).toBe(409);
    expect((await askForChanges()).status).toBe(409);
  });

  it('can be published as it is: without a title it isn’t taken', async () => {
    const { id } = (await openDraftTab(author, 'tab-untitled').create('<p>Words.</p>', { title: '' })).body;
    const { status, body } = await submit(author, '', 1, id);
    expect([status, body.issues]).toMatchObject([400, [{ path: 'title' }]]);
  });

  it('is the version that was saved last: another one is a conflict', async () => {
    expect((await submit(author, '', 2)).status).toBe(409);
    expect((await load(author)).review).toBeNull();
  });

  it('needs words when changes are asked for', async () => {
    await submit();
    expect((await askForChanges(' ')).body.issues).toMatchObject([{ message: 'Say what should change.' }]);
  });

  it('is as it was after a publish is undone', async () => {
    await submit();
    const { body } = await editor.call('POST', '/api/blogs/bulk', { ids: [ownId], action: 'publish' });
    expect((await editor.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).status).toBe(200);
    expect((await load(author)).review).toMatchObject({ state: 'submitted', submitted_by: { name: 'Jo Pine' } });
  });
});
