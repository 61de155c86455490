import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteContent } from '#db/queries/site-content.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { demoPaths } from '../support/site/demo-paths.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({}, copyEmptySite);
});
afterAll(() => site.close());

it('while nothing can be bought, the buttons of plans lead to the contact page, and buy again once payments are connected', async () => {
  await site.restart({ canBuy: false });
  await site.publisher.whenIdle();
  const { body } = await site.get(demoPaths.genmatePricing);
  expect(body).toMatch(
    /<a class="button button-primary" href="\/company\/contact">\s*Write to us<span class="visually-hidden"> about Creator<\/span>/,
  );
  expect(body).not.toMatch(/Choose Creator|plan-choices/);
  await site.restart({ canBuy: true });
  await site.publisher.whenIdle();
  expect((await site.get(demoPaths.genmatePricing)).body).toMatch(/<plan-choices[\s\S]*Choose Creator/);
});

it('without a contact page they lead to an email', () => {
  const parts = { settings: demoSettings, navigation: {}, products: [], plans: [], pages: [] };
  expect(createSiteContent({ ...parts, canBuy: false }).planContact).toBe(`mailto:${demoSettings.company.email}`);
  expect(createSiteContent(parts).planContact).toBeNull();
});
