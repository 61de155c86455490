import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { BUOY_ID, BUOY_NAME, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const setReaders = (document_readers: string) =>
  admin.call('PUT', `/api/products/${BUOY_ID}`, { name: BUOY_NAME, document_readers });
const setGeneralReaders = (readers: string) =>
  test.db.client.execute({
    sql: `UPDATE site_parts SET fields = json_set(fields, '$.search.general_documents', ?) WHERE kind = 'settings'`,
    args: [readers],
  });

/** One document of each place and status, all with the word ‘kettle’. */
async function addDocuments(): Promise<void> {
  const section = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: BUOY_ID })).body.id;
  const loose = (await admin.call('POST', '/api/sections', { name: 'Loose' })).body.id;
  for (const [title, section_id, status] of [
    ['of a product', section, 'published'],
    ['draft of a product', section, 'draft'],
    ['of a section alone', loose, 'published'],
    ['of nothing', null, 'published'],
    ['draft of nothing', null, 'draft'],
  ])
    await admin.call('POST', '/api/documents', { title, section_id, status, content: '<p>A kettle, 水壶.</p>' });
}

/** Titles by way of the search of the site: as visitors use it, and with a session. */
async function find(caller: ApiCaller | null, q = 'kettle'): Promise<string[]> {
  const path = `/api/search?q=${encodeURIComponent(q)}`;
  const body = caller ? (await caller.call('GET', path)).body : await (await test.app.request(path)).json();
  return (body as { results: { title: string }[] }).results.map(({ title }) => title).sort();
}

const OF_PRODUCT = ['of a product'];
const OF_NONE = ['of a section alone', 'of nothing'];
const PUBLISHED = [...OF_PRODUCT, ...OF_NONE].sort();

describe('who may read documents', () => {
  it('is chosen for each product; at first it is signed-in users, whatever a change leaves out', async () => {
    expect((await admin.call('GET', `/api/products/${BUOY_ID}`)).body).toMatchObject({ document_readers: 'users' });
    expect(await setReaders('everyone')).toMatchObject({ status: 200, body: { document_readers: 'everyone' } });
    const renamed = await admin.call('PUT', `/api/products/${BUOY_ID}`, { name: 'Buoy 2' });
    expect(renamed.body).toMatchObject({ name: 'Buoy 2', document_readers: 'everyone' });
    expect(await setReaders('nobody')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'document_readers', message: 'Choose Signed-in users or Everyone.' }] },
    });
    const created = await admin.call('POST', '/api/products', { name: 'InkMate', document_readers: 'everyone' });
    expect(created.body).toMatchObject({ document_readers: 'everyone' });
    expect(
      (await (await createApiCaller(test, 'user')).call('PUT', `/api/products/${BUOY_ID}`, { name: 'X' })).status,
    ).toBe(403);
  });

  it('T24 nobody without a session finds any, until their product or the settings say everyone; drafts never', async () => {
    await addDocuments();
    const user = await createApiCaller(test, 'user');
    for (const word of ['kettle', '水壶']) {
      expect(await find(null, word)).toEqual([]);
      expect(await find(user, word)).toEqual(PUBLISHED);
      expect(await find(admin, word)).toHaveLength(5);
    }
    await setReaders('everyone');
    for (const word of ['kettle', '水壶']) expect(await find(null, word)).toEqual(OF_PRODUCT);
    await setGeneralReaders('everyone');
    for (const word of ['kettle', '水壶']) expect(await find(null, word)).toEqual(PUBLISHED);
    await setReaders('users');
    for (const word of ['kettle', '水壶']) expect(await find(null, word)).toEqual(OF_NONE);
    expect(await find(user)).toEqual(PUBLISHED);
  });

  it('follows a section to another product', async () => {
    await addDocuments();
    await setReaders('everyone');
    const [section] = (await admin.call('GET', `/api/products/${BUOY_ID}/sections`)).body as { id: number }[];
    await admin.call('PUT', `/api/sections/${section?.id}`, { name: 'Start', product_id: RUDDER_ID });
    expect(await find(null)).toEqual([]);
  });

  it('leaves the API of documents to signed-in users', async () => {
    await addDocuments();
    await setReaders('everyone');
    const paths = [
      'documents',
      'documents/1',
      'documents/slug/of-a-product',
      'documents/page/of-a-product',
      'sections',
    ];
    for (const path of paths.map((each) => `/api/${each}`)) expect((await test.app.request(path)).status).toBe(401);
    expect((await test.app.request('/api/search?q=kettle&type=document')).status).toBe(401);
  });

  it('queues a publish for each change once documentation is public, and for the change that makes it private', async () => {
    const countJobs = async () => {
      const { rows } = await test.db.client.execute("SELECT count(*) FROM publish_jobs WHERE kind = 'documents'");
      return Number(rows[0]?.[0]);
    };
    await addDocuments();
    expect(await countJobs()).toBe(0);
    await setReaders('everyone');
    expect(await countJobs()).toBe(1);
    const [{ id: section }] = (await admin.call('GET', `/api/products/${BUOY_ID}/sections`)).body;
    const ids = async () =>
      ((await admin.call('GET', `/api/sections/${section}/documents`)).body as { id: number }[]).map(({ id }) => id);
    const [first = 0] = await ids();
    const products = (await admin.call('GET', '/api/products')).body as { id: number }[];
    const changes: [method: string, path: string, body?: object][] = [
      ['POST', '/api/documents', { title: 'Added', section_id: section }],
      ['PUT', `/api/documents/${first}`, { title: 'Changed' }],
      ['PUT', `/api/sections/${section}`, { name: 'Renamed', product_id: BUOY_ID }],
      ['PUT', '/api/products/order', { ids: products.map(({ id }) => id).reverse() }],
      ['DELETE', `/api/documents/${first}`],
      ['POST', `/api/documents/${first}/restore`],
    ];
    for (const [at, change] of changes.entries()) {
      expect((await admin.call(...change)).status).toBeLessThan(300);
      expect([change[1], await countJobs()]).toEqual([change[1], at + 2]);
    }
    const order = await admin.call('PUT', '/api/documents/order', {
      section_id: section,
      ids: (await ids()).reverse(),
    });
    expect([order.status, await countJobs()]).toEqual([204, changes.length + 2]);
    await setReaders('users');
    expect(await countJobs()).toBe(changes.length + 3);
    await admin.call('PUT', `/api/documents/${first}`, { title: 'Private' });
    expect(await countJobs()).toBe(changes.length + 3);
  });
});
