import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries, type ApiCaller, createApiCaller, UNKNOWN_KEYS } from '../../support/app/api-caller.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { BUOY_ID, BUOY_NAME, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
let admin: ApiCaller;
let sectionId: number;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
  sectionId = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: BUOY_ID })).body.id;
});
afterEach(() => test.close());

const input = (changes: object = {}) => ({
  title: 'Your first book',
  content: '<p>Begin with the end.</p>',
  section_id: sectionId,
  ...changes,
});
const post = (changes: object = {}) => admin.call('POST', '/api/documents', input(changes));
const add = async (title: string, changes: object = {}) => (await post({ title, ...changes })).body.id as number;
const listTitles = async (caller = admin, path = '/api/documents'): Promise<string[]> =>
  (await caller.call('GET', path)).body.map((document: { title: string }) => document.title);

describe('the fields of a document', () => {
  it('are optional but for the title: a new one is empty and in no section, an existing one keeps what it has', async () => {
    const created = await admin.call('POST', '/api/documents', { title: 'Only a title' });
    expect(created).toMatchObject({ status: 201, body: { content: '', section_id: null, status: 'published' } });
    const id = await add('Your first book');
    const renamed = await admin.call('PUT', `/api/documents/${id}`, { title: 'Renamed' });
    const expected = { title: 'Renamed', content: '<p>Begin with the end.</p>', section_id: sectionId };
    expect(renamed).toMatchObject({ status: 200, body: expected });
    expect((await admin.call('POST', '/api/documents', {})).status).toBe(400);
  });
});

describe('reading documents', () => {
  it('returns all fields of the contract; lists are without content', async () => {
    const id = await add('Your first book');
    const summary = {
      id,
      slug: 'your-first-book',
      title: 'Your first book',
      section_id: sectionId,
      section_name: 'Start',
      product_id: BUOY_ID,
      product_name: BUOY_NAME,
      status: 'published',
      position: 0,
      revision: 1,
      has_draft: false,
      created_at: '2026-11-21T00:00:00.000Z',
      updated_at: '2026-11-21T00:00:00.000Z',
    };
    const user = await createApiCaller(test, 'user');
    expect((await user.call('GET', '/api/documents')).body).toEqual([summary]);
    expect((await user.call('GET', `/api/sections/${sectionId}/documents`)).body).toEqual([summary]);
    expect((await user.call('GET', `/api/documents/${id}`)).body).toEqual({
      ...summary,
      content: '<p>Begin with the end.</p>',
    });
  });

  it('sorts by product, section and position; documents without a section last', async () => {
    const loose = (await admin.call('POST', '/api/sections', { name: 'Loose' })).body.id;
    const taxes = (await admin.call('POST', '/api/sections', { name: 'Taxes', product_id: RUDDER_ID })).body.id;
    await add('Nowhere', { section_id: null });
    await add('Of no product', { section_id: loose });
    await add('One');
    await add('Two');
    await add('GST', { section_id: taxes });
    expect(await listTitles()).toEqual(['One', 'Two', 'GST', 'Of no product', 'Nowhere']);
    expect((await admin.call('GET', '/api/documents')).body.at(-1)).toMatchObject({
      section_id: null,
      section_name: null,
      product_id: null,
      product_name: null,
    });
  });

  it('T24 hides drafts from users on every route', async () => {
    const user = await createApiCaller(test, 'user');
    const hidden = await add('Secret', { status: 'draft' });
    await add('Open');
    expect(await listTitles(user)).toEqual(['Open']);
    expect(await listTitles(user, `/api/sections/${sectionId}/documents`)).toEqual(['Open']);
    expect(await user.call('GET', `/api/documents/${hidden}`)).toMatchObject({
      status: 404,
      body: { message: 'Document not found' },
    });
    expect(await listTitles()).toEqual(['Secret', 'Open']);
    expect((await admin.call('GET', `/api/documents/${hidden}`)).body.content).toContain('Begin');

    await admin.call('PUT', `/api/documents/${hidden}`, input({ title: 'Public', status: 'published' }));
    expect(await listTitles(user)).toEqual(['Public', 'Open']);
    await admin.call('PUT', `/api/documents/${hidden}`, input({ title: 'Secret again', status: 'draft' }));
    expect(await listTitles(user)).toEqual(['Open']);
  });

  it('shows has_draft to admins only', async () => {
    const id = await add('One');
    await test.db.client.execute({
      sql: `INSERT INTO drafts (kind, subject_id, fields, content, version, base_revision, client_id, created_at, updated_at)
        VALUES ('document', ?, '{}', '', 1, 1, 'session-1', 1, 1)`,
      args: [id],
    });
    const user = await createApiCaller(test, 'user');
    expect((await admin.call('GET', '/api/documents')).body).toMatchObject([{ has_draft: true }]);
    expect((await user.call('GET', '/api/documents')).body).toMatchObject([{ has_draft: false }]);
    expect((await user.call('GET', `/api/documents/${id}`)).body).toMatchObject({ has_draft: false });
  });
});

describe('writing documents', () => {
  it('T32 creates, changes and deletes, each with one audit row', async () => {
    const created = await post({ title: '  Your  first book ' });
    expect(created).toMatchObject({
      status: 201,
      body: { title: 'Your first book', status: 'published', revision: 1 },
    });
    const { id } = created.body;
    test.clock.advance(1_000);
    const changed = await admin.call('PUT', `/api/documents/${id}`, input({ title: 'Second', section_id: null }));
    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Second', section_id: null, revision: 2, updated_at: '2026-11-21T00:00:01.000Z' },
    });
    expect((await admin.call('DELETE', `/api/documents/${id}`)).status).toBe(204);
    expect((await admin.call('GET', `/api/documents/${id}`)).status).toBe(404);
    const subject = `document:${id}`;
    expect((await listAuditEntries(test)).filter(({ subject: of }) => of.startsWith('document:'))).toEqual([
      { action: 'document.created', actorId: admin.id, subject },
      { action: 'document.changed', actorId: admin.id, subject },
      { action: 'document.deleted', actorId: admin.id, subject },
    ]);
  });

  it('keeps the status when a change does not name one', async () => {
    const id = await add('One', { status: 'draft' });
    expect((await admin.call('PUT', `/api/documents/${id}`, input())).body.status).toBe('draft');
  });

  it('T20 sanitises the content and normalises it to NFC', async () => {
    const content = '<p onclick="x()">Te reo Ma\u0304ori<script>alert(1)</script></p><img src="javascript:x">';
    const id = await add('Wha\u0304nau', { content });
    const { body } = await admin.call('GET', `/api/documents/${id}`);
    expect(body).toMatchObject({ title: 'Whānau', content: expect.stringContaining('<p>Te reo Māori</p>') });
    expect(body.content).not.toMatch(/onclick|script/);
    expect(await selectCount(test, "SELECT count(*) FROM documents WHERE content_text = 'Te reo Māori'")).toBe(1);
  });

  it.each([
    { title: '' },
    { title: 'x'.repeat(201) },
    { title: undefined },
    { content: 7 },
    { section_id: 999 },
    { section_id: '1' },
    { status: 'archived' },
    { revision: 0 },
  ])('rejects %j', async (changes) => {
    const id = await add('There');
    expect(await post(changes)).toMatchObject({ status: 400, body: { issues: [expect.anything()] } });
    expect((await admin.call('PUT', `/api/documents/${id}`, input(changes))).status).toBe(400);
    expect(await listTitles()).toEqual(['There']);
    const audits = await listAuditEntries(test);
    expect(audits.filter(({ subject }) => subject === `document:${id}`)).toHaveLength(1);
  });

  it.each(UNKNOWN_KEYS)('T8 rejects the key %s', async (key) => {
    const id = await add('There');
    expect((await post({ [key]: 1 })).status).toBe(400);
    expect((await admin.call('PUT', `/api/documents/${id}`, input({ [key]: 1 }))).status).toBe(400);
    expect(await listTitles()).toEqual(['There']);
  });

  it('accepts one of two concurrent edits of one revision; the other gets 409 with both versions', async () => {
    const id = await add('One');
    const edits = ['Mine', 'Yours'].map((title) => input({ title, revision: 1 }));
    const responses = await Promise.all(edits.map((body) => admin.call('PUT', `/api/documents/${id}`, body)));
    const [accepted] = responses.filter(({ status }) => status === 200);
    const [rejected] = responses.filter(({ status }) => status === 409);
    expect(rejected?.body.versions).toMatchObject({
      yours: { title: accepted?.body.title === 'Mine' ? 'Yours' : 'Mine' },
      theirs: { title: accepted?.body.title, revision: 2, content: '<p>Begin with the end.</p>' },
    });
    expect(await listTitles()).toEqual([accepted?.body.title]);
  });

  it('deletes drafts, revisions, upload uses and search entries with the document', async () => {
    const id = await add('One');
    await test.db.client.batch(
      [
        `INSERT INTO drafts (kind, subject_id, fields, content, version, base_revision, client_id, created_at, updated_at)
          VALUES ('document', ${id}, '{}', '', 1, 1, 'session-1', 1, 1)`,
        `INSERT INTO upload_uses (hash, kind, subject_id, is_draft) VALUES ('aa', 'document', ${id}, 0)`,
        `INSERT INTO upload_uses (hash, kind, subject_id, is_draft) VALUES ('aa', 'blog', ${id}, 0)`,
      ],
      'write',
    );
    expect((await admin.call('DELETE', `/api/documents/${id}`)).status).toBe(204);
    expect(await selectCount(test, "SELECT count(*) FROM drafts WHERE kind = 'document'")).toBe(0);
    expect(await selectCount(test, "SELECT count(*) FROM revisions WHERE kind = 'document'")).toBe(0);
    expect(await selectCount(test, "SELECT count(*) FROM upload_uses WHERE kind = 'document'")).toBe(0);
    expect(await selectCount(test, 'SELECT count(*) FROM upload_uses')).toBe(1);
    expect(await selectCount(test, 'SELECT count(*) FROM documents_search')).toBe(0);
  });
});

describe('the order of documents', () => {
  const order = (ids: number[], section: number | null = sectionId) =>
    admin.call('PUT', '/api/documents/order', { section_id: section, ids });

  it('is set within a section, without a new revision', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    test.clock.advance(1_000);
    expect((await order([c, a, b])).status).toBe(204);
    expect(await listTitles()).toEqual(['C', 'A', 'B']);
    expect((await admin.call('GET', `/api/documents/${c}`)).body).toMatchObject({
      position: 0,
      revision: 1,
      updated_at: '2026-11-21T00:00:00.000Z',
    });
    expect((await listAuditEntries(test)).at(-1)).toEqual({
      action: 'documents.ordered',
      actorId: admin.id,
      subject: `section:${sectionId}`,
    });
  });

  it('can be set for documents without a section, too', async () => {
    const [a, b] = [await add('A', { section_id: null }), await add('B', { section_id: null })];
    expect((await order([b, a], null)).status).toBe(204);
    expect(await listTitles()).toEqual(['B', 'A']);
  });

  it('puts a moved document last and keeps the position of an edited one', async () => {
    const a = await add('A');
    await add('B');
    const moving = await add('M', { section_id: null });
    await admin.call('PUT', `/api/documents/${moving}`, input({ title: 'M' }));
    await admin.call('PUT', `/api/documents/${a}`, input({ title: 'A2' }));
    expect(await listTitles()).toEqual(['A2', 'B', 'M']);
  });

  it('is rejected when the list is outdated, and changes nothing', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const elsewhere = await add('C', { section_id: null });
    for (const ids of [[a], [b, a, 999], [b, elsewhere], [b, a, elsewhere]]) {
      expect(await order(ids)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Someone else changed these documents') },
      });
    }
    expect((await order([a, a, b])).status).toBe(400);
    expect(await listTitles()).toEqual(['A', 'B', 'C']);
    expect((await listAuditEntries(test)).map(({ action }) => action)).not.toContain('documents.ordered');
  });

  it('has no gaps after concurrent changes', async () => {
    const ids = [await add('A'), await add('B'), await add('C')];
    const [ordered] = await Promise.all([order([...ids].reverse()), add('D'), order(ids)]);
    expect([204, 409]).toContain(ordered.status);
    const rows = (await admin.call('GET', '/api/documents')).body as { position: number }[];
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });
});
