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

  it('with a wrong field names it and changes nothing', async () => {
    const tab = openDraftTab(aroha, 'session-one');
    const { id, draft } = (await tab.create('<p>Text</p>', { title: 'One request' })).body;
    const fields = { ...draft.fields, title: '', status: 'published' };
    const refused = await aroha.call('POST', `/api/blogs/${id}/publish`, { version: 1, fields });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'title' }] } });
    expect((await tab.load(id)).body.draft).toMatchObject({ version: 1, fields: { title: 'One request' } });
  });
});
