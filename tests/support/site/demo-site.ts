import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemoContent } from '#api/jobs/seed-demo-content.ts';
import { createSiteTemplate, createTestSite, DIST, type TestSite } from './test-site.ts';

const copyDemoSite = createSiteTemplate(async () => {
  const site = await createTestSite({ ogImages: await createSameOgImage() });
  await seedDemoContent(site.db, site.clock);
  return site;
});

/** The built site with the demo content, whole and settled; every post has a card of its own. */
export async function createDemoSite(): Promise<TestSite> {
  const site = await createTestSite({ ogImages: await createSameOgImage() }, copyDemoSite);
  await site.publisher.start();
  await site.publisher.whenIdle();
  return site;
}

async function createSameOgImage() {
  const image = await readFile(join(DIST, 'client/og.png'));
  return { render: async () => image, crop: async () => null, close: async () => undefined };
}
