import type { Catalogue } from '#api/domain/catalogue-types.ts';
import { isPathOn } from '#api/domain/features.ts';
import { toResourcesPath } from '#api/domain/product-paths.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { DOCUMENTATION_PATH } from '#api/publishing/index/paths.ts';
import { createRedirectEntry, type ReleaseEntry } from '#api/releases/manifest.ts';
import { listShownDocuments } from './shown-documents.ts';
import type { PlanContext } from './planned-page.ts';

/**
 * Old and shorter addresses (CONTRACT.md, Public content). Signed-in areas lead to the sign-in page; documentation that everyone may read is
 * where visitors find it. `isPublic` has the ids of products with such documentation.
 */
const listRedirectsOf = (
  products: Catalogue['products'],
  isPublic: ReadonlySet<number | undefined>,
): [from: string, to: string, status: 301 | 302][] => [
  ['/blog', '/blogs', 301],
  ...products
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, key, name }): [string, string, 302] => [
      toResourcesPath(key),
      isPublic.has(id)
        ? `${DOCUMENTATION_PATH}#product-${id}`
        : `/product-documents?product=${encodeURIComponent(name.toLowerCase())}`,
      302,
    ]),
];

/** The entries that lead elsewhere, whatever posts are published. */
export const listFixedRedirects = (
  { facts, products }: Pick<SiteContent, 'facts' | 'products'>,
  isPublic: ReadonlySet<number | undefined> = new Set(),
): ReleaseEntry[] =>
  listRedirectsOf(products, isPublic)
    .filter(([from]) => isPathOn(from, facts))
    .map(([from, to, status]) => createRedirectEntry(from, to, status));

/** The same, as the public documentation is now. */
export const planFixedRedirects = (context: Pick<PlanContext, 'index' | 'site'>): ReleaseEntry[] =>
  listFixedRedirects(context.site, new Set(listShownDocuments(context).map(({ product }) => product?.id)));
