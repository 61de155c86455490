import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const PRODUCTS = '/api/admin/products';
const PLANS = '/api/admin/plans';
const CHANGES = '/api/admin/site-changes';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

type Summary = { id: number; name: string; key: string; product_id: number; is_archived: boolean; status: string };
const listProducts = async () => (await admin.call('GET', PRODUCTS)).body.products as Summary[];
const listPlans = async () => (await admin.call('GET', PLANS)).body.plans as Summary[];
const find = (parts: readonly Summary[], key: string) => {
  const part = parts.find((each) => each.key === key);
  if (!part) throw new Error(`nothing has the key ${key}`);
  return part;
};
const findProduct = async (key: string) => find(await listProducts(), key);
const findPlan = async (key: string) => find(await listPlans(), key);

const save = async (path: string, id: number, change: object) => {
  const { live_draft, draft } = (await admin.call('GET', `${path}/${id}/draft`)).body;
  const { fields, version, base_revision } = draft ?? live_draft;
  const body = { fields: { ...fields, ...change }, content: '', client_id: `client-of-${id}`, version, base_revision };
  return admin.call('PUT', `${path}/${id}/draft`, body);
};
type Change = { kind: string; id: number; version: number; title: string; fields: object[]; faults: object[] };
const listChanges = async () => (await admin.call('GET', CHANGES)).body.changes as Change[];
const publishAll = async () =>
  admin.call('POST', `${CHANGES}/publish`, {
    parts: (await listChanges()).map(({ kind, id, version }) => ({ kind, id, version })),
  });
const undo = (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });
const readNames = async () => {
  const { products, plans } = await loadSiteContent(test.db);
  return [...products.map(({ name }) => name), ...plans.map(({ planName }) => planName)];
};
const readDocumented = async () =>
  (await test.db.client.execute('SELECT name FROM products ORDER BY id')).rows.map(({ name }) => name);

describe('products and plans', () => {
  it('are listed in their order, with who has or awaits them', async () => {
    expect((await listProducts()).map(({ name }) => name)).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect(await listPlans()).toMatchObject([
      {
        name: 'Starter',
        product_name: 'GenMate',
        price_month: 0,
        currency: 'USD',
        status: 'live',
        subscriber_count: 0,
        renewing_count: { month: 0, year: 0 },
      },
      { name: 'Creator', product_name: 'GenMate', price_month: 10, badge: 'Most Popular' },
      { name: 'Pro' },
      { name: 'Studio' },
      { name: 'TaxMate', product_name: 'TaxMate', is_archived: false },
    ]);
  });

  it('are renamed by a publish, also in the documentation, and an Undo brings both names back', async () => {
    await save(PRODUCTS, (await findProduct('genmate')).id, { name: 'Skriva' });
    await save(PLANS, (await findPlan('Creator')).id, { name: 'Enkel' });
    expect(await listChanges()).toMatchObject([
      { kind: 'plan', title: 'Enkel', fields: [{ label: 'Name', value: 'Enkel' }], faults: [] },
      { kind: 'product', title: 'Skriva', fields: [{ label: 'Name', value: 'Skriva' }], faults: [] },
    ]);
    expect(await readNames()).toContain('GenMate');
    const { status, body } = await publishAll();
    expect(status).toBe(200);
    expect(await readNames()).toEqual(expect.arrayContaining(['Skriva', 'Enkel']));
    expect(await readDocumented()).toEqual(['TaxMate', 'OpenShelf', 'Skriva', 'ChatMate']);
    expect(await undo(body.undo.id)).toMatchObject({ status: 200 });
    expect(await readNames()).toEqual(expect.arrayContaining(['GenMate', 'Creator']));
    expect(await readDocumented()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
  });

  it('are added as drafts with a key and a number that nothing else has had', async () => {
    const created = await admin.call('POST', PRODUCTS, { name: 'Loggbok 2' });
    expect(created).toMatchObject({
      status: 201,
      body: { product: { name: 'Loggbok 2', key: 'loggbok_2', product_id: 6, status: 'new' } },
    });
    const plan = await admin.call('POST', PLANS, { name: 'Creator', product_id: 6 });
    expect(plan).toMatchObject({
      status: 201,
      body: { plan: { key: 'creator_2', product_name: 'Loggbok 2', price_month: null } },
    });
    expect(await readNames()).not.toContain('Loggbok 2');
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['catalogue.product_created', 'catalogue.plan_created']),
    );
    const [{ faults } = { faults: [] }] = (await listChanges()).filter(({ kind }) => kind === 'plan');
    expect(faults).toEqual([
      { path: 'name', message: 'Another plan is or was called ‘Creator’. Choose another name.' },
      { path: 'price_month', message: 'Enter a price; 0 is free.' },
    ]);
    await save(PLANS, plan.body.plan.id, { name: 'Mannskap', price_month: 149 });
    expect(await publishAll()).toMatchObject({ status: 200 });
    expect(await readNames()).toEqual(expect.arrayContaining(['Loggbok 2', 'Mannskap']));
  });

  it('may be linked to by their pages and waiting lists that are published with them', async () => {
    test.deps.site.hasPath = (path) => path !== '/sea-charts/waitinglist';
    const { body } = await admin.call('POST', PRODUCTS, { name: 'Sea charts' });
    await save(PRODUCTS, body.product.id, { has_waiting_list: false, page: '/sea-charts/waitinglist' });
    expect(await publishAll()).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('There’s no page at /sea-charts/waitinglist.') },
    });
    await save(PRODUCTS, body.product.id, { has_waiting_list: true });
    expect(await publishAll()).toMatchObject({ status: 200 });
  });

  it('is refused by a number that isn’t that of a product', async () => {
    expect(await admin.call('POST', PLANS, { name: 'Mannskap', product_id: 99 })).toMatchObject({
      status: 400,
      body: { message: 'This product no longer exists. Choose another one.' },
    });
  });

  it('get another order as drafts, which visitors see when it is published', async () => {
    const ids = (await listPlans()).map(({ id }) => id).reverse();
    expect(await admin.call('PUT', `${PLANS}/order`, { ids })).toMatchObject({ status: 204 });
    expect((await listPlans()).map(({ name }) => name)).toEqual(['TaxMate', 'Studio', 'Pro', 'Creator', 'Starter']);
    expect((await loadSiteContent(test.db)).plans[0]?.key).toBe('Starter');
    await publishAll();
    expect((await loadSiteContent(test.db)).plans[0]?.key).toBe('TaxMate');
    expect(await admin.call('PUT', `${PLANS}/order`, { ids: ids.slice(1) })).toMatchObject({ status: 409 });
  });

  it('are deleted while they were never published, and their keys are not used again', async () => {
    const added = await admin.call('POST', PRODUCTS, { name: 'Loggbok' });
    const { id, product_id: productId } = added.body.product;
    const plan = await admin.call('POST', PLANS, { name: 'Mannskap', product_id: productId });
    expect(await admin.call('DELETE', `${PRODUCTS}/${id}`)).toMatchObject({
      status: 409,
      body: { message: 'Delete or archive the plans of Loggbok first.' },
    });
    expect(await admin.call('DELETE', `${PLANS}/${plan.body.plan.id}`)).toMatchObject({ status: 204 });
    expect(await admin.call('DELETE', `${PRODUCTS}/${id}`)).toMatchObject({ status: 204 });
    expect((await listPlans()).map(({ name }) => name)).not.toContain('Mannskap');
    expect(await listChanges()).toEqual([]);
    expect(await admin.call('DELETE', `${PRODUCTS}/${id}`)).toMatchObject({ status: 404 });
    expect((await admin.call('POST', PLANS, { name: 'Mannskap', product_id: 4 })).body.plan.key).toBe('mannskap_2');
    expect((await admin.call('POST', PRODUCTS, { name: 'Loggbok' })).body.product).toMatchObject({
      key: 'loggbok_2',
      product_id: productId + 1,
    });
  });

  it('are only archived once they were published, also after that was undone', async () => {
    const message = 'This plan was published, so it can only be archived.';
    expect(await admin.call('DELETE', `${PLANS}/${(await findPlan('Pro')).id}`)).toMatchObject({
      status: 409,
      body: { message },
    });
    const { plan } = (await admin.call('POST', PLANS, { name: 'Mannskap', product_id: 4 })).body;
    await save(PLANS, plan.id, { price_month: 149 });
    await undo((await publishAll()).body.undo.id);
    expect(await admin.call('DELETE', `${PLANS}/${plan.id}`)).toMatchObject({ status: 409, body: { message } });
  });

  it('keep what they are known by, whatever a draft says', async () => {
    await save(PLANS, (await findPlan('Pro')).id, { key: 'Creator' });
    expect(await publishAll()).toMatchObject({
      status: 400,
      body: { message: 'This page is out of date. Reload it and try again.' },
    });
  });
});

describe('an archived plan', () => {
  it('is no longer offered, stays known for those who have it, and is offered again', async () => {
    const { id } = await findPlan('Pro');
    expect(await admin.call('POST', `${PLANS}/${id}/archive`, { is_archived: true })).toMatchObject({
      status: 200,
      body: { plan: { is_archived: true, status: 'changed' } },
    });
    await publishAll();
    const isArchived = async () => (await loadSiteContent(test.db)).plans.find(({ key }) => key === 'Pro')?.isArchived;
    expect(await isArchived()).toBe(true);
    await admin.call('POST', `${PLANS}/${id}/archive`, { is_archived: false });
    await publishAll();
    expect(await isArchived()).toBe(false);
  });

  it('comes before its product', async () => {
    const { id } = await findProduct('taxmate');
    await admin.call('POST', `${PRODUCTS}/${id}/archive`, { is_archived: true });
    expect(await publishAll()).toMatchObject({
      status: 400,
      body: { message: 'Archive the plans of TaxMate first: TaxMate.' },
    });
    await admin.call('POST', `${PLANS}/${(await findPlan('TaxMate')).id}/archive`, { is_archived: true });
    expect(await publishAll()).toMatchObject({ status: 200 });
  });
});
