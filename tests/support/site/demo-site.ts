import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemoContent } from '#api/jobs/seed-demo-content.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { createSiteTemplate, createTestSite, DIST, type TestSite } from './test-site.ts';

async function createSeededSite(overrides: Partial<PublisherOptions> = {}): Promise<TestSite> {
  const site = await createTestSite({ ogImages: await createSameOgImage(), ...overrides });
  await seedDemoContent(site.db, site.clock);
  return site;
}

const copyDemoSite = createSiteTemplate(() => createSeededSite());

/**
 * The built site with the demo content, whole and settled; every post has a card of its own. A copy of one template, unless
 * `overrides` ask for another site.
 */
export async function createDemoSite(overrides?: Partial<PublisherOptions>): Promise<TestSite> {
  const site = overrides
    ? await createSeededSite(overrides)
    : await createTestSite({ ogImages: await createSameOgImage() }, copyDemoSite);
  await site.publisher.start();
  await site.publisher.whenIdle();
  return site;
}

async function createSameOgImage() {
  const image = await readFile(join(DIST, 'client/og.png'));
  return { render: async () => image, crop: async () => null, close: async () => undefined };
}
