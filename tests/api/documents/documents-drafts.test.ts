import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries, type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { BUOY_ID, RUDDER, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
let admin: ApiCaller;
let sectionId: number;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
  sectionId = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: BUOY_ID })).body.id;
});
afterEach(() => test.close());

const fields = (changes: object = {}) => ({
  title: 'Your first book',
  section_id: sectionId,
  status: 'published',
  slug: null,
  ...changes,
});
const createDraft = (content: string, changes: object = {}, session = 'session-1') =>
  admin.call('POST', '/api/documents/drafts', { fields: fields(changes), content, client_id: session });
type DraftVersion = { version: number; base_revision: number };
const save = (id: number, on: DraftVersion, content: string, changes: object = {}, session = 'session-1') =>
  admin.call('PUT', `/api/documents/${id}/draft`, { fields: fields(changes), content, client_id: session, ...on });
const publish = (id: number, version: number, caller = admin) =>
  caller.call('POST', `/api/documents/${id}/publish`, { version });
const listReasons = async (id: number): Promise<string[]> =>
  (await admin.call('GET', `/api/documents/${id}/revisions`)).body.revisions.map(
    ({ reason, title }: { reason: string; title: string }) => `${reason}: ${title}`,
  );

describe('a new document', () => {
  it('T24 is a draft that readers cannot see until it is published', async () => {
    const user = await createApiCaller(test, 'user');
    const { status, body } = await createDraft('<p>Begin.</p>');
    expect(status).toBe(201);
    expect(body.draft).toMatchObject({ version: 1, base_revision: 1, content: '<p>Begin.</p>', fields: fields() });
    expect((await admin.call('GET', `/api/documents/${body.id}/draft`)).body).toMatchObject({
      document: { id: body.id, status: 'draft', content: '', has_draft: true, title: 'Your first book' },
      draft: { version: 1 },
    });
    expect((await user.call('GET', `/api/documents/${body.id}`)).status).toBe(404);
    expect((await user.call('GET', '/api/documents')).body).toEqual([]);

    test.clock.advance(1_000);
    expect(await publish(body.id, 1)).toEqual({
      status: 200,
      body: {
        document: expect.objectContaining({
          status: 'published',
          revision: 2,
          has_draft: false,
          content: '<p>Begin.</p>',
        }),
        publish_id: null,
      },
    });
    expect((await user.call('GET', `/api/documents/${body.id}`)).body.content).toBe('<p>Begin.</p>');
    expect(await listReasons(body.id)).toEqual(['published: Your first book', 'draft: Your first book']);
  });

  it('is created once per tab, also when the request is repeated', async () => {
    const first = (await createDraft('<p>One</p>')).body;
    const repeated = (await createDraft('<p>Two</p>')).body;
    const other = (await createDraft('<p>Three</p>', {}, 'session-2')).body;
    expect(repeated).toMatchObject({ id: first.id, draft: { version: 2, content: '<p>Two</p>' } });
    expect(other.id).not.toBe(first.id);
  });

  it('is saved although its section was deleted meanwhile; publishing reports the section', async () => {
    await admin.call('DELETE', `/api/sections/${sectionId}`);
    const { status, body } = await createDraft('<p>Not lost.</p>');
    expect([status, body.draft?.content, body.draft?.fields.section_id]).toEqual([201, '<p>Not lost.</p>', sectionId]);
    expect((await admin.call('GET', '/api/documents')).body[0]).toMatchObject({ section_id: null, position: 0 });
    const refused = await publish(body.id, 1);
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'section_id']);
    const saved = await save(body.id, { version: 1, base_revision: 1 }, '<p>Kept.</p>', { section_id: null });
    expect((await publish(body.id, saved.body.version)).status).toBe(200);
  });

  it('is listed with the title and the section of its draft', async () => {
    const other = (await admin.call('POST', '/api/sections', { name: 'Other', product_id: RUDDER_ID })).body.id;
    const { id } = (await createDraft('', { title: '', section_id: null })).body;
    const listed = async () => (await admin.call('GET', '/api/documents')).body[0];
    expect(await listed()).toMatchObject({ title: 'Untitled document', section_id: null });
    await save(id, { version: 1, base_revision: 1 }, '', { title: 'Named', section_id: other });
    expect(await listed()).toMatchObject({
      title: 'Named',
      section_name: 'Other',
      product_name: RUDDER,
      revision: 1,
    });
    await save(id, { version: 2, base_revision: 1 }, '', { title: 'Named', section_id: 999 });
    expect(await listed()).toMatchObject({ section_name: 'Other' });
  });

  it('T32 writes one audit row when created, none when saved, one when published', async () => {
    const { id } = (await createDraft('<p>One</p>')).body;
    await save(id, { version: 1, base_revision: 1 }, '<p>Two</p>');
    await publish(id, 2);
    const subject = `document:${id}`;
    expect((await listAuditEntries(test)).filter(({ subject: of }) => of.startsWith('document:'))).toEqual([
      { action: 'document.created', actorId: admin.id, subject },
      { action: 'document.changed', actorId: admin.id, subject },
    ]);
  });
});

describe('a draft of a published document', () => {
  const createPublished = async () => {
    const { body } = await admin.call('POST', '/api/documents', {
      title: 'Live',
      content: '<p>Live.</p>',
      section_id: sectionId,
    });
    return body.id as number;
  };

  it('changes nothing for readers until it is published', async () => {
    const user = await createApiCaller(test, 'user');
    const id = await createPublished();
    const read = async () => (await user.call('GET', `/api/documents/${id}`)).body;
    expect((await save(id, { version: 0, base_revision: 1 }, '<p>New.</p>', { title: 'New' })).status).toBe(200);
    expect(await read()).toMatchObject({ title: 'Live', content: '<p>Live.</p>', revision: 1 });
    expect((await publish(id, 1)).status).toBe(200);
    expect(await read()).toMatchObject({ title: 'New', content: '<p>New.</p>', revision: 2 });
    expect(await listReasons(id)).toEqual(['published: New', 'draft: New', 'published: Live']);
  });

  it('with the status draft unpublishes the document', async () => {
    const user = await createApiCaller(test, 'user');
    const id = await createPublished();
    await save(id, { version: 0, base_revision: 1 }, '<p>Live.</p>', { status: 'draft' });
    await publish(id, 1);
    expect((await user.call('GET', `/api/documents/${id}`)).status).toBe(404);
  });

  it('is not published over a newer published version: 409 with both versions', async () => {
    const id = await createPublished();
    await save(id, { version: 0, base_revision: 1 }, '<p>Mine.</p>', { title: 'Mine' });
    await admin.call('PUT', `/api/documents/${id}`, {
      title: 'Theirs',
      content: '<p>Theirs.</p>',
      section_id: sectionId,
    });
    expect(await publish(id, 1)).toMatchObject({
      status: 409,
      body: {
        versions: {
          yours: { fields: { title: 'Mine' }, content: '<p>Mine.</p>' },
          theirs: { fields: { title: 'Theirs' }, base_revision: 2, user: { id: admin.id } },
        },
      },
    });
    expect((await admin.call('GET', `/api/documents/${id}`)).body).toMatchObject({ title: 'Theirs', has_draft: true });
  });

  it('is rejected with the field that is missing', async () => {
    const id = await createPublished();
    await save(id, { version: 0, base_revision: 1 }, '<p>Mine.</p>', { title: '', section_id: sectionId });
    expect(await publish(id, 1)).toMatchObject({ status: 400, body: { issues: [{ path: 'title' }] } });
    await save(id, { version: 1, base_revision: 1 }, '<p>Mine.</p>', { section_id: 999 });
    expect(await publish(id, 2)).toMatchObject({ status: 400, body: { issues: [{ path: 'section_id' }] } });
    expect((await admin.call('GET', `/api/documents/${id}`)).body).toMatchObject({ title: 'Live', has_draft: true });
  });

  it('is published by one of two concurrent requests', async () => {
    const id = await createPublished();
    await save(id, { version: 0, base_revision: 1 }, '<p>Mine.</p>');
    const responses = await Promise.all([publish(id, 1), publish(id, 1)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await admin.call('GET', `/api/documents/${id}`)).body.revision).toBe(2);
  });

  it('can be restored from an earlier revision', async () => {
    const id = await createPublished();
    await admin.call('PUT', `/api/documents/${id}`, { title: 'Second', content: '<p>2</p>', section_id: sectionId });
    const restored = await admin.call('POST', `/api/documents/${id}/revisions/1/restore`, {
      version: 0,
      client_id: 'session-1',
    });
    expect(restored).toMatchObject({ status: 200, body: { content: '<p>Live.</p>', fields: { title: 'Live' } } });
    expect((await admin.call('GET', `/api/documents/${id}`)).body.title).toBe('Second');
  });

  it('is deleted with the document, and so are its revisions', async () => {
    const id = await createPublished();
    await save(id, { version: 0, base_revision: 1 }, '<p>Mine.</p>');
    await admin.call('DELETE', `/api/documents/${id}`);
    for (const table of ['documents', 'drafts', 'revisions']) {
      expect(
        await selectCount(
          test,
          `SELECT count(*) FROM ${table} ${table === 'documents' ? '' : "WHERE kind = 'document'"}`,
        ),
      ).toBe(0);
    }
  });

  it('is checked before it is published', async () => {
    const id = await createPublished();
    const content = '<p>Text</p><img src="https://example.com/a.png">';
    const { body } = await admin.call('POST', `/api/documents/${id}/check`, { title: 'A', description: null, content });
    const kinds = body.warnings.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('alt');
    expect(kinds).not.toContain('description');
  });
});
