import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { siteParts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';

/** By their keys. */
const PRODUCTS: Record<string, string> = {
  genmate: 'Skriva',
  taxmate: 'Avgift',
  openshelf: 'Hylla',
  chatmate: 'Prata',
};
const PLANS: Record<string, string> = {
  Starter: 'Gratis',
  Creator: 'Enkel',
  Pro: 'Dobbel',
  Studio: 'Stor',
  TaxMate: 'Avgift',
};

async function rename({ db }: TestSite): Promise<void> {
  const parts = await db.orm.select().from(siteParts);
  const updates = parts.flatMap(({ id, kind, fields }) => {
    const names = { product: PRODUCTS, plan: PLANS }[kind as string];
    const name = names?.[String(fields.key)];
    if (name === undefined) return [];
    return [
      db.orm
        .update(siteParts)
        .set({ fields: { ...fields, name } })
        .where(eq(siteParts.id, id)),
    ];
  });
  expect(updates).toHaveLength(9);
  await write(db, updates);
}

/**
 * A text without what is no name: a word, an address, the keys by which the data know products and plans, and the earlier names by which
 * a script finds the plan of an old link.
 */
const withoutOthers = (text: string) =>
  text
    .replaceAll(/ data-names="[^"]*"/g, '')
    .replaceAll(/&quot;earlierNames&quot;:\[[^\]]*\]/g, '')
    .replaceAll(/&quot;key&quot;:&quot;\w+&quot;/g, '')
    .replaceAll(/Creators/g, '')
    .replaceAll(/https:\/\/genmate\.mateworks\.example/g, '');

const OLD_NAME = /GenMate|TaxMate|OpenShelf|ChatMate|\b(?:Starter|Creator|Studio)\b/;

test('no page, feed or menu has the name of a product or plan from before it was renamed', async () => {
  const site = await createTestSite({}, copyEmptySite);
  try {
    await rename(site);
    await site.publisher.start();
    await site.publisher.whenIdle();
    const found: [path: string, around: string][] = [];
    let count = 0;
    for (const entry of site.manifest.entries()) {
      if (entry.hash === null || !/html|xml|json|vtt/.test(entry.contentType)) continue;
      count += 1;
      const body = (await site.store.read(entry.hash, entry.contentType, 'identity')).toString('utf8');
      const text = withoutOthers(body);
      const at = text.search(OLD_NAME);
      if (at >= 0) found.push([entry.path, text.slice(Math.max(0, at - 80), at + 40)]);
    }
    expect(count).toBeGreaterThan(40);
    expect(found).toEqual([]);
    const pricing = (await site.get('/genmate/pricing')).body;
    for (const name of ['Skriva', 'Gratis', 'Enkel', 'Dobbel', 'Stor']) expect(pricing).toContain(name);
    expect((await site.get('/terms')).body).toContain('our products Skriva, Avgift, Hylla and Prata');
  } finally {
    await site.close();
  }
});
