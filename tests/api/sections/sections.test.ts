import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries, type ApiCaller, createApiCaller, UNKNOWN_KEYS } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const GENMATE = 4;
const TAXMATE = 1;

const add = async (name: string, productId: number | null = GENMATE) =>
  (await admin.call('POST', '/api/sections', { name, product_id: productId })).body.id as number;
const addDocument = (sectionId: number, status = 'published') =>
  admin.call('POST', '/api/documents', { title: 'One', content: '', section_id: sectionId, status });
const listNames = async (path = '/api/sections'): Promise<string[]> =>
  (await admin.call('GET', path)).body.map((section: { name: string }) => section.name);
const order = (productId: number | null, ids: number[]) =>
  admin.call('PUT', '/api/sections/order', { product_id: productId, ids });

describe('reading sections', () => {
  it('returns all fields of the contract, by product and in order', async () => {
    await add('Loose', null);
    await add('Second');
    await add('Third');
    await add('First', TAXMATE);
    const user = await createApiCaller(test, 'user');
    const { body } = await user.call('GET', '/api/sections');
    expect(body.map((section: { name: string }) => section.name)).toEqual(['First', 'Second', 'Third', 'Loose']);
    expect(body[2]).toEqual({
      id: 3,
      name: 'Third',
      product_id: GENMATE,
      product_name: 'GenMate',
      position: 1,
      document_count: 0,
      created_at: '2026-11-21T00:00:00.000Z',
      updated_at: '2026-11-21T00:00:00.000Z',
    });
    expect((await user.call('GET', '/api/sections/1')).body).toMatchObject({
      name: 'Loose',
      product_id: null,
      product_name: null,
    });
    expect(await listNames(`/api/products/${GENMATE}/sections`)).toEqual(['Second', 'Third']);
  });

  it('T24 counts drafts for admins only', async () => {
    const id = await add('Start');
    await addDocument(id);
    await addDocument(id, 'draft');
    const user = await createApiCaller(test, 'user');
    expect((await user.call('GET', `/api/sections/${id}`)).body.document_count).toBe(1);
    expect((await admin.call('GET', `/api/sections/${id}`)).body.document_count).toBe(2);
    expect((await user.call('GET', `/api/sections/${id}/documents`)).body).toHaveLength(1);
    expect((await admin.call('GET', `/api/sections/${id}/documents`)).body).toHaveLength(2);
  });
});

describe('writing sections', () => {
  it('T32 creates, changes and deletes, each with one audit row', async () => {
    const created = await admin.call('POST', '/api/sections', { name: ' Getting  started ', product_id: GENMATE });
    expect(created).toMatchObject({ status: 201, body: { name: 'Getting started', product_name: 'GenMate' } });
    const { id } = created.body;
    expect(await admin.call('PUT', `/api/sections/${id}`, { name: 'Begin', product_id: null })).toMatchObject({
      status: 200,
      body: { name: 'Begin', product_id: null, product_name: null },
    });
    expect((await admin.call('DELETE', `/api/sections/${id}`)).status).toBe(204);
    expect(await listNames()).toEqual([]);
    const subject = `section:${id}`;
    expect(await listAuditEntries(test)).toEqual([
      { action: 'section.created', actorId: admin.id, subject },
      { action: 'section.changed', actorId: admin.id, subject },
      { action: 'section.deleted', actorId: admin.id, subject },
    ]);
  });

  it('accepts a section without a product', async () => {
    expect(await admin.call('POST', '/api/sections', { name: 'Loose' })).toMatchObject({
      status: 201,
      body: { product_id: null },
    });
  });

  it.each([
    {},
    { name: ' ' },
    { name: 'x'.repeat(121) },
    { name: 'ok', product_id: '4' },
    { name: 'ok', product_id: 99 },
  ])('rejects %j', async (body) => {
    const id = await add('There');
    expect((await admin.call('POST', '/api/sections', body)).status).toBe(400);
    expect((await admin.call('PUT', `/api/sections/${id}`, body)).status).toBe(400);
    expect(await listNames()).toEqual(['There']);
  });

  it.each(UNKNOWN_KEYS)('T8 rejects the key %s', async (key) => {
    expect((await admin.call('POST', '/api/sections', { name: 'New', [key]: 1 })).status).toBe(400);
    expect(await listNames()).toEqual([]);
  });

  it('rejects the deletion of a section with documents or drafts, with their number', async () => {
    const id = await add('Start');
    await addDocument(id, 'draft');
    const response = (message: string) => ({ status: 409, body: { message } });
    expect(await admin.call('DELETE', `/api/sections/${id}`)).toMatchObject(
      response('Start still has 1 document. Move or delete it first.'),
    );
    await addDocument(id);
    expect(await admin.call('DELETE', `/api/sections/${id}`)).toMatchObject(
      response('Start still has 2 documents. Move or delete them first.'),
    );
    expect(await listNames()).toEqual(['Start']);
    expect((await listAuditEntries(test)).map(({ action }) => action)).not.toContain('section.deleted');
  });

  it('never loses a document to a concurrent deletion', async () => {
    const id = await add('Start');
    const [deleted, created] = await Promise.all([admin.call('DELETE', `/api/sections/${id}`), addDocument(id)]);
    expect([deleted.status, created.status]).toEqual(created.status === 201 ? [409, 201] : [204, 400]);
  });
});

describe('the order of sections', () => {
  it('is set within a product, and does not change others', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await add('T1', TAXMATE);
    await add('T2', TAXMATE);
    expect((await order(GENMATE, [c, a, b])).status).toBe(204);
    expect(await listNames()).toEqual(['T1', 'T2', 'C', 'A', 'B']);
    expect((await listAuditEntries(test)).at(-1)).toEqual({
      action: 'sections.ordered',
      actorId: admin.id,
      subject: `product:${GENMATE}`,
    });
  });

  it('can be set for sections without a product, too', async () => {
    const [a, b] = [await add('A', null), await add('B', null)];
    expect((await order(null, [b, a])).status).toBe(204);
    expect(await listNames()).toEqual(['B', 'A']);
  });

  it('puts a moved section last and keeps the position of an edited one', async () => {
    const [a] = [await add('A'), await add('B')];
    const moving = await add('T', TAXMATE);
    await admin.call('PUT', `/api/sections/${moving}`, { name: 'T', product_id: GENMATE });
    await admin.call('PUT', `/api/sections/${a}`, { name: 'A2', product_id: GENMATE });
    expect(await listNames()).toEqual(['A2', 'B', 'T']);
  });

  it('is rejected when the list is outdated', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const other = await add('T', TAXMATE);
    for (const ids of [[a], [a, b, 999], [a, other], [a, b, other]]) {
      expect(await order(GENMATE, ids)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Someone else changed these sections') },
      });
    }
    expect(await listNames()).toEqual(['T', 'A', 'B']);
    expect((await listAuditEntries(test)).map(({ action }) => action)).not.toContain('sections.ordered');
  });
});
