import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteNavigation } from '#api/domain/site-navigation.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { getNavigation, navigationPart } from '#api/features/site-navigation/site-navigation.service.ts';
import { createUser } from '../../support/app/users.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../../support/site/test-site.ts';

let site: TestSite;
let userId: number;
beforeEach(async () => {
  site = await createTestSite({}, copyEmptySite);
  userId = (await createUser(site)).id;
  await site.publisher.start();
  await site.publisher.whenIdle();
});
afterEach(() => site.close());

async function publishNavigation(changes: Partial<SiteNavigation>): Promise<void> {
  const fields = { ...demoNavigation, ...changes };
  const { id } = await getNavigation(site.deps);
  const input = { fields, content: '', client_id: 'client-of-tests', version: 0, base_revision: 1 };
  const { version } = await saveDraft(site.deps, navigationPart, id, input, userId);
  await publishSiteParts(site.deps, [navigationPart], [{ kind: 'navigation', id, version }], userId);
  await site.publisher.whenIdle();
}

const readPart = async (path: string, tag: 'header' | 'footer' | 'dialog') =>
  new RegExp(`<${tag}[^>]*>.*?</${tag}>`, 's')
    .exec((await site.get(path)).body)?.[0]
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ') ?? '';

it('published menus and footers are on every page with one release, as a full build would have them', async () => {
  const before = site.manifest.release;
  await publishNavigation({
    menu: [
      { label: 'Prices', href: '/genmate/pricing', links: [] },
      { label: '{company} itself', href: '', links: [{ label: 'Crew', href: '/company/team', note: 'Who we are' }] },
    ],
    footer: [{ title: 'Help', links: [{ label: 'Contact us', href: '/company/contact' }] }],
    footer_line: [{ label: 'Small print', href: '/terms' }],
    socials: [],
  });
  for (const path of ['/', '/login', '/company/team', '/genmate/pricing']) {
    expect(await readPart(path, 'header')).toContain('Prices Mateworks itself Crew Who we are');
    const footer = await readPart(path, 'footer');
    expect(footer).toContain('Help Contact us © Mateworks Limited Small print Colour theme');
    expect(footer).not.toContain('Follow us');
  }
  const page = (await site.get('/genmate/pricing')).body;
  expect(page).toMatch(/<a class="nav-link" href="\/genmate\/pricing" aria-current="page"/);
  expect(site.manifest.release).toBe(before + 1);
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('a page of the company shows the menu that it is in beside its text, and none when it is in no menu', async () => {
  expect((await site.get('/company/team')).body).toContain('aria-label="Company pages"');
  await publishNavigation({
    menu: [{ label: 'About us', href: '', links: [{ label: 'Crew', href: '/company/team', note: '' }] }],
  });
  expect((await site.get('/company/team')).body).toContain('aria-label="About us pages"');
  const mission = (await site.get('/company/mission')).body;
  expect(mission).not.toContain('class="side-menu');
  expect(mission).not.toContain('side-first');
});

it('a product without a menu has none above its headlines', async () => {
  expect((await site.get('/genmate')).body).toContain('aria-label="GenMate pages"');
  await publishNavigation({ product_menus: [] });
  for (const path of ['/genmate', '/genmate/waitinglist']) {
    expect((await site.get(path)).body).not.toContain('aria-label="GenMate pages"');
  }
});

it('of the header that one entry is underlined which leads to the page, else the menu that the page is in', async () => {
  const isUnderlined = async (path: string) => (await site.get(path)).body.includes('class="here"');
  expect(await isUnderlined('/genmate/pricing')).toBe(true);
  await publishNavigation({
    menu: [
      { label: 'Prices', href: '/genmate/pricing', links: [] },
      { label: 'Products', href: '', links: [{ label: 'GenMate', href: '/genmate', note: '' }] },
    ],
  });
  expect(await isUnderlined('/genmate/pricing')).toBe(false);
  expect(await isUnderlined('/genmate/features')).toBe(true);
});
