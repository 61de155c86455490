import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PaymentError } from '#api/adapters/payments.ts';
import { getSiteFacts, type SiteFacts } from '#api/domain/site-facts.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { SiteCatalogueIsland } from '#src/features/site-catalogue/SiteCatalogue.island.tsx';
import { pushSiteSources } from '../../support/app/site-sources.ts';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const PRODUCTS = '/api/admin/products';
const PLANS = '/api/admin/plans';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

type Summary = { id: number; name: string; key: string; price_month: number | null; is_archived: boolean };
const listPlans = async (): Promise<Summary[]> => (await site.call('GET', PLANS)).plans;
const findPlan = async (key: string) => {
  const plan = (await listPlans()).find((each) => each.key === key);
  if (!plan) throw new Error(`no plan ${key}`);
  return plan;
};
const open = async (query = '') => {
  site.open(<SiteCatalogueIsland />, `/admin/plans${query}`);
  await screen.findByRole('heading', { name: 'GenMate', level: 2 });
};
const readProducts = () =>
  [...document.querySelectorAll('.product-head h2')].map(({ textContent }) => textContent.trim());
const readPlans = (product: string) =>
  within(screen.getByRole('table', { name: `Plans of ${product}` }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const readRow = (plan: string) => screen.getByRole('link', { name: plan }).closest('tr')?.textContent;
const openPlan = async (name: string) => {
  await site.user.click(screen.getByRole('link', { name }));
  return findDialog(name);
};
/** Somebody has a plan, by default by the month. */
const addSubscriber = async (planName: string, change: Partial<typeof subscriptions.$inferInsert> = {}) => {
  const { id } = await createUser(site);
  await write(site.db, [
    site.db.orm.insert(subscriptions).values({
      userId: id,
      customerId: `cus_${id}`,
      stripeSubscriptionId: `sub_${id}`,
      productId: 4,
      priceId: 'price_1',
      planName,
      unitAmount: 1000,
      currency: 'usd',
      interval: 'month',
      status: 'active',
      currentPeriodStart: 1,
      currentPeriodEnd: 2,
      syncedAt: 1,
      createdAt: 1,
      ...change,
    }),
  ]);
};
/** Presses Alt and a key at the handle of a product or a plan. */
async function move(name: string, key: string): Promise<void> {
  screen.getByRole('button', { name: `Reorder ${name}` }).focus();
  await site.user.keyboard(`{Alt>}${key}{/Alt}`);
}

describe('the products and plans of the company', () => {
  test('are listed in their order, each plan with its price and what it includes', async () => {
    await open();
    expect(readProducts()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']);
    expect(readPlans('GenMate')).toEqual(['Starter', 'Creator', 'Pro', 'Studio']);
    expect(readRow('Creator')).toContain('Most PopularUS$10 per month10 generations per month, Up to 100,000 words');
    expect(readRow('Starter')).toContain('Free');
    expect(screen.getAllByText('No plans yet.')).toHaveLength(2);
    expect(screen.queryByText('Archived')).toBeNull();
    expect(document.querySelector('[data-screen-count]')?.textContent).toBe('5');
    await screen.findByText('Nothing to publish');
    await expectAccessible();
  });

  test('say why they can’t be loaded, and are loaded by Retry', async () => {
    const mend = site.network.fail('GET', PLANS, 500, { message: 'Something broke.' });
    site.open(<SiteCatalogueIsland />, '/admin/plans');
    await findFailure('Couldn’t load the plans', 'Something broke.');
    mend();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'GenMate', level: 2 });
  });

  test('of a new site are none, and begin with a product', async () => {
    await site.db.client.execute(`DELETE FROM site_parts WHERE kind IN ('product', 'plan')`);
    site.open(<SiteCatalogueIsland />, '/admin/plans');
    await screen.findByRole('heading', { name: 'No products yet' });
    await expectAccessible();
    await site.press('New product');
    const { getByRole, findByText } = await findDialog('New product');
    await site.user.click(getByRole('button', { name: 'Add product' }));
    await findByText('Enter a name.');
    await site.user.type(getByRole('textbox', { name: 'Name' }), 'Logbook{Enter}');
    await findDialog('Logbook');
    await waitFor(() => expect(readProducts()).toEqual(['Logbook']));
    await screen.findByText(/^Not public yet$/);
  });

  test('have another order by keys at their handles, as drafts', async () => {
    await open();
    await move('Pro', '{ArrowUp}');
    expect(readPlans('GenMate')).toEqual(['Starter', 'Pro', 'Creator', 'Studio']);
    await screen.findByText('Pro is in position 2 of 4.');
    await expectFocus(() => screen.getByRole('button', { name: 'Reorder Pro' }));
    await move('Pro', '{ArrowUp}');
    await move('Pro', '{ArrowUp}');
    await screen.findByText('Pro is in position 1 of 4.');
    await waitFor(async () =>
      expect((await listPlans()).map(({ name }) => name)).toEqual(['Pro', 'Starter', 'Creator', 'Studio', 'TaxMate']),
    );
    await screen.findByText('3 draft changes');
    expect((await loadSiteContent(site.db)).plans[0]?.key).toBe('Starter');
  });

  test('say of plans that no page is set for them, before anyone looks for them, and lead to the setting', async () => {
    const { products } = await site.call('GET', PRODUCTS);
    const without = products.map((product: object) => ({ ...product, prices_address: '' }));
    site.network.intercept('GET', PRODUCTS, () => Response.json({ products: without }));
    await open();
    const links = screen.getAllByRole('link', { name: /^Choose a page for the plans of / });
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Choose a page for the plans of TaxMate',
      'Choose a page for the plans of GenMate',
    ]);
    const { id } = products.find(({ name }: { name: string }) => name === 'GenMate');
    expect(links[1]?.getAttribute('href')).toBe(`/admin/plans?product=${id}&field=prices_address`);
    expect(links[1]?.closest('p')?.textContent).toBe(
      'No page is set for these plans, so visitors may not find them. Choose a page',
    );
    await expectAccessible();
  });

  test('say that nothing can be bought while plans and payments are switched off, and lead to the switch', async () => {
    const facts: SiteFacts = { ...getSiteFacts(), off: ['subscriptions'] };
    onTestFinished(pushSiteSources({ facts: () => facts }));
    await open();
    const notice = screen.getByText('‘Plans and payments’ is switched off').closest('.notice');
    expect(notice?.textContent).toContain('Pages with plans aren’t on the site, and nothing can be bought.');
    expect(screen.getByRole('link', { name: 'Switch it on' }).getAttribute('href')).toBe(
      '/admin/settings?field=features.subscriptions',
    );
    await expectAccessible();
  });

  test('keep their order when it can’t be saved', async () => {
    await open();
    site.network.fail('PUT', `${PRODUCTS}/order`, 409, { message: 'Someone else changed the products.' });
    await move('GenMate', '{ArrowUp}');
    await findToast(/^Couldn’t save the order of the products/);
    await waitFor(() => expect(readProducts()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate']));
  });
});

describe('a plan', () => {
  test('is edited at the side and saved while typing, and is public once it is published, until that is undone', async () => {
    await open();
    const { getByRole, getByLabelText, findByText } = await openPlan('Creator');
    await expectFocus(() => getByRole('textbox', { name: 'Name' }));
    await expectAccessible();
    await site.user.clear(getByLabelText('Price by the month'));
    await site.user.tab();
    await findByText('Enter a price; 0 is free.');
    await site.user.type(getByLabelText('Price by the month'), '12.5');
    await findByText(/Visitors read ‘US\$12\.50 per month’\.$/);
    await site.user.clear(getByRole('textbox', { name: 'Name' }));
    await site.user.type(getByRole('textbox', { name: 'Name' }), 'Enkel');
    await site.user.click(getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(readRow('Enkel')).toContain('US$12.50 per month'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.search).toBe('');
    expect(readRow('Enkel')).toContain('Changes not published');
    await site.user.click(await screen.findByRole('button', { name: '2 draft changes' }));
    const { getByRole: getInDialog } = await findDialog('Publish 2 changes?');
    await site.user.click(getInDialog('button', { name: 'Publish 2 changes' }));
    await findToast('Publishing 2 changes');
    expect((await loadSiteContent(site.db)).plans[1]).toMatchObject({
      key: 'Creator',
      planName: 'Enkel',
      prices: [{ interval: 'month', amount: 12.5 }],
    });
    await waitFor(() => expect(readRow('Enkel')).not.toContain('Changes not published'));
    await site.press('Undo publish');
    await waitFor(() => expect(readPlans('GenMate')).toContain('Creator'));
  });

  test('that another one is called like says so at its name, once it is saved', async () => {
    await open();
    const { getByRole, findByText } = await openPlan('Creator');
    await site.user.clear(getByRole('textbox', { name: 'Name' }));
    await site.user.type(getByRole('textbox', { name: 'Name' }), 'Studio');
    await site.user.tab();
    await findByText('Another plan is or was called ‘Studio’. Choose another name.');
  });

  test('opens at the field of the address, and what is typed is there again after Discard changes', async () => {
    const { id } = await findPlan('Pro');
    await open(`?plan=${id}&field=badge`);
    const { getByRole, getByLabelText } = await findDialog('Pro');
    await expectFocus(() => getByLabelText('Badge'));
    await site.user.clear(getByLabelText('Badge'));
    await site.user.type(getByLabelText('Badge'), 'New');
    await site.user.click(getByRole('button', { name: 'Discard changes' }));
    const dialog = await findDialog('Discard your changes?');
    await site.user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect((getByLabelText('Badge') as HTMLInputElement).value).toBe('Best Value'));
    await screen.findByText('Nothing to publish');
  });

  test('that somebody else changed meanwhile is merged, and compared where both changed the same', async () => {
    await open();
    const { id } = await findPlan('Pro');
    const { getByLabelText, findByText } = await openPlan('Pro');
    const { live_draft: live } = await site.call('GET', `${PLANS}/${id}/draft`);
    await site.call('PUT', `${PLANS}/${id}/draft`, {
      fields: { ...live.fields, badge: 'Theirs' },
      content: '',
      client_id: 'another-client',
      version: 0,
      base_revision: live.base_revision,
    });
    await site.user.clear(getByLabelText('Badge'));
    await site.user.type(getByLabelText('Badge'), 'Mine');
    await findByText(/saved a different version of this plan\./);
  });

  test('that can’t be saved stays open with the reason, and closes at the second press', async () => {
    await open();
    const { getByLabelText, findByText, getByRole } = await openPlan('Pro');
    const { id } = await findPlan('Pro');
    site.network.fail('PUT', `${PLANS}/${id}/draft`, 500, { message: 'Broken.' });
    await site.user.type(getByLabelText('Badge'), '!');
    await site.user.click(getByRole('button', { name: 'Done' }));
    await findByText(/^Couldn’t save\./);
    await site.user.click(getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that can’t be loaded says why', async () => {
    await open();
    const { id } = await findPlan('Pro');
    const mend = site.network.fail('GET', `${PLANS}/${id}/draft`, 500, { message: 'Something broke.' });
    await site.user.click(screen.getByRole('link', { name: 'Pro' }));
    await findFailure('Couldn’t load the plan', 'Something broke.');
    mend();
    await site.press('Retry');
    await findDialog('Pro');
  });

  test('is added to a product without a price, which its row says', async () => {
    await open();
    await site.press('Add a plan to ChatMate');
    const { getByRole } = await findDialog('New plan of ChatMate');
    await site.user.type(getByRole('textbox', { name: 'Name' }), 'Crew{Enter}');
    const panel = await findDialog('Crew');
    await expectFocus(() => panel.getByLabelText('Price by the month'));
    expect(panel.queryByText('Enter a price; 0 is free.')).toBeNull();
    await site.user.click(panel.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(readRow('Crew')).toContain('Not public yetNo price yet'));
  });

  test('that was never published is deleted after a question, from its row or its panel', async () => {
    const add = async (name: string) => site.call('POST', PLANS, { name, product_id: 5 });
    await add('Crew');
    await add('Skipper');
    await open();
    await site.chooseAction('Crew', 'Delete...');
    const { getByRole, getByText } = await findDialog('Delete Crew?');
    getByText('It was never on the site. You can’t undo this.');
    await site.user.click(getByRole('button', { name: 'Delete' }));
    await findToast('Crew deleted');
    await waitFor(() => expect(readPlans('ChatMate')).toEqual(['Skipper']));
    const panel = await openPlan('Skipper');
    await site.user.click(panel.getByRole('button', { name: 'Delete...' }));
    await site.user.click((await findDialog('Delete Skipper?')).getByRole('button', { name: 'Delete' }));
    await findToast('Skipper deleted');
    await screen.findByText('Nothing to publish');
    expect((await listPlans()).map(({ name }) => name)).not.toContain('Crew');
  });

  test('is archived after a question that says who keeps it, and restored', async () => {
    await addSubscriber('Pro');
    await open();
    await site.chooseAction('Pro', 'Archive...');
    const { getByRole, getByText } = await findDialog('Archive Pro?');
    getByText(/The person on it keeps it at the same price until they change or cancel\.$/);
    await site.user.click(getByRole('button', { name: 'Archive' }));
    await findToast('Pro archived');
    await waitFor(() => expect(readPlans('GenMate')).toEqual(['Starter', 'Creator', 'Studio']));
    const archived = (await screen.findByText('GenMate Pro')).closest('li');
    expect(archived?.textContent).toBe('GenMate ProUS$30 per month1 person keeps it at the price they payRestore');
    await screen.findByText('1 draft change');
    expect((await findPlan('Pro')).is_archived).toBe(true);
    await site.press('Restore GenMate Pro');
    await waitFor(() => expect(readPlans('GenMate')).toContain('Pro'));
    await screen.findByText('Nothing to publish');
  });

  test('is archived from its panel, with what was typed', async () => {
    await open();
    const { getByLabelText, getByRole } = await openPlan('Studio');
    await site.user.clear(getByLabelText('Badge'));
    await site.user.click(getByRole('button', { name: 'Archive...' }));
    const question = await findDialog('Archive Studio?');
    await site.user.click(question.getByRole('button', { name: 'Archive' }));
    await findToast('Studio archived');
    await screen.findByText('2 draft changes');
  });
});

describe('a product', () => {
  test('says its tax rate of its own below its name', async () => {
    const { products } = await site.call('GET', PRODUCTS);
    const { id } = products.find(({ name }: Summary) => name === 'GenMate');
    const { live_draft: live } = await site.call('GET', `${PRODUCTS}/${id}/draft`);
    const fields = { ...live.fields, tax_rate: 10 };
    const body = { fields, content: '', client_id: 'another-client', version: 0, base_revision: live.base_revision };
    await site.call('PUT', `${PRODUCTS}/${id}/draft`, body);
    await open();
    screen.getByText(/Tax rate of its own: 10%/);
  });

  test('is renamed in its panel', async () => {
    await open();
    await site.press('Edit ChatMate');
    const { getByRole } = await findDialog('ChatMate');
    await site.user.clear(getByRole('textbox', { name: 'Name' }));
    await site.user.type(getByRole('textbox', { name: 'Name' }), 'Tidal');
    await site.user.click(getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(readProducts()).toEqual(['TaxMate', 'OpenShelf', 'GenMate', 'Tidal']));
  });

  test('is archived after its plans', async () => {
    await open();
    await site.chooseAction('GenMate', 'Archive...');
    const { getByRole, getByText } = await findDialog('Archive GenMate?');
    getByText('Archive its plans first: Starter, Creator, Pro and Studio.');
    expect(getByRole('button', { name: 'Archive' })).toHaveProperty('disabled', true);
    await site.user.click(getByRole('button', { name: 'Cancel' }));
    await site.chooseAction('ChatMate', 'Archive...');
    await site.user.click((await findDialog('Archive ChatMate?')).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(readProducts()).toEqual(['TaxMate', 'OpenShelf', 'GenMate']));
  });
});

describe('prices at Stripe', () => {
  type Price = Awaited<ReturnType<NonNullable<typeof site.deps.payments>['setup']['findPrice']>>;
  const monthly = (amount: number, change: Partial<NonNullable<Price>> = {}): NonNullable<Price> => ({
    id: 'price_of_the_plan',
    isActive: true,
    amount,
    currency: 'usd',
    interval: 'month',
    intervalCount: 1,
    productId: 'prod_1',
    productName: null,
    productPlanKey: null,
    taxBehavior: 'unspecified',
    planKey: null,
    ...change,
  });
  /** Stripe as it stands: the prices of all plans match, but for those that are given. */
  function connect(given: Record<string, Price> = {}) {
    const prices = new Map<string, Price>(
      Object.entries({
        Creator: monthly(1000),
        Pro: monthly(3000),
        Studio: monthly(12_000),
        TaxMate: monthly(600),
        ...given,
      }).map(([key, price]) => [`price_${key}`, price]),
    );
    const created: unknown[] = [];
    const setup = {
      findPrice: async (id: string) => prices.get(id) ?? null,
      createPrice: async (input: { amount: number; interval: string }) => {
        created.push(input);
        const price = monthly(input.amount, { id: `price_new${created.length}`, interval: input.interval });
        prices.set(price.id, price);
        return price;
      },
    };
    site.deps.payments = {
      setup,
      listPriceIds: (key: string) => [`price_${key}`],
      findPriceId: (key: string, interval: string) => (interval === 'month' ? `price_${key}` : null),
    } as unknown as typeof site.deps.payments;
    return { setup, created, prices };
  }
  const readState = (plan: string) =>
    screen.getByRole('link', { name: plan }).closest('tr')?.querySelector('.stripe-cell')?.textContent;
  const waitForState = (plan: string, text: string) => waitFor(() => expect(readState(plan)).toBe(text));

  test('are compared with each plan', async () => {
    connect({ Creator: monthly(1200), Studio: monthly(12_000, { isActive: false }), TaxMate: null });
    await open();
    await waitForState('Starter', 'No price needed');
    await waitForState('Pro', 'Matches Stripe');
    await waitForState('Creator', 'Stripe charges US$12Choose...');
    await waitForState('Studio', 'Archived in StripeChoose...');
    await waitForState('TaxMate', 'Not in Stripe yetCreate');
    await expectAccessible();
  });

  /** Saves a plan as a draft. */
  const saveDraft = async (key: string, change: object) => {
    const { id } = await findPlan(key);
    const { live_draft: live } = await site.call('GET', `${PLANS}/${id}/draft`);
    await site.call('PUT', `${PLANS}/${id}/draft`, {
      fields: { ...live.fields, ...change },
      content: '',
      client_id: 'another-client',
      version: 0,
      base_revision: live.base_revision,
    });
  };

  test('of a plan that is sold by both intervals stand in one row, and those that are missing are created at once', async () => {
    const { created } = connect({ TaxMate: null });
    await saveDraft('TaxMate', { price_year: 60, trial_days: 14, sells_seats: true });
    await open();
    expect(readRow('TaxMate')).toContain('US$6 per monthUS$60 per year14 days free, per seat');
    await waitForState('TaxMate', 'Month: Not in Stripe yetYear: Not in Stripe yetCreate both');
    await expectAccessible();
    await site.press('Create both prices of TaxMate in Stripe');
    await findToast('Prices of TaxMate saved');
    await waitForState('TaxMate', 'Month: Matches StripeYear: Matches Stripe');
    expect(created).toMatchObject([
      { amount: 600, interval: 'month' },
      { amount: 6000, interval: 'year' },
    ]);
  });

  test('that Stripe refuses after the first is created are asked about in the dialog', async () => {
    const { setup } = connect({ TaxMate: null });
    const create = setup.createPrice;
    setup.createPrice = async (input) => {
      if (input.interval === 'year') throw new PaymentError('refused', 'Too much.', { status: 400 });
      return create(input);
    };
    await saveDraft('TaxMate', { price_year: 60 });
    await open();
    await waitForState('TaxMate', 'Month: Not in Stripe yetYear: Not in Stripe yetCreate both');
    await site.press('Create both prices of TaxMate in Stripe');
    await findDialog('Create TaxMate in Stripe');
    await findFailure('Stripe didn’t create it', 'Stripe says: ‘Too much.’');
    await waitForState('TaxMate', 'Month: Matches StripeYear: Not in Stripe yetCreate');
  });

  test('that differ can be created anew, as a draft', async () => {
    const { created } = connect({ Creator: monthly(9000, { intervalCount: 3 }) });
    await addSubscriber('Creator');
    await addSubscriber('Creator', { status: 'trialing' });
    await addSubscriber('Creator', { interval: 'year', unitAmount: 10_000 });
    await addSubscriber('Creator', { cancelAt: 2 });
    await addSubscriber('Creator', { pendingPlanName: 'Pro', pendingUnitAmount: 3000, pendingInterval: 'month' });
    await open();
    await waitForState('Creator', 'Stripe charges US$90 every 3 monthsChoose...');
    await site.press('Choose the price of Creator');
    const { getByRole, getByText, queryByRole, queryByText } = await findDialog('Creator: which price is right?');
    getByText('US$90 every 3 months');
    expect(queryByText(/the site says/)).toBeNull();
    getByText('For new customers. The 2 people who pay by the month keep their price.');
    expect(queryByRole('radio', { name: /^Show/ })).toBeNull();
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Create US$10' }));
    await findToast('Price of Creator saved');
    await waitForState('Creator', 'Matches Stripe');
    expect(created).toMatchObject([{ planKey: 'Creator', amount: 1000, interval: 'month' }]);
    await screen.findByText('1 draft change');
    await expectFocus(() => screen.getByRole('link', { name: 'Creator' }));
  });

  test('that differ can be shown on the site instead', async () => {
    const { created } = connect({ Creator: monthly(9900) });
    await open();
    await waitForState('Creator', 'Stripe charges US$99Choose...');
    await site.press('Choose the price of Creator');
    const { getByRole } = await findDialog('Creator: which price is right?');
    await site.user.click(getByRole('radio', { name: /^Show US\$99 per month here/ }));
    await site.user.click(getByRole('button', { name: 'Show US$99' }));
    await waitForState('Creator', 'Matches Stripe');
    expect(readRow('Creator')).toContain('US$99 per month');
    expect(created).toEqual([]);
    await screen.findByText('1 draft change');
  });

  test('can be others that Stripe has, which are checked', async () => {
    const { prices } = connect();
    prices.set('price_other', monthly(1000));
    await open();
    await waitForState('Creator', 'Matches Stripe');
    await site.chooseAction('Creator', 'Price at Stripe...');
    const { getByRole } = await findDialog('Another price of Stripe for Creator');
    expect(getByRole('button', { name: 'Use this price' })).toHaveProperty('disabled', true);
    await site.user.type(getByRole('textbox', { name: 'Id of the price' }), 'price_nowhere{Enter}');
    await findFailure(
      'Failed to save the price',
      'Stripe has no price with this id. Copy it from the price in Stripe.',
    );
    await site.user.clear(getByRole('textbox', { name: 'Id of the price' }));
    await site.user.type(getByRole('textbox', { name: 'Id of the price' }), 'price_other{Enter}');
    await findToast('Price of Creator saved');
    await screen.findByText('1 draft change');
  });

  test('that Stripe refuses to create are explained in its words, and tried again', async () => {
    const { setup } = connect({ TaxMate: null });
    const create = setup.createPrice;
    setup.createPrice = () =>
      Promise.reject(new PaymentError('refused', 'This key can’t write prices.', { status: 403 }));
    await open();
    await waitForState('TaxMate', 'Not in Stripe yetCreate');
    await site.press('Create the price of TaxMate in Stripe');
    const { getByRole } = await findDialog('Create TaxMate in Stripe');
    const words =
      'Stripe says: ‘This key can’t write prices.’ Allow ‘Prices: Write’ for the key in Stripe, then try again.';
    await findFailure('Stripe didn’t create it', words);
    await site.user.click(getByRole('button', { name: 'Try again' }));
    await findFailure('Stripe didn’t create it', words);
    setup.createPrice = create;
    await site.user.click(getByRole('button', { name: 'Try again' }));
    await waitForState('TaxMate', 'Matches Stripe');
  });

  test('are asked for again when Stripe didn’t answer', async () => {
    const { setup } = connect();
    const find = setup.findPrice;
    setup.findPrice = () => Promise.reject(new PaymentError('unavailable', 'No answer.'));
    await open();
    await waitForState('Pro', 'Stripe didn’t answerRetry');
    setup.findPrice = find;
    await site.press('Ask Stripe again about Pro');
    await waitForState('Pro', 'Matches Stripe');
  });

  test('aren’t there without Stripe, which is said with the way to connect it', async () => {
    await open();
    await screen.findByText('Stripe isn’t connected');
    expect(screen.getByRole('link', { name: 'Connect Stripe' }).getAttribute('href')).toBe(
      '/admin/billing?view=stripe-check',
    );
    expect(readState('Pro')).toBeUndefined();
    expect(screen.queryByRole('columnheader', { name: 'Stripe' })).toBeNull();
  });

  test('that can’t be compared leave the plans to be edited', async () => {
    const mend = site.network.fail('GET', `${PLANS}/prices`, 500, { message: 'Something broke.' });
    await open();
    await findFailure('Couldn’t compare the prices with Stripe', 'Something broke.');
    mend();
    connect();
    await site.press('Retry');
    await waitForState('Pro', 'Matches Stripe');
  });
});
