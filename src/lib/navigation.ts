import { getProductName } from '#api/domain/catalogue.ts';
import type { productPages } from '#api/domain/section-kinds.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { MenuEntry, SiteNavigation } from '#api/domain/site-navigation.ts';
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

/** The links above the headlines of a product's pages, or null. */
export function findProductMenu(product: keyof typeof productPages) {
  const menu = getNavigation().product_menus.find((each) => each.product === product);
  return menu && menu.links.length > 0 ? { product, name: getProductName(product), items: menu.links } : null;
}
