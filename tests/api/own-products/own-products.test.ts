import { describe, expect, it } from 'vitest';
import { addMissingProducts } from '#db/queries/catalogue-products.ts';
import { joinWaitingList, selectRows } from '../../support/app/waiting-list.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';

const listProductRows = (site: OwnSite) => selectRows(site, 'SELECT id, name, description FROM products ORDER BY id');
/** A site of products begins without documentation. */
async function useDocumentation(site: OwnSite): Promise<void> {
  await site.saveSettings({ features: { documentation: true } });
  await site.publish();
}
const deleteProductRows = (site: OwnSite) => site.db.client.execute('DELETE FROM products');

describe('a product that an owner made on the screens after a first run', () => {
  it('is bought with each of its plans, and its invoices name it', async () => {
    const site = await createOwnSite();
    for (const plan of ['Solo', 'Crew', 'Fleet']) {
      const buyer = await site.createBuyer();
      await buyer.subscribe(plan);
      await site.deliver();
      const { body } = await buyer.call('GET', `/user/${buyer.id}`);
      expect(body.subscriptions).toMatchObject([{ plan_name: plan, product_name: 'Buoy', status: 'active' }]);
    }
    expect(await selectRows(site, 'SELECT DISTINCT product_id FROM invoices')).toEqual([
      { product_id: (await site.findProduct('Buoy')).product_id },
    ]);
  });

  it('has a waiting list that people join', async () => {
    const site = await createOwnSite();
    const { product_id: productId } = await site.findProduct('Buoy');
    const joined = await joinWaitingList(site, { productId });
    expect(joined.status).toBe(201);
    expect(await joined.json()).toMatchObject({ message: expect.stringContaining('Buoy waiting list') });
  });

  it('has sections with documents, and webhooks of its own', async () => {
    const site = await createOwnSite();
    await useDocumentation(site);
    const { product_id } = await site.findProduct('Buoy');
    const section = await site.admin.call('POST', '/api/sections', { name: 'Start', product_id });
    expect(section).toMatchObject({ status: 201, body: { product_name: 'Buoy' } });
    const document = { title: 'Moor a boat', content: '<p>Rope.</p>', section_id: section.body.id };
    expect(await site.admin.call('POST', '/api/documents', document)).toMatchObject({
      status: 201,
      body: { product_id, product_name: 'Buoy' },
    });
    const endpoint = { url: 'https://app.tideworks.example/hooks', product_id };
    expect(await site.admin.call('POST', '/api/admin/webhooks', endpoint)).toMatchObject({
      status: 201,
      body: { data: { product: { id: product_id, name: 'Buoy' } } },
    });
  });

  it('gets its row in the batch of its publish, and is described without placeholders', async () => {
    const site = await createOwnSite({ products: [] });
    const { product_id } = await site.addProduct({ name: 'Buoy', description: '{product: buoy} moors boats.' });
    expect(await listProductRows(site)).toEqual([]);
    await site.publish();
    expect(await listProductRows(site)).toEqual([{ id: product_id, name: 'Buoy', description: 'Buoy moors boats.' }]);
  });

  it('gets its row from a first run that names it', async () => {
    const site = await createOwnSite({ products: [], answers: { products: [{ name: 'Chart', tagline: 'Maps.' }] } });
    expect(await listProductRows(site)).toMatchObject([{ name: 'Chart' }]);
  });
});

describe('a published product without a row, as an earlier version left it', () => {
  it('gets its row when the server starts', async () => {
    const site = await createOwnSite();
    const rows = await listProductRows(site);
    await deleteProductRows(site);
    await addMissingProducts(site.db, site.clock.now());
    expect(await listProductRows(site)).toEqual(rows);
    await addMissingProducts(site.db, site.clock.now());
    expect(await listProductRows(site)).toHaveLength(1);
  });

  it('is bought, and awaited', async () => {
    const site = await createOwnSite();
    await deleteProductRows(site);
    await (await site.createBuyer()).subscribe('Crew');
    expect(await listProductRows(site)).toMatchObject([{ name: 'Buoy' }]);
    const { product_id: productId } = await site.findProduct('Buoy');
    await site.db.client.execute('PRAGMA foreign_keys = OFF');
    await deleteProductRows(site);
    expect((await joinWaitingList(site, { productId })).status).toBe(201);
  });

  it('is bought although another product of the documentation has its name', async () => {
    const site = await createOwnSite();
    const { product_id: id } = await site.findProduct('Buoy');
    await site.db.client.execute(`UPDATE products SET id = ${id + 1}, name = 'BUOY' WHERE id = ${id}`);
    await (await site.createBuyer()).subscribe('Crew');
    expect(await listProductRows(site)).toMatchObject([{ name: `Buoy (${id})` }, { name: 'BUOY' }]);
  });

  it('stays deleted in the documentation when an admin has deleted it there, and is bought all the same', async () => {
    const site = await createOwnSite();
    await useDocumentation(site);
    const { product_id: id } = await site.findProduct('Buoy');
    expect((await site.admin.call('DELETE', `/api/products/${id}`)).status).toBe(204);
    await addMissingProducts(site.db, site.clock.now());
    expect(await listProductRows(site)).toEqual([]);
    await (await site.createBuyer()).subscribe('Crew');
    expect(await listProductRows(site)).toMatchObject([{ id, name: 'Buoy' }]);
  });
});

it('a trial of an own plan names its first payment', async () => {
  const plans = [{ name: 'Solo', price_month: 10, trial_days: 14 }];
  const site = await createOwnSite({ products: [{ name: 'Buoy', plans }] });
  const buyer = await site.createBuyer();
  await buyer.subscribe('Solo').catch(() => undefined);
  await site.deliver();
  expect((await buyer.call('GET', `/user/${buyer.id}`)).body.subscriptions).toMatchObject([
    { status: 'trialing', next_payment: { amount: 1000, currency: 'nzd' } },
  ]);
});
