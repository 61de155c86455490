import { describe, expect, it } from 'vitest';
import { getRawText, getText, parseHtmlPage } from '../support/site/html-page.ts';
import { changeProduct, offerOwnProducts, ownProducts } from '../support/site/own-products.ts';
import { createPublishingSite, type PublishingSite } from '../support/site/publishing-site.ts';

const DEMO = /GenMate|TaxMate|ChatMate/;
const names = ownProducts.map(({ name }) => name);

async function createOwnSite(): Promise<PublishingSite> {
  const site = await createPublishingSite();
  await offerOwnProducts(site);
  await site.publisher.whenIdle();
  return site;
}
/** Every page of the sitemap. */
async function readPublicPages(site: PublishingSite): Promise<Map<string, string>> {
  const sitemap = (await site.get('/sitemap-0.xml')).body;
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/');
  return new Map(await Promise.all(paths.map(async (path) => [path, (await site.get(path)).body] as const)));
}
const readPage = async (site: PublishingSite, path: string) => (await site.get(path)).body;

describe('a company with products of its own', () => {
  it('shows each of them on the home page, with its mark, colour and words, and none that is archived', async () => {
    const site = await createOwnSite();
    const home = await readPage(site, '/');
    const cards = [...home.matchAll(/<article class="product ([^"]*)"[^>]*>(.*?)<\/article>/gs)];
    expect(cards.map(([, accent]) => accent)).toEqual(['accent-11', 'accent-blue', 'accent-ochre']);
    for (const [at, [, , card = '']] of cards.entries()) {
      expect(card).toContain(`>${names[at]}</h3>`);
      expect(card).toContain(ownProducts[at]?.tagline);
      expect(card).toMatch(/<svg|<img/);
    }
    expect(cards.map(([card]) => card).join('')).not.toMatch(DEMO);
    const styles = home.match(/\/styles\/\w+\.css/)?.[0] ?? '';
    expect(await readPage(site, styles)).toMatch(/^:root \.accent-11\{--accent:light-dark\(#7a3e9d,#/);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('has a page for each waiting list, in the sitemap, in words that follow from the product, and its result page', async () => {
    const site = await createOwnSite();
    const sitemap = await readPage(site, '/sitemap-0.xml');
    for (const { key, name, tagline, product_id, has_waiting_list: hasList } of ownProducts) {
      const path = `/${key}/waitinglist`;
      expect((await site.get(path)).status, path).toBe(hasList ? 200 : 302);
      expect(sitemap.includes(`${path}<`), path).toBe(hasList);
      if (!hasList) continue;
      const page = await readPage(site, path);
      expect(page).toContain(`<title>Join the ${name} waiting list – Mateworks</title>`);
      expect(page).toContain(`Be among the first to use ${name}.`);
      expect(page).toContain(`${tagline} Join the waiting list`);
      expect(page).toContain(`name="productId" value="${product_id}"`);
      expect(await readPage(site, `${path}/joined`)).toContain(`Thanks for joining the ${name} waiting list`);
      expect(sitemap).not.toContain(`${path}/joined`);
    }
    const status = await readPage(site, '/waitinglist/status');
    expect(status).toContain('&quot;key&quot;:&quot;harbourmaster&quot;');
  });

  it('names its products in menus, prices, posts and after buying, and those of the demo nowhere', async () => {
    const site = await createOwnSite();
    const home = await readPage(site, '/');
    expect(home).toContain('href="/logbook/waitinglist"');
    const logbook = await readPage(site, '/logbook');
    expect(logbook).toContain('aria-label="Logbook pages"');
    expect(logbook).toMatch(/Choose Crew/);
    // Its section has no title, so the name of the plan is in its place of the outline.
    expect(logbook).toMatch(/<h2 class="name"[^>]*>\s*Crew/);
    const posts = await readPage(site, '/blogs');
    expect(posts).toContain('>Meet Logbook</h2>');
    expect(posts).toContain('Every trip, written down.');
    const bought = await readPage(site, '/subscription/success');
    expect(bought).toContain('data-product="Logbook"');
    expect(await readPage(site, '/settings')).toContain('There is nothing to set at the moment.');
    expect((await site.get('/resources/logbook')).headers.location).toBe('/product-documents?product=logbook');
    expect((await site.get('/resources/genmate')).headers.location).not.toContain('genmate');
    for (const path of ['/genmate', '/genmate/pricing', '/genmate/waitinglist', '/taxmate/home', '/subscribe'])
      expect(site.manifest.get(path), path).toBeUndefined();
    for (const [path, page] of [...(await readPublicPages(site))]) {
      const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href);
      expect(
        links.filter((href) => /genmate|taxmate|chatmate/.test(href)),
        path,
      ).toEqual([]);
    }
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('keeps the address of a waiting list through a new name, and loses its page and every link to it with the list', async () => {
    const site = await createOwnSite();
    await changeProduct(site, 'logbook', { name: 'Ship’s log' });
    await site.publisher.whenIdle();
    expect(await readPage(site, '/logbook/waitinglist')).toContain('Join the Ship’s log waiting list');
    await changeProduct(site, 'logbook', { has_waiting_list: false });
    await site.publisher.whenIdle();
    expect(site.manifest.get('/logbook/waitinglist')).toBeUndefined();
    expect(site.manifest.get('/logbook/waitinglist/joined')).toBeUndefined();
    for (const [path, page] of await readPublicPages(site)) expect(page, path).not.toContain('/logbook/waitinglist');
    await changeProduct(site, 'logbook', { has_waiting_list: true });
    await site.publisher.whenIdle();
    expect((await site.get('/logbook/waitinglist')).status).toBe(200);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('is gone with its page, its card and its menu when it is archived', async () => {
    const site = await createOwnSite();
    await changeProduct(site, 'logbook', { is_archived: true });
    await site.publisher.whenIdle();
    for (const path of ['/logbook', '/logbook/waitinglist', '/resources/logbook'])
      expect(site.manifest.get(path), path).toBeUndefined();
    for (const [path, page] of await readPublicPages(site)) expect(page, path).not.toMatch(/href="\/logbook/);
    expect(await readPage(site, '/')).not.toContain('Logbook');
    expect(await readPage(site, '/blogs')).toContain('>Meet Harbourmaster</h2>');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('T20: with hostile words and keys has pages that run no script', async () => {
    const site = await createPublishingSite();
    const hostile = '"><script>alert(1)</script>';
    await offerOwnProducts(
      site,
      ownProducts.map((product) => ({
        ...product,
        name: hostile,
        tagline: hostile,
        page: 'javascript:alert(1)',
        waiting_heading: hostile,
        waiting_about: [{ name: hostile, text: hostile }],
        waiting_more_href: 'javascript:alert(1)',
        pitch_title: hostile,
      })),
    );
    await site.publisher.whenIdle();
    for (const path of ['/', '/blogs', '/logbook', '/logbook/waitinglist', '/logbook/waitinglist/joined']) {
      const page = parseHtmlPage(await readPage(site, path));
      expect(page.tags('script').map(getRawText).join(''), path).not.toContain('alert(1)');
      expect(
        page.tags('a').filter(({ attribs }) => attribs.href?.startsWith('javascript:')),
        path,
      ).toEqual([]);
      expect(page.tags('main').map(getText).join(''), path).toContain('alert(1)');
    }
  });
});
