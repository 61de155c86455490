import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';
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

async function publishFeatures(features: SiteSettings['features'], base: number): Promise<void> {
  const fields = { ...demoSettings, features };
  const input = { fields, content: '', client_id: 'client-of-tests', version: 0, base_revision: base };
  const { version } = await saveDraft(site.deps, settingsPart, 1, input, userId);
  await publishSiteParts(site.deps, [settingsPart], [{ kind: 'settings', id: 1, version }], userId);
  await site.publisher.whenIdle();
}

const OFF = { waiting_lists: false, subscriptions: false, documentation: false, openshelf: false };
const GONE = [
  '/genmate/waitinglist',
  '/genmate/waitinglist/joined',
  '/chatmate/waitinglist',
  '/waitinglist/status',
  '/waitinglist-manager',
  '/subscriptions',
  '/subscription/success',
  '/subscribe',
  '/genmate/pricing',
  '/admin/billing',
  '/product-documents',
  '/documents',
  '/documents/new',
  '/documents/opening-a-book',
  '/sections',
  '/products',
  '/openshelf',
  '/openshelf/rss.xml',
  '/admin/openshelf',
  '/admin/openshelf/reviews',
  '/sitemap-openshelf-0.xml',
];
const KEPT = [
  '/',
  '/blogs',
  '/genmate',
  '/taxmate/home',
  '/company/about',
  '/login',
  '/profile',
  '/admin',
  '/admin/settings',
];
/** A page that there is not leads home; a file is not found. */
const toGone = (path: string) => `${path} ${path.includes('.') ? 404 : 302}`;
const readStatuses = (paths: string[]) =>
  Promise.all(paths.map(async (path) => `${path} ${(await site.get(path)).status}`));

it('features that are switched off are gone from pages, links, menus and sitemap in one release, and back with the next', async () => {
  const before = site.live();
  const release = site.manifest.release;
  expect(await readStatuses(GONE)).toEqual(GONE.map((path) => `${path} 200`));
  await publishFeatures(OFF, 1);
  expect(site.manifest.release).toBe(release + 1);
  expect(await readStatuses(GONE)).toEqual(GONE.map(toGone));
  expect(toGone('/nowhere')).toBe((await readStatuses(['/nowhere']))[0]);
  expect(await readStatuses(KEPT)).toEqual(KEPT.map((path) => `${path} 200`));
  for (const path of [...KEPT, '/sitemap.xml', '/sitemap-0.xml']) {
    const { body } = await site.get(path);
    expect(
      GONE.filter((gone) => body.includes(`href="${gone}"`) || body.includes(`${gone}</loc>`)),
      `links of ${path}`,
    ).toEqual([]);
  }
  expect(site.live()).toEqual(await site.fullBuild());
  await publishFeatures(demoSettings.features, 2);
  expect(site.live()).toEqual(before);
});
