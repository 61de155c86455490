import { createApp } from '#api/app.ts';
import type { FakeClock } from '../clock/fake-clock.ts';
import { copyOwnSite, readPublished } from '../payments/own-site.ts';
import { ANCHOR_PRODUCT, TIDEWORKS_PRODUCTS } from '../payments/tideworks.ts';
import { createTestDatabase, type TestApp } from './test-app.ts';

const copyTideworks = copyOwnSite({
  products: [...TIDEWORKS_PRODUCTS, ANCHOR_PRODUCT],
  settings: { features: { waiting_lists: true, documentation: true } },
});

/**
 * The whole API over the site of Tideworks after its first run, until it is closed: what its owner offers was made on the screens. Nothing
 * can be paid.
 */
export async function createOwnApp(clock?: FakeClock): Promise<TestApp> {
  const data = await createTestDatabase(copyTideworks, clock);
  const { release } = await readPublished(data);
  return {
    ...data,
    app: createApp(data.deps),
    async close() {
      release();
      await data.close();
    },
  };
}
