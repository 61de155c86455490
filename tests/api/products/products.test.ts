import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { listAuditEntries, type ApiCaller, createApiCaller, UNKNOWN_KEYS } from '../../support/app/api-caller.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createJoinRequest, joinWaitingList, sendJson } from '../../support/app/waiting-list.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const namesOf = async (caller = admin): Promise<string[]> =>
  (await caller.call('GET', '/api/products')).body.map((product: { name: string }) => product.name);
const add = async (name: string) => (await admin.call('POST', '/api/products', { name })).body.id as number;
const taken = { status: 409, body: expect.objectContaining({ issues: [expect.objectContaining({ path: 'name' })] }) };

describe('products to read', () => {
  it('are all fields of the contract, in their order, for any signed-in person', async () => {
    const person = await createApiCaller(test, 'user');
    expect(await namesOf(person)).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect((await person.call('GET', '/api/products/4')).body).toEqual({
      id: 4,
      name: 'GenMate',
      description: expect.stringContaining('Long-form'),
      position: 2,
      section_count: 0,
      document_count: 0,
      created_at: '2026-11-21T00:00:00.000Z',
      updated_at: '2026-11-21T00:00:00.000Z',
    });
  });

  it('T24 counts drafts for admins only', async () => {
    const section = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: 4 })).body.id;
    for (const status of ['draft', 'published']) {
      await admin.call('POST', '/api/documents', { title: status, content: '', section_id: section, status });
    }
    const person = await createApiCaller(test, 'user');
    expect((await person.call('GET', '/api/products/4')).body).toMatchObject({ section_count: 1, document_count: 1 });
    expect((await admin.call('GET', '/api/products/4')).body).toMatchObject({ section_count: 1, document_count: 2 });
    expect((await person.call('GET', '/api/products/4/sections')).body).toMatchObject([{ document_count: 1 }]);
  });
});

describe('products to write', () => {
  it('T32 adds one at the end, changes it, deletes it, each with one audit row', async () => {
    const made = await admin.call('POST', '/api/products', { name: ' Ink &  Paper ', description: 'For letters' });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Ink & Paper', description: 'For letters', position: 4, section_count: 0, document_count: 0 },
    });
    const { id } = made.body;
    test.clock.advance(1_000);
    expect(await admin.call('PUT', `/api/products/${id}`, { name: 'INK & PAPER', description: '' })).toMatchObject({
      status: 200,
      body: { name: 'INK & PAPER', description: null, position: 4, updated_at: '2026-11-21T00:00:01.000Z' },
    });
    expect((await admin.call('DELETE', `/api/products/${id}`)).status).toBe(204);
    expect((await admin.call('GET', `/api/products/${id}`)).status).toBe(404);
    const subject = `product:${id}`;
    expect(await listAuditEntries(test)).toEqual([
      { action: 'product.created', actorId: admin.id, subject },
      { action: 'product.changed', actorId: admin.id, subject },
      { action: 'product.deleted', actorId: admin.id, subject },
    ]);
  });

  it.each([
    {},
    { name: ' ' },
    { name: 'x'.repeat(81) },
    { name: 'a\u0000' },
    { name: 'a', description: 'x'.repeat(501) },
  ])('refuses %j', async (body) => {
    expect(await admin.call('POST', '/api/products', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await namesOf()).toHaveLength(4);
  });

  it.each(UNKNOWN_KEYS)('T8 refuses the key %s', async (key) => {
    for (const [method, path] of [
      ['POST', '/api/products'],
      ['PUT', '/api/products/4'],
    ] as const) {
      expect((await admin.call(method, path, { name: 'New', [key]: 1 })).status).toBe(400);
    }
    expect(await namesOf()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect(await listAuditEntries(test)).toEqual([]);
  });

  it.each(['TAXMATE', ' taxmate '])('refuses the name of another in any case: %s', async (name) => {
    expect(await admin.call('POST', '/api/products', { name })).toMatchObject(taken);
    expect(await admin.call('PUT', '/api/products/4', { name })).toMatchObject(taken);
    expect(await namesOf()).toHaveLength(4);
  });

  it('refuses the name of another beyond A to Z', async () => {
    await add('Māori');
    expect(await admin.call('POST', '/api/products', { name: 'MĀORI' })).toMatchObject(taken);
  });

  it('lets one of ten at once through', async () => {
    const names = Array.from({ length: 10 }, (_, at) => (at % 2 ? 'same' : 'SAME'));
    const answers = await Promise.all(names.map((name) => admin.call('POST', '/api/products', { name })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(taken);
    expect(await listAuditEntries(test)).toHaveLength(1);
  });

  it('says what one that is not empty holds, and keeps it', async () => {
    const section = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: 4 })).body.id;
    await admin.call('POST', '/api/sections', { name: 'More', product_id: 4 });
    await admin.call('POST', '/api/documents', { title: 'One', content: '', section_id: section, status: 'draft' });
    await joinWaitingList(test);
    const before = await listAuditEntries(test);
    expect(await admin.call('DELETE', '/api/products/4')).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'GenMate still holds 2 sections with 1 document and 1 waiting-list entry. Move or delete them first.',
      },
    });
    expect(await namesOf()).toContain('GenMate');
    expect(await listAuditEntries(test)).toEqual(before);
  });

  it('says so when somebody joins the list of one that is gone', async () => {
    await admin.call('DELETE', '/api/products/4');
    expect((await joinWaitingList(test)).status).toBe(400);
    expect(await selectCount(test, 'SELECT count(*) FROM outbox')).toBe(0);
  });
});

describe('the order of products', () => {
  it('is as it was told, and a new one comes last', async () => {
    expect((await admin.call('PUT', '/api/products/order', { ids: [5, 4, 2, 1] })).status).toBe(204);
    expect(await namesOf()).toEqual(['ChatMate', 'GenMate', 'OpenShelf', 'TaxMate']);
    await add('Last');
    expect((await namesOf()).at(-1)).toBe('Last');
    expect((await listAuditEntries(test)).map(({ action, subject }) => [action, subject])).toContainEqual([
      'products.ordered',
      'products',
    ]);
  });

  it.each([[[]], [[1, 1, 2, 4]], [['1']], [[1.5]], [undefined]])('refuses %j', async (ids) => {
    expect((await admin.call('PUT', '/api/products/order', { ids })).status).toBe(400);
  });

  it.each([[[1, 2, 4]], [[1, 2, 4, 5, 9]], [[1, 2, 4, 9]]])('tells that %j are not all of them by now', async (ids) => {
    expect(await admin.call('PUT', '/api/products/order', { ids })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Somebody else changed the products') },
    });
    expect(await namesOf()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect(await listAuditEntries(test)).toEqual([]);
  });

  it('stays whole when many order at once', async () => {
    const orders = [
      [5, 4, 2, 1],
      [1, 5, 2, 4],
      [2, 1, 4, 5],
    ];
    const answers = await Promise.all(orders.map((ids) => admin.call('PUT', '/api/products/order', { ids })));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const now = (await admin.call('GET', '/api/products')).body.map(({ id }: { id: number }) => id);
    expect(orders).toContainEqual(now);
  });
});

describe('the products of the demo', () => {
  it('do not come back after a delete or a rename', async () => {
    await admin.call('DELETE', '/api/products/2');
    await admin.call('PUT', '/api/products/1', { name: 'Taxes' });
    await seedProducts(test.db, test.clock.now());
    expect(await namesOf()).toEqual(['Taxes', 'GenMate', 'ChatMate']);
  });

  it('do not come back to a table that was emptied', async () => {
    for (const id of [1, 2, 4, 5]) await admin.call('DELETE', `/api/products/${id}`);
    await seedProducts(test.db, test.clock.now());
    expect(await namesOf()).toEqual([]);
    expect(await add('A new start')).toBe(6);
  });
});

describe('a database without demo content', () => {
  beforeEach(() => test.db.client.execute('DELETE FROM products'));
  beforeEach(() => test.db.client.execute("DELETE FROM sqlite_sequence WHERE name = 'products'"));

  it('gives a product of the catalogue its id, and begins behind them with others', async () => {
    expect(await add('Ink')).toBe(6);
    expect(await add('genmate')).toBe(4);
    expect(await add('Paper')).toBe(7);
  });

  it('gets the product of a waiting list with its first entry', async () => {
    await joinWaitingList(test, { email: 'ada@example.com' });
    expect(await namesOf()).toEqual(['GenMate']);
  });

  it('does not get a product back that an admin deleted', async () => {
    await seedProducts(test.db, test.clock.now());
    await admin.call('DELETE', '/api/products/4');
    expect((await sendJson(test, 'POST', '', createJoinRequest({}))).status).toBe(400);
    expect(await namesOf()).toEqual(['TaxMate', 'OpenShelf', 'ChatMate']);
  });
});
