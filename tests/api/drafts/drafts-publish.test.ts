import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let aroha: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  aroha = await createDraftCaller(test, { firstName: 'Aroha', lastName: 'Ngata' });
});
afterEach(() => test.close());

describe('a publish', () => {
  it('of a draft that names no author is by who began it', async () => {
    const { id } = (await openDraftTab(aroha, 'session-one').create('<p>Text</p>', { title: 'Mine' })).body;
    expect((await aroha.call('POST', `/api/blogs/${id}/publish`, { version: 1 })).body.blog).toMatchObject({
      author_name: 'Aroha Ngata',
    });
  });

  it('uses the fields that the editor sends with it, such as another status, instead of those of the draft', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id, draft } = (await tab.create('<p>Text</p>', { title: 'One request' })).body;
    const fields = { ...draft.fields, status: 'published' };
    const published = await aroha.call('POST', `/api/blogs/${id}/publish`, { version: 1, fields });
    expect(published).toMatchObject({ status: 200, body: { blog: { slug: 'one-request', status: 'published' } } });
    const revisions = await aroha.call('GET', `/api/blogs/${id}/revisions`);
    const newest = await aroha.call('GET', `/api/blogs/${id}/revisions/${revisions.body.revisions[0].number}`);
    expect(newest.body).toMatchObject({ reason: 'published', fields: { status: 'published' } });
  });

  it('of a draft that another call overtook answers with the live post, on which the merged text is published', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id } = (await tab.create('<p>One.</p><p>Two.</p>', { title: 'Two writers' })).body;
    const changes = { title: 'Two writers', slug: 'two-writers', status: 'published' as const };
    const { revision } = (await aroha.call('POST', `/api/blogs/${id}/publish`, { version: 1 })).body.blog;
    const saved = await tab.save(id, { version: 0, base_revision: revision }, '<p>One. Mine.</p><p>Two.</p>', changes);
    const other = { title: 'Two writers', content: '<p>One.</p><p>Two. Theirs.</p>', categoryIds: [], status: 'draft' };
    expect((await aroha.call('PUT', `/api/blogs/${id}`, other)).status).toBe(200);
    const refused = await tab.publish(id, saved.body.version);
    expect(refused.status).toBe(409);
    const { theirs } = refused.body.versions;
    expect(theirs).toMatchObject({ version: saved.body.version, content: '<p>One.</p><p>Two. Theirs.</p>' });
    const merged = await tab.save(id, theirs, '<p>One. Mine.</p><p>Two. Theirs.</p>', changes);
    const published = await tab.publish(id, merged.body.version);
    expect(published).toMatchObject({ status: 200, body: { blog: { status: 'published' } } });
    expect(published.body.blog.content).toBe('<p>One. Mine.</p><p>Two. Theirs.</p>');
  });

  it('with a wrong field names it and changes nothing', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id, draft } = (await tab.create('<p>Text</p>', { title: 'One request' })).body;
    const fields = { ...draft.fields, title: '', status: 'published' };
    const refused = await aroha.call('POST', `/api/blogs/${id}/publish`, { version: 1, fields });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'title' }] } });
    expect((await tab.load(id)).body.draft).toMatchObject({ version: 1, fields: { title: 'One request' } });
  });
});
