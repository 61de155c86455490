import { isPathOn } from '#api/domain/features.ts';
import { toWaitingListPath } from '#api/domain/product-paths.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { productFields, type SiteProduct } from '#api/domain/site-products.ts';
import { fillFields } from './fill-fields.ts';
import { getSite } from './site.ts';
import { getPlaceholderValues } from './texts.ts';

const productsBySite = new WeakMap<SiteContent, readonly SiteProduct[]>();

/** What pages say about each product, with placeholders filled in; archived ones too. Only while a page is rendered. */
export function getSiteProducts(): readonly SiteProduct[] {
  const site = getSite();
  const products =
    productsBySite.get(site) ??
    site.productParts.map((product) => ({ ...product, ...fillFields(productFields, product, getPlaceholderValues()) }));
  productsBySite.set(site, products);
  return products;
}

export const findSiteProduct = (key: string): SiteProduct | undefined =>
  getSiteProducts().find((product) => product.key === key);

/** Products that are offered, in their order: without those whose pages belong to a feature that is off. */
export const listShownProducts = (): SiteProduct[] =>
  getSiteProducts().filter((product) => !product.is_archived && isPathOn(product.page, getSiteFacts()));

/** The page of its waiting list; null without one. */
export const findWaitingListPath = ({ key, has_waiting_list }: SiteProduct): string | null => {
  const path = toWaitingListPath(key);
  return has_waiting_list && isPathOn(path, getSiteFacts()) ? path : null;
};

/** Where visitors who want a product go next: its waiting list, else its page; null where it has neither. */
export function findProductLink(product: SiteProduct): { label: string; href: string } | null {
  const waitingList = findWaitingListPath(product);
  if (waitingList !== null) return { label: 'Join the waiting list', href: waitingList };
  return product.page === '' ? null : { label: 'Read more', href: product.page };
}

/** The product that visitors of posts are told of: the first with a waiting list, else the first with a page. */
export function findFeaturedProduct(): SiteProduct | undefined {
  const products = listShownProducts();
  return products.find((product) => findWaitingListPath(product) !== null) ?? products.find(({ page }) => page !== '');
}
