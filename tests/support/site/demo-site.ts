import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemoContent } from '#api/jobs/seed-demo-content.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { createTestSite, DIST, type TestSite } from './test-site.ts';

/** The built site with the demo content, whole and settled; every post has a card of its own. */
export async function createDemoSite(overrides: Partial<PublisherOptions> = {}): Promise<TestSite> {
  const picture = await readFile(join(DIST, 'client/og.png'));
  const ogImages = { render: async () => picture, crop: async () => null, close: async () => undefined };
  const site = await createTestSite({ ogImages, ...overrides });
  await seedDemoContent(site.db, site.clock);
  await site.publisher.start();
  await site.publisher.whenIdle();
  return site;
}
