import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completePage } from '#api/domain/site-pages.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import { selectRows } from '../support/app/waiting-list.ts';
import { joinWaitingList } from '../support/app/waiting-list.ts';
import { CARD_FAILING } from '../support/payments/subscriber.ts';
import { createOwnSite, type OwnSite } from '../support/payments/own-site.ts';
import { createTestSite } from '../support/site/test-site.ts';
import { findDemoWords } from '../support/words/demo-words.ts';

const PLANS = [
  { name: 'Deckhand' },
  { name: 'Solo', price_month: 10, price_year: 100, limits: [{ name: 'Boats', number: 3, unit: '' }] },
  { name: 'Crew', price_month: 30, badge: 'Für Vereine', features: [{ text: 'For six' }] },
];

/** A shop of a company in Germany, as an owner makes it: a product with a page of its plans and a waiting list. */
async function createShop(): Promise<OwnSite> {
  const site = await createOwnSite({
    answers: { country: 'DE', currency: 'EUR', locale: 'de-DE', time_zone: 'Europe/Berlin', name: 'Hafenwerk' },
    products: [],
  });
  const product = await site.addProduct({
    name: 'Boje',
    tagline: 'Liegeplätze.',
    has_waiting_list: true,
    page: '/boje',
    prices_address: '/boje',
  });
  for (const plan of PLANS) await site.addPlan(product, plan);
  const { page } = (await site.admin.call('POST', '/api/admin/pages', { title: 'Boje', address: '/boje' })).body;
  const plans = { product: product.key };
  const sections = ['cards', 'table', 'free'].map((layout) => ({
    id: layout,
    kind: 'plans',
    fields: { ...plans, layout },
  }));
  await site.saveDraft('pages', page.id, { sections: completePage({ sections }).sections });
  await site.publish();
  return site;
}

/** The site as the publisher brings it live, by path: what is read, without styles, scripts and pictures. */
async function readPages({ db }: OwnSite): Promise<Map<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'own-words-'));
  await db.client.execute({ sql: 'VACUUM INTO ?', args: [join(directory, 'app.db')] });
  const site = await createTestSite({}, async () => directory);
  try {
    await site.publisher.start();
    await site.publisher.whenIdle();
    const pages = new Map<string, string>();
    for (const { path, contentType } of site.manifest.entries()) {
      if (!/html|xml|json|text\/(plain|markdown)|manifest/.test(contentType ?? '')) continue;
      const { body } = await site.get(path);
      pages.set(path, body.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/ data-catalogue="[^"]*"/g, ''));
    }
    return pages;
  } finally {
    await site.close();
  }
}

const listDemoWords = (texts: Iterable<[string, string]>): string[] =>
  [...texts].flatMap(([where, text]) => findDemoWords(text).map((word) => `${where}: ${word}`));

describe('a site that its owner made after a first run', () => {
  it('has no word of the demo on any page, in any feed or file', async () => {
    const pages = await readPages(await createShop());
    expect(pages.size).toBeGreaterThan(40);
    expect(pages.get('/boje')).toContain('Crew');
    expect(JSON.parse(pages.get('/site.webmanifest') ?? '')).toMatchObject({
      name: 'Hafenwerk',
      short_name: 'Hafenwerk',
    });
    expect(listDemoWords(pages)).toEqual([]);
  });

  it('stresses the card of the plan with the badge, and not the first one', async () => {
    const page = (await readPages(await createShop())).get('/boje') ?? '';
    const cards = [...page.matchAll(/<li class="([^"]*)"[^>]*>\s*<div class="head"[\s\S]*?<\/li>/g)];
    const stressed = cards.filter(([, names = '']) => names.split(' ').includes('featured'));
    expect(stressed.length).toBeGreaterThan(0);
    for (const [card] of stressed) {
      expect(card).toContain('Für Vereine');
      expect(card).toMatch(/class="[^"]*button-primary/);
    }
    for (const [card] of cards.filter((each) => !stressed.includes(each)))
      expect(card).not.toMatch(/class="[^"]*button-primary/);
  });

  it('says nothing of the demo to somebody who buys, changes, fails to pay and cancels, or in an email', async () => {
    const site = await createShop();
    const buyer = await site.createBuyer();
    const id = await buyer.subscribe('Solo');
    await buyer.change('change-preview', id, { planName: 'Crew' });
    await buyer.change('change', id, { planName: 'Crew' });
    await buyer.change('cancel', id);
    const failing = await site.createBuyer();
    await failing.subscribe('Solo', CARD_FAILING).catch(() => undefined);
    await site.deliver();
    const product = await site.findProduct('Boje');
    await joinWaitingList(site, { productId: product.product_id, firstName: 'Ada', lastName: '', intent: '' });
    const answers = new Map<string, string>();
    for (const path of [`/user/${buyer.id}`, `/user/${buyer.id}/billing`, '/plans'])
      answers.set(path, JSON.stringify((await buyer.call('GET', path)).body));
    for (const path of ['/api/profile', '/api/account/export'])
      answers.set(
        path,
        await (await site.app.request(path, { headers: { Authorization: `Bearer ${buyer.token}` } })).text(),
      );
    for (const path of [
      '/api/admin/products',
      '/api/admin/plans',
      '/api/admin/plans/prices',
      '/api/admin/billing',
      '/api/overview',
    ])
      answers.set(path, JSON.stringify((await site.admin.call('GET', path)).body));
    const { mails } = (await site.admin.call('GET', '/api/admin/mails')).body;
    for (const mail of mails as object[])
      answers.set(`preview ${JSON.stringify(mail).slice(0, 60)}`, JSON.stringify(mail));
    expect(listDemoWords(answers)).toEqual([]);
    const sent = await selectRows(site, 'SELECT id, kind, data FROM outbox');
    expect(sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payment-receipt', 'subscription-cancelled']));
    const emails = sent.map(({ id: number, kind, data }): [string, string] => {
      const { subject, text, html } = renderEmail(site.deps, kind as never, JSON.parse(String(data)));
      return [`${kind} ${number}`, `${subject} ${text} ${html}`];
    });
    expect(listDemoWords(emails)).toEqual([]);
  });
});
