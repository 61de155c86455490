import { getAccentClass } from '#api/domain/product-look.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { MenuEntry, SiteNavigation } from '#api/domain/site-navigation.ts';
import { findSiteProduct } from './products.ts';
import { getSite } from './site.ts';
import { fillTexts } from './texts.ts';

const navigationBySite = new WeakMap<SiteContent, SiteNavigation>();

/** Menus and footer with their placeholders filled in. Only while a page is rendered. */
export function getNavigation(): SiteNavigation {
  const site = getSite();
  const navigation = navigationBySite.get(site) ?? fillTexts(site.navigation);
  navigationBySite.set(site, navigation);
  return navigation;
}

/** The part of an address that changes the header: a link to the page itself, else the menu that the page is in. */
export function getNavigationKey(path: string): string {
  const hasLink = getNavigation().menu.some((entry) => [entry, ...entry.links].some(({ href }) => href === path));
  return hasLink ? path : (path.split('/')[1] ?? '');
}

/** The menu of the header with a link to this page, or null. */
export const findMenuOf = (path: string): MenuEntry | null =>
  getNavigation().menu.find(({ links }) => links.some(({ href }) => href === path)) ?? null;

type ProductMenu = { product: string; name: string; accent: string; items: readonly { label: string; href: string }[] };

/** The links above the headlines of a product's pages, or null. */
export function findProductMenu(key: string): ProductMenu | null {
  const product = findSiteProduct(key);
  const links = getNavigation().product_menus.find((menu) => menu.product === key)?.links ?? [];
  if (!product || product.is_archived || links.length === 0) return null;
  return { product: key, name: product.name, accent: getAccentClass(product), items: links };
}
