import { describe, expect, it } from 'vitest';
import { EmailDeliveryError } from '#api/adapters/mailer.ts';
import type { EmailMessage } from '#api/adapters/mailer.ts';
import { users } from '#db/schema/index.ts';
import { createRehearsalSite, listFailed } from '../../support/payments/rehearsal-site.ts';

describe('purchase rehearsals', () => {
  it('A rehearsal buys each price as a visitor would, keeps what they saw, and leaves no trace in the books', async () => {
    const site = await createRehearsalSite();
    const sent: EmailMessage[] = [];
    site.deps.mail = { ...site.deps.mail, send: async (message) => void sent.push(message) };
    const people = await site.db.orm.select().from(users);
    const result = await site.rehearse();
    expect(listFailed(result)).toEqual([]);
    expect(result).toMatchObject({ state: 'passed', offer_count: 2 });
    expect(result.rehearsal?.purchases.map(({ plan_name, interval, amount }) => [plan_name, interval, amount])).toEqual(
      [
        ['Crew', 'month', 3_000],
        ['Crew', 'year', 30_000],
      ],
    );
    expect(sent.map(({ to, subject }) => [to.email, subject])).toEqual([
      [expect.stringContaining('@'), 'Rehearsal: Your receipt for Buoy Crew'],
      [expect.stringContaining('@'), 'Rehearsal: Your receipt for Buoy Crew'],
    ]);
    const records = result.rehearsal?.purchases[0]?.records ?? [];
    expect(records.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['page', 'email']));
    const { body } = await site.admin.call('GET', `/api/admin/purchase-rehearsal/records/${records[0]?.id}`);
    expect(body.html).toContain('Crew');
    expect(await site.db.orm.select().from(users)).toEqual(people);
    for (const table of ['subscriptions', 'invoices', 'checkout_attempts', 'outbox'])
      expect((await site.db.client.execute(`SELECT * FROM ${table}`)).rows, table).toEqual([]);
  });

  it('A rehearsal is out of date after a change of what is sold, and is asked for on the start page until it has passed', async () => {
    const site = await createRehearsalSite();
    const readOverview = async () => (await site.admin.call('GET', '/api/overview')).body.purchase_rehearsal;
    expect(await readOverview()).toEqual({ state: 'none', failures: [] });
    await site.rehearse();
    expect(await readOverview()).toEqual({ state: 'passed', failures: [] });
    const { id } = await site.findPlan('Crew');
    await site.saveDraft('plans', id, { trial_days: 14 });
    expect(await readOverview()).toMatchObject({ state: 'passed' });
    await site.publish();
    expect(await readOverview()).toMatchObject({ state: 'outdated' });
  });

  it('A rehearsal buys a plan with a trial, and pays after it', async () => {
    const site = await createRehearsalSite();
    const { id } = await site.findPlan('Crew');
    await site.saveDraft('plans', id, { trial_days: 14 });
    await site.publish();
    expect(listFailed(await site.rehearse())).toEqual([]);
  });

  it('A rehearsal buys plans whose prices are set on the server', async () => {
    const site = await createRehearsalSite();
    await site.db.client.execute(
      "UPDATE site_parts SET fields = json_set(fields, '$.stripe_price_month', '', '$.stripe_price_year', '') WHERE kind = 'plan'",
    );
    const monthly = site.payments.findPriceId('crew', 'month');
    await site.published.reload();
    const findPriceId = () => monthly;
    site.deps.payments = { ...site.payments, findPriceId };
    const { rehearsal } = await site.rehearse();
    const month = rehearsal?.purchases.find(({ interval }) => interval === 'month');
    expect(month?.steps.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('A rehearsal is refused while another one runs, and where nothing is sold', async () => {
    const site = await createRehearsalSite();
    const press = () => site.admin.call('POST', '/api/admin/purchase-rehearsal');
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await site.rehearsals.stop();
    const empty = await createRehearsalSite({ products: [] });
    expect((await empty.admin.call('POST', '/api/admin/purchase-rehearsal')).body.message).toBe(
      'There is no paid plan on the site. Publish one first.',
    );
  });

  it('A rehearsal that was cut off with its server stands as failed, and can be begun again', async () => {
    const site = await createRehearsalSite();
    await site.rehearse();
    await site.db.client.execute('UPDATE purchase_rehearsals SET finished_at = NULL, has_passed = 0');
    const read = async () => (await site.admin.call('GET', '/api/admin/purchase-rehearsal')).body.state;
    expect(await read()).toBe('running');
    site.clock.advance(11 * 60_000);
    expect(await read()).toBe('failed');
    expect(await site.rehearse()).toMatchObject({ state: 'passed' });
  });
});

describe('purchase rehearsals of broken set-ups', () => {
  /** Breaks a site that sells, rehearses, and answers what failed. */
  async function rehearseBroken(
    breakSite: (site: Awaited<ReturnType<typeof createRehearsalSite>>) => Promise<unknown>,
  ) {
    const site = await createRehearsalSite();
    await breakSite(site);
    const result = await site.rehearse();
    expect(result.state).toBe('failed');
    return listFailed(result);
  }
  const findPrices = async (site: Awaited<ReturnType<typeof createRehearsalSite>>) =>
    (await site.stripe.prices.list({ limit: 100 })).data;

  it('A rehearsal names a plan without a price at Stripe', async () => {
    const failed = await rehearseBroken(async (site) => {
      const product = await site.findProduct('Buoy');
      const { plan } = (
        await site.admin.call('POST', '/api/admin/plans', { name: 'Solo', product_id: product.product_id })
      ).body;
      await site.saveDraft('plans', plan.id, { price_month: 10 });
      await site.publish();
    });
    expect(failed).toEqual(['price: Buoy Solo by the month: it has no price at Stripe.']);
  });

  it('A rehearsal names a price of another amount', async () => {
    const failed = await rehearseBroken(async (site) => {
      const { id } = await site.findPlan('Crew');
      await site.saveDraft('plans', id, { price_month: 35 });
      await site.publish();
    });
    expect(failed).toEqual([
      expect.stringMatching(
        /^price: Buoy Crew by the month: the site says \$35\.00 per month, Stripe charges \$30\.00 per month/,
      ),
    ]);
  });

  it('A rehearsal names a price of another currency', async () => {
    const failed = await rehearseBroken(async (site) => {
      await site.saveSettings({ language: { currency: 'EUR' } });
      await site.publish();
    });
    expect(failed).toHaveLength(2);
    expect(failed[0]).toMatch(/^price: Buoy Crew by the month: the site says .*30\.00 per month, Stripe charges/);
  });

  it('A rehearsal names a price of another interval', async () => {
    const failed = await rehearseBroken(async (site) => {
      const [month, year] = ['month', 'year'].map((interval) => `$.stripe_price_${interval}`);
      await site.db.client.execute(
        `UPDATE site_parts SET fields = json_set(fields, '${month}', fields ->> '${year}') WHERE fields ->> 'name' = 'Crew'`,
      );
      await site.published.reload();
    });
    expect(failed[0]).toMatch(/^price: Buoy Crew by the month: .*per year/);
  });

  it('A rehearsal names a price that is archived at Stripe', async () => {
    const failed = await rehearseBroken(async (site) => {
      for (const { id } of await findPrices(site)) await site.stripe.prices.update(id, { active: false });
    });
    expect(failed).toHaveLength(2);
    expect(failed[0]).toMatch(/^price: Buoy Crew by the month: price_\w+ is archived\.$/);
  });

  it('A rehearsal names tax that is included here and added at Stripe', async () => {
    const failed = await rehearseBroken(async (site) => {
      await site.saveSettings({ tax: { is_automatic: true, prices_include_tax: false } });
      await site.publish();
    });
    expect(failed).toHaveLength(2);
    expect(failed[0]).toMatch(/^price: Buoy Crew by the month: .*tax/);
  });

  it('A rehearsal names another signing secret of webhooks', async () => {
    const failed = await rehearseBroken(async (site) => {
      await site.setWebhookSecret('whsec_another');
    });
    expect(failed).toContain(
      'webhook: Stripe’s webhook was refused, because it is signed with another secret than the one that is set.',
    );
  });

  it('A rehearsal names a mail server that refuses the receipt', async () => {
    const failed = await rehearseBroken(async (site) => {
      site.deps.mail = {
        ...site.deps.mail,
        send: () => Promise.reject(new EmailDeliveryError('server', '535 authentication failed')),
      };
    });
    expect(failed[0]).toBe('receipt: The mail server refused the receipt: 535 authentication failed');
  });

  it('A rehearsal names plans and payments that are switched off', async () => {
    const failed = await rehearseBroken(async (site) => {
      await site.saveSettings({ features: { subscriptions: false } });
      await site.publish();
    });
    expect(failed).toEqual(['feature: ‘Plans and payments’ is switched off, so nothing can be bought.']);
  });

  it('A rehearsal names a product without a page for its plans', async () => {
    const failed = await rehearseBroken(async (site) => {
      const { id } = await site.findProduct('Buoy');
      await site.saveDraft('products', id, { prices_address: '' });
      await site.publish();
    });
    expect(failed[0]).toBe('page: Buoy has no page with its plans, so no one can choose Crew.');
  });

  it('A rehearsal names a row of money that refers to a product that isn’t there', async () => {
    const failed = await rehearseBroken(async (site) => {
      await site.db.client.execute('PRAGMA foreign_keys = OFF');
      await site.db.client.execute(
        `INSERT INTO checkout_attempts (user_id, product_id, plan_name, price_id, status, created_at)
          SELECT id, 999, 'gone', 'price_gone', 'failed', 0 FROM users LIMIT 1`,
      );
      await site.db.client.execute('PRAGMA foreign_keys = ON');
    });
    expect(failed).toEqual([
      'database: In the database, 1 row of ‘checkout_attempts’ refers to a row of ‘products’ that isn’t there, so purchases fail.',
    ]);
  });
});
