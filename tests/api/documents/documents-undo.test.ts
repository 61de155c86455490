import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { readAllRows } from '../../support/app/all-rows.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { BUOY_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
let admin: ApiCaller;
let sectionId: number;
let id: number;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
  sectionId = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: BUOY_ID })).body.id;
  id = await addDocument('Your first book');
});
afterEach(() => test.close());

const addDocument = async (title: string): Promise<number> =>
  (await admin.call('POST', '/api/documents', { title, content: '<p>Begin.</p>', section_id: sectionId })).body.id;
const restore = (caller = admin) => caller.call('POST', `/api/documents/${id}/restore`);
const remove = async () => expect((await admin.call('DELETE', `/api/documents/${id}`)).status).toBe(204);
/** The rows of a document and its index for the search. */
async function readDocumentRows() {
  const { documents, document_slugs, drafts, revisions, upload_uses } = await readAllRows(test.db);
  const found = await admin.call('POST', '/api/documents/search', { query: 'begin' });
  return { documents, document_slugs, drafts, revisions, upload_uses, found: found.body };
}
const TOO_LATE = { status: 409, body: { message: 'This can’t be undone any more.' } };

describe('POST /api/documents/:id/restore', () => {
  it('puts a deleted document back with its addresses, draft, revisions and uploads', async () => {
    const image = `<img src="/uploads/${'ab'.repeat(32)}-10x10.webp" alt="">`;
    await admin.call('PUT', `/api/documents/${id}`, { title: 'Two', slug: 'two', content: `<p>Begin.</p>${image}` });
    const fields = { title: 'Three', section_id: null, status: 'draft', slug: null };
    const draft = { fields, content: '<p>“Quoted” \\ text</p>', client_id: 'session-one' };
    expect(
      (await admin.call('PUT', `/api/documents/${id}/draft`, { ...draft, version: 0, base_revision: 2 })).status,
    ).toBe(200);
    const other = await addDocument('Another');
    const before = await readDocumentRows();
    expect(before.upload_uses).toHaveLength(1);
    await remove();
    expect(await selectCount(test, 'SELECT count(*) FROM drafts')).toBe(0);
    expect(await restore()).toMatchObject({ status: 200, body: { id, title: 'Two', slug: 'two', revision: 2 } });
    expect(await readDocumentRows()).toEqual(before);
    expect((await admin.call('GET', '/api/documents/slug/your-first-book')).body.id).toBe(id);
    expect((await admin.call('GET', `/api/documents/${other}`)).status).toBe(200);
    const audits = "SELECT count(*) FROM audit_log WHERE action = 'document.deletion_undone'";
    expect(await selectCount(test, audits)).toBe(1);
    // It can be deleted, and put back, again.
    await remove();
    expect((await restore()).status).toBe(200);
  });

  it('works until the window ends, once, and for the same admin only', async () => {
    await remove();
    expect(await restore(await createApiCaller(test))).toMatchObject(TOO_LATE);
    test.clock.advance(29_999);
    expect((await Promise.all([restore(), restore()])).map(({ status }) => status).sort()).toEqual([200, 409]);
    await remove();
    test.clock.advance(30_000);
    expect(await restore()).toMatchObject(TOO_LATE);
  });

  it('is refused when the section has been deleted since', async () => {
    await remove();
    await admin.call('DELETE', `/api/sections/${sectionId}`);
    expect(await restore()).toMatchObject({
      status: 409,
      body: { message: 'Its section has been deleted since, so it can’t be put back.' },
    });
    expect(await selectCount(test, 'SELECT count(*) FROM documents')).toBe(0);
  });
});
