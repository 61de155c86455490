import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { checkoutAttempts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
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

const listNames = async (caller = admin): Promise<string[]> =>
  (await caller.call('GET', '/api/products')).body.map((product: { name: string }) => product.name);
const add = async (name: string) => (await admin.call('POST', '/api/products', { name })).body.id as number;
const nameTaken = {
  status: 409,
  body: expect.objectContaining({ issues: [expect.objectContaining({ path: 'name' })] }),
};

describe('reading products', () => {
  it('returns all fields of the contract, in order, to any signed-in user', async () => {
    const user = await createApiCaller(test, 'user');
    expect(await listNames(user)).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect((await user.call('GET', '/api/products/4')).body).toEqual({
      id: 4,
      name: 'GenMate',
      description: expect.stringContaining('Long-form'),
      document_readers: 'users',
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
    const user = await createApiCaller(test, 'user');
    expect((await user.call('GET', '/api/products/4')).body).toMatchObject({ section_count: 1, document_count: 1 });
    expect((await admin.call('GET', '/api/products/4')).body).toMatchObject({ section_count: 1, document_count: 2 });
    expect((await user.call('GET', '/api/products/4/sections')).body).toMatchObject([{ document_count: 1 }]);
  });
});

describe('writing products', () => {
  it('T32 creates one at the end, changes it, deletes it, each with one audit row', async () => {
    const created = await admin.call('POST', '/api/products', { name: ' Ink &  Paper ', description: 'For letters' });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Ink & Paper', description: 'For letters', position: 4, section_count: 0, document_count: 0 },
    });
    const { id } = created.body;
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
  ])('rejects %j', async (body) => {
    expect(await admin.call('POST', '/api/products', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await listNames()).toHaveLength(4);
  });

  it.each(UNKNOWN_KEYS)('T8 rejects the key %s', async (key) => {
    for (const [method, path] of [
      ['POST', '/api/products'],
      ['PUT', '/api/products/4'],
    ] as const) {
      expect((await admin.call(method, path, { name: 'New', [key]: 1 })).status).toBe(400);
    }
    expect(await listNames()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect(await listAuditEntries(test)).toEqual([]);
  });

  it.each(['TAXMATE', ' taxmate '])('rejects the name of another product in any case: %s', async (name) => {
    expect(await admin.call('POST', '/api/products', { name })).toMatchObject(nameTaken);
    expect(await admin.call('PUT', '/api/products/4', { name })).toMatchObject(nameTaken);
    expect(await listNames()).toHaveLength(4);
  });

  it('rejects the name of another product in any case beyond A to Z', async () => {
    await add('Māori');
    expect(await admin.call('POST', '/api/products', { name: 'MĀORI' })).toMatchObject(nameTaken);
  });

  it('accepts one of ten concurrent requests with one name', async () => {
    const names = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'same' : 'SAME'));
    const responses = await Promise.all(names.map((name) => admin.call('POST', '/api/products', { name })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses) if (response.status !== 201) expect(response).toMatchObject(nameTaken);
    expect(await listAuditEntries(test)).toHaveLength(1);
  });

  it('rejects the deletion of a product that is not empty and lists what it holds', async () => {
    const section = (await admin.call('POST', '/api/sections', { name: 'Start', product_id: 4 })).body.id;
    await admin.call('POST', '/api/sections', { name: 'More', product_id: 4 });
    await admin.call('POST', '/api/documents', { title: 'One', content: '', section_id: section, status: 'draft' });
    await joinWaitingList(test);
    const before = await listAuditEntries(test);
    expect(await admin.call('DELETE', '/api/products/4')).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'GenMate still has 2 sections with 1 document and 1 waiting list entry. Move or delete them first.',
      },
    });
    expect(await listNames()).toContain('GenMate');
    expect(await listAuditEntries(test)).toEqual(before);
  });

  it('rejects the deletion of a product that was sold', async () => {
    const now = test.clock.now();
    const attempt = { userId: admin.id, productId: 4, planName: 'Pro', priceId: 'price_1', createdAt: now };
    await write(test.db, [test.db.orm.insert(checkoutAttempts).values(attempt)]);
    expect(await admin.call('DELETE', '/api/products/4')).toMatchObject({
      status: 409,
      body: { message: 'GenMate has been sold. Payments refer to it, so it can’t be deleted.' },
    });
    expect((await admin.call('DELETE', '/api/products/1')).status).toBe(204);
  });

  it('joining the waiting list of a deleted product is rejected', async () => {
    await admin.call('DELETE', '/api/products/4');
    expect((await joinWaitingList(test)).status).toBe(400);
    expect(await selectCount(test, 'SELECT count(*) FROM outbox')).toBe(0);
  });
});

describe('the order of products', () => {
  it('can be set, and a new product comes last', async () => {
    expect((await admin.call('PUT', '/api/products/order', { ids: [5, 4, 2, 1] })).status).toBe(204);
    expect(await listNames()).toEqual(['ChatMate', 'GenMate', 'OpenShelf', 'TaxMate']);
    await add('Last');
    expect((await listNames()).at(-1)).toBe('Last');
    expect((await listAuditEntries(test)).map(({ action, subject }) => [action, subject])).toContainEqual([
      'products.ordered',
      'products',
    ]);
  });

  it.each([[[]], [[1, 1, 2, 4]], [['1']], [[1.5]], [undefined]])('rejects %j', async (ids) => {
    expect((await admin.call('PUT', '/api/products/order', { ids })).status).toBe(400);
  });

  it.each([[[1, 2, 4]], [[1, 2, 4, 5, 9]], [[1, 2, 4, 9]]])('returns 409 when %j are not all products', async (ids) => {
    expect(await admin.call('PUT', '/api/products/order', { ids })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Someone else changed the products') },
    });
    expect(await listNames()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect(await listAuditEntries(test)).toEqual([]);
  });

  it('has no gaps after concurrent changes', async () => {
    const orders = [
      [5, 4, 2, 1],
      [1, 5, 2, 4],
      [2, 1, 4, 5],
    ];
    const responses = await Promise.all(orders.map((ids) => admin.call('PUT', '/api/products/order', { ids })));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    const now = (await admin.call('GET', '/api/products')).body.map(({ id }: { id: number }) => id);
    expect(orders).toContainEqual(now);
  });
});

describe('the products of the demo', () => {
  it('do not come back after a delete or a rename', async () => {
    await admin.call('DELETE', '/api/products/2');
    await admin.call('PUT', '/api/products/1', { name: 'Taxes' });
    await seedProducts(test.db, test.clock.now());
    expect(await listNames()).toEqual(['Taxes', 'GenMate', 'ChatMate']);
  });

  it('do not come back after all products were deleted', async () => {
    for (const id of [1, 2, 4, 5]) await admin.call('DELETE', `/api/products/${id}`);
    await seedProducts(test.db, test.clock.now());
    expect(await listNames()).toEqual([]);
    expect(await add('A new start')).toBe(6);
  });
});

describe('a database without demo content', () => {
  beforeEach(async () => {
    await test.db.client.execute('DELETE FROM products');
    await test.db.client.execute("DELETE FROM sqlite_sequence WHERE name = 'products'");
  });

  it('gives a product of the catalogue its id, and all others begin after them', async () => {
    expect(await add('Ink')).toBe(6);
    expect(await add('genmate')).toBe(4);
    expect(await add('Paper')).toBe(7);
  });

  it('gets the product of a waiting list with its first entry', async () => {
    await joinWaitingList(test, { email: 'ada@example.com' });
    expect(await listNames()).toEqual(['GenMate']);
  });

  it('does not get a product back that an admin deleted', async () => {
    await seedProducts(test.db, test.clock.now());
    await admin.call('DELETE', '/api/products/4');
    expect((await sendJson(test, 'POST', '', createJoinRequest())).status).toBe(400);
    expect(await listNames()).toEqual(['TaxMate', 'OpenShelf', 'ChatMate']);
  });
});
