import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import type { SiteNavigation } from '#api/domain/site-navigation.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';

export type StartingPointInput = {
  answers: FirstRunAnswers;
  products: readonly SiteProduct[];
};

/** What a kind of company begins with; all else of a site is the same for all. */
export type StartingPointDeclaration = {
  features: SiteSettings['features'];
  /** The home page, and those of products. */
  createPages(input: StartingPointInput): SitePage[];
  createMenu(input: StartingPointInput): SiteNavigation['menu'];
  /** In front of the columns that every site has. */
  createFooter(input: StartingPointInput): SiteNavigation['footer'];
};

/** The name of a product, wherever it is renamed. */
export const nameOf = ({ key }: SiteProduct): string => `{product: ${key}}`;

export const toLink = (product: SiteProduct) => ({ label: nameOf(product), href: product.page });
export const toMenuLink = (product: SiteProduct) => ({ ...toLink(product), note: product.tagline.slice(0, 90) });
