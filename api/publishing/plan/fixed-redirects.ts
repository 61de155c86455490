import type { Catalogue } from '#api/domain/catalogue-types.ts';
import { isPathOn } from '#api/domain/features.ts';
import { toResourcesPath } from '#api/domain/product-paths.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { createRedirectEntry, type ReleaseEntry } from '#api/releases/manifest.ts';

/** Old and shorter addresses (CONTRACT.md, Public content). Signed-in areas lead to the sign-in page. */
const listRedirectsOf = (products: Catalogue['products']): [from: string, to: string, status: 301 | 302][] => [
  ['/blog', '/blogs', 301],
  ...products
    .filter(({ isArchived }) => !isArchived)
    .map(({ key, name }): [string, string, 302] => [
      toResourcesPath(key),
      `/product-documents?product=${encodeURIComponent(name.toLowerCase())}`,
      302,
    ]),
];

/** The entries that lead elsewhere, whatever posts are published. */
export const listFixedRedirects = ({ facts, products }: Pick<SiteContent, 'facts' | 'products'>): ReleaseEntry[] =>
  listRedirectsOf(products)
    .filter(([from]) => isPathOn(from, facts))
    .map(([from, to, status]) => createRedirectEntry(from, to, status));
