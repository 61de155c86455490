import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { createSiteBrand } from '#api/domain/site-brand.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { completeNavigation } from '#api/domain/site-navigation.ts';
import { completePage } from '#api/domain/site-pages.ts';
import { completeSettings, toSiteFacts } from '#api/domain/site-settings.ts';
import type { Database } from '#db/client.ts';
import { siteParts } from '#db/schema/index.ts';

type StoredFields = Readonly<Record<string, unknown>>;

/** What is published now. */
export async function loadSiteContent(db: Database): Promise<SiteContent> {
  const parts = await db.orm
    .select({ kind: siteParts.kind, fields: siteParts.fields })
    .from(siteParts)
    .where(and(eq(siteParts.state, 'live'), inArray(siteParts.kind, ['settings', 'navigation', 'page'])));
  const listFields = (kind: string) => parts.filter((part) => part.kind === kind).map(({ fields }) => fields);
  return createSiteContent({
    settings: listFields('settings')[0] ?? {},
    navigation: listFields('navigation')[0] ?? {},
    pages: listFields('page'),
  });
}

/** From the fields of the parts, published ones or drafts. */
export function createSiteContent(parts: {
  settings: StoredFields;
  navigation: StoredFields;
  pages: readonly StoredFields[];
}): SiteContent {
  const settings = completeSettings(parts.settings);
  const navigation = completeNavigation(parts.navigation);
  const pages = parts.pages
    .map(completePage)
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map((page) => [page.address, { ...page, hash: hashFields(page) }] as const);
  return {
    settings,
    navigation,
    facts: toSiteFacts(settings),
    brand: createSiteBrand(settings, hashFields),
    pages: new Map(pages),
    hash: hashFields({ settings, navigation }),
  };
}

const hashFields = (fields: unknown): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
