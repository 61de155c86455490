import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemoContent } from '#api/jobs/seed-demo-content.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { createSiteTemplate, createTestSite, DIST, type TestSite } from './test-site.ts';

async function createSeededSite(overrides: Partial<PublisherOptions> = {}): Promise<TestSite> {
  const site = await createTestSite({ ogImages: await createFixedOgImages(), ...overrides });
  await seedDemoContent(site.db, site.clock);
  return site;
}

const copyDemoSite = createSiteTemplate(() => createSeededSite());

/**
 * The built site with the demo content, fully published; every post has the same OG image. A copy of a template, unless
 * `overrides` are given.
 */
export async function createDemoSite(overrides?: Partial<PublisherOptions>): Promise<TestSite> {
  const site = overrides
    ? await createSeededSite(overrides)
    : await createTestSite({ ogImages: await createFixedOgImages() }, copyDemoSite);
  await site.publisher.start();
  await site.publisher.whenIdle();
  return site;
}

async function createFixedOgImages() {
  const image = await readFile(join(DIST, 'client/og.png'));
  return {
    render: async () => image,
    renderBrandFiles: async () => ({}),
    crop: async () => null,
    close: async () => undefined,
  };
}
