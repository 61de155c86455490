import { describe, expect, it } from 'vitest';
import { offerOwnProducts, ownProducts } from '../support/site/own-products.ts';
import { createPublishingSite, type PublishingSite } from '../support/site/publishing-site.ts';

const DEMO = /GenMate|TaxMate|ChatMate/;
const names = ownProducts.map(({ name }) => name);

async function createOwnSite(): Promise<PublishingSite> {
  const site = await createPublishingSite();
  await offerOwnProducts(site);
  await site.publisher.whenIdle();
  return site;
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
});
