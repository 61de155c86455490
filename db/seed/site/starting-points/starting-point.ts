import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import type { SiteNavigation } from '#api/domain/site-navigation.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';

/** A product with where it has a page of its own. */
export type OfferedProduct = SiteProduct & { tagline: string; address: string };

export type StartingPointInput = {
  answers: FirstRunAnswers;
  products: readonly OfferedProduct[];
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
export const nameOf = ({ key }: OfferedProduct): string => `{product: ${key}}`;

export const toLink = (product: OfferedProduct) => ({ label: nameOf(product), href: product.address });
export const toMenuLink = (product: OfferedProduct) => ({ ...toLink(product), note: product.tagline.slice(0, 90) });
