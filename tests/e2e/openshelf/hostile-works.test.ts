import { afterAll, beforeAll, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { insertHostileWorks, listActiveNodes } from '../../support/openshelf/hostile-works.ts';
import { findXmlError } from '../../support/site/strict-xml.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

const { openshelfFeeds: feeds } = openshelfPaths;
const WORK_PAGES = [openshelfPaths.openshelfWork('hostile-0'), openshelfPaths.openshelfWork('hostile-1')];

let site: Site;
let ids: Awaited<ReturnType<typeof insertHostileWorks>>;
beforeAll(async () => {
  site = await startSite();
  ids = await insertHostileWorks(site.server);
  await site.server.publisher.whenIdle();
});
afterAll(() => site.close());

test('T20 T26 hostile works in the database run nothing and lead nowhere, on no screen of reviewers and no page of the shelf', () =>
  site.open({}, async (page) => {
    const ran: unknown[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await page.exposeFunction('canary', (number: unknown) => ran.push(number));
    await signInAs(site, page);
    const screens = [
      openshelfPaths.adminOpenshelf,
      openshelfPaths.reviewQueue,
      openshelfPaths.publicationManager,
      openshelfPaths.openshelfStats,
      openshelfPaths.rejectionReasons,
      openshelfPaths.openshelfWebhooks,
      openshelfPaths.reviewDetail(ids.rejected),
      openshelfPaths.reviewDetail(ids.pending),
    ];
    for (const path of [
      ...screens,
      openshelfPaths.openshelf,
      ...WORK_PAGES,
      openshelfPaths.openshelfCategory('lifestyle'),
    ]) {
      await page.goto(path);
      await page.getByText('<script>canary(1)</script>').first().waitFor({ state: 'attached' });
      if (path === openshelfPaths.reviewDetail(ids.pending)) {
        const frame = page.frameLocator('iframe[title="Text of the publication"]');
        await frame.getByText('Begin').waitFor();
      }
      expect([path, await listActiveNodes(page)]).toEqual([path, []]);
    }
    expect(ran).toEqual([]);
  }));

test('T26 T38 feeds, sitemap and pages of hostile works are well-formed, and hold no address that is not https', async () => {
  const read = async (path: string) => (await fetch(`${site.origin}${path}`)).text();
  for (const path of [feeds.rss, feeds.atom, '/sitemap-openshelf-0.xml', '/sitemap-openshelf-1.xml'])
    expect([path, findXmlError(await read(path))]).toEqual([path, null]);
  for (const path of [...Object.values(feeds), ...WORK_PAGES]) {
    const found = /secret|vbscript|canary\([678]\)|evil\.example\/x|http:\/\/evil/.exec(await read(path))?.[0];
    expect([path, found]).toEqual([path, undefined]);
  }
});
