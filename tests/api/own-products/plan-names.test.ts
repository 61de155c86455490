import { describe, expect, it } from 'vitest';
import { findPlan, formatPlanName } from '#api/domain/catalogue.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';

const rename = async (site: OwnSite, from: string, to: string) => {
  await site.saveDraft('plans', (await site.findPlan(from)).id, { name: to });
  await site.publish();
};
const RELOAD = 'Reload the page and choose your plan again.';

describe('a plan that was renamed', () => {
  it('is found by its key and by every earlier name, whatever their capitals', async () => {
    const site = await createOwnSite();
    await rename(site, 'Crew', 'Team');
    await rename(site, 'Team', 'Mates');
    for (const name of ['Mates', 'mates', 'Team', 'TEAM', 'Crew', 'crew'])
      expect(findPlan(name)?.planName).toBe('Mates');
    expect(findPlan('Solo')?.planName).toBe('Solo');
    expect(findPlan('Teams')).toBeUndefined();
  });

  it('is bought and changed to by an earlier name', async () => {
    const site = await createOwnSite();
    await rename(site, 'Crew', 'Mates');
    await rename(site, 'Solo', 'Single');
    const buyer = await site.createBuyer();
    const { status, body } = await buyer.checkout('crew');
    expect(status).toBe(200);
    await site.control.pay(body.sessionId, { card: '4242424242424242' });
    const { subscription } = (await buyer.call('GET', `/checkout/${body.sessionId}`)).body;
    expect(subscription).toMatchObject({ plan_name: 'Mates' });
    expect(
      await buyer.change('change-preview', subscription.stripe_subscription_id, { planName: 'Solo' }),
    ).toMatchObject({
      status: 200,
      body: { plan_name: 'Single' },
    });
  });

  it('keeps its earlier names for itself', async () => {
    const site = await createOwnSite();
    await rename(site, 'Crew', 'Team');
    await rename(site, 'Team', 'Mates');
    const product = await site.findProduct('Buoy');
    const other = await site.addPlan(product, { name: 'Team' });
    expect(other.key).not.toBe('team');
    const { changes } = (await site.admin.call('GET', '/api/admin/site-changes')).body;
    expect(changes).toMatchObject([
      {
        title: 'Team',
        faults: [{ path: 'name', message: 'Another plan is or was called ‘Team’. Choose another name.' }],
      },
    ]);
  });

  it('may take its own earlier name again', async () => {
    const site = await createOwnSite();
    await rename(site, 'Crew', 'Team');
    await rename(site, 'Team', 'Crew');
    expect(findPlan('Team')?.planName).toBe('Crew');
  });
});

describe('a page that was loaded before a change', () => {
  it('is told to be reloaded, and not which plans there are, when its plan was archived', async () => {
    const site = await createOwnSite();
    const { id, key } = await site.findPlan('Crew');
    const [priceId] = site.payments.listPriceIds(key);
    await site.admin.call('POST', `/api/admin/plans/${id}/archive`, { is_archived: true });
    await site.publish();
    const buyer = await site.createBuyer();
    expect(await buyer.checkout('Crew', { priceId })).toMatchObject({ status: 400, body: { message: RELOAD } });
    expect(await buyer.checkout('Deckhand', { priceId })).toMatchObject({ status: 400, body: { message: RELOAD } });
  });
});

describe('the product at Stripe', () => {
  const readProduct = async (site: OwnSite, plan: string) => {
    const { key } = await site.findPlan(plan);
    const price = site.control.get('price', site.payments.listPriceIds(key)[0] ?? '');
    return site.control.get('product', String(price?.product));
  };

  it('is renamed with its plan by the check of the account that follows', async () => {
    const site = await createOwnSite();
    expect(await readProduct(site, 'Crew')).toMatchObject({ name: 'Buoy Crew', metadata: { plan_key: 'crew' } });
    await rename(site, 'Crew', 'Mates');
    await site.deps.stripeCheck.run();
    expect(await readProduct(site, 'Mates')).toMatchObject({ name: 'Buoy Mates' });
  });

  it('is renamed with its product, also one that an earlier version made without metadata', async () => {
    const site = await createOwnSite();
    const { id } = (await readProduct(site, 'Crew')) ?? { id: '' };
    await site.stripe.products.update(id, { metadata: { plan_key: '' } });
    await site.saveDraft('products', (await site.findProduct('Buoy')).id, { name: 'Anchor' });
    await site.publish();
    await site.deps.stripeCheck.run();
    expect(await readProduct(site, 'Crew')).toMatchObject({ name: 'Anchor Crew' });
    expect(await readProduct(site, 'Solo')).toMatchObject({ name: 'Anchor Solo' });
  });

  it('keeps a name that somebody gave it at Stripe, unless it was made for the plan', async () => {
    const site = await createOwnSite();
    const { id } = (await readProduct(site, 'Crew')) ?? { id: '' };
    await site.stripe.products.update(id, { name: 'All boats', metadata: { plan_key: '' } });
    await rename(site, 'Crew', 'Mates');
    await site.deps.stripeCheck.run();
    expect(await readProduct(site, 'Mates')).toMatchObject({ name: 'All boats' });
  });
});

describe('the name of a plan with its product', () => {
  it.each([
    ['Buoy', 'Buoy Plus', 'Buoy Plus'],
    ['Buoy', 'buoy', 'buoy'],
    ['Buoy', 'Buoy+', 'Buoy+'],
    ['Buoy', 'Buoyant', 'Buoy Buoyant'],
    ['Buoy', 'Crew', 'Buoy Crew'],
  ])('of %s and %s is %s', (product, plan, name) => {
    expect(formatPlanName(product, plan)).toBe(name);
  });

  it('is said once in the receipt and at Stripe', async () => {
    const plans = [{ name: 'Buoy Plus', price_month: 12 }];
    const site = await createOwnSite({ products: [{ name: 'Buoy', plans }] });
    const buyer = await site.createBuyer();
    await buyer.subscribe('Buoy Plus');
    const price = site.control.get(
      'price',
      site.payments.listPriceIds((await site.findPlan('Buoy Plus')).key)[0] ?? '',
    );
    expect(site.control.get('product', String(price?.product))).toMatchObject({ name: 'Buoy Plus' });
  });
});
