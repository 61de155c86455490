import type { LegalVersions } from './legal-versions.ts';
import type { SiteBrand } from './site-brand.ts';
import type { Catalogue } from './catalogue-types.ts';
import type { UnsoldPrice } from './price-sale.ts';
import type { SiteFacts } from './site-facts.ts';
import type { SiteNavigation } from './site-navigation.ts';
import type { SitePage } from './site-pages.ts';
import type { SiteProduct } from './site-products.ts';
import type { SiteSettings } from './site-settings.ts';

/** The line above the header. */
export type Announcement = { text: string; link: { label: string; href: string } | null };

/** A page with what names its state: an input of its own address alone. */
export type PublishedPage = SitePage & { hash: string };

/** What the owner has published, as one value that never changes: a publish makes a new one. */
export type SiteContent = Catalogue & {
  settings: SiteSettings;
  /** The products with all that pages say about them, in their order; archived ones too. */
  productParts: readonly SiteProduct[];
  navigation: SiteNavigation;
  /** What the line above the header says; null until `announceAt` gives it a moment, and when there is none. */
  announcement: Announcement | null;
  facts: SiteFacts;
  brand: SiteBrand;
  /** Where the buttons of plans lead while nothing can be bought: to the contact page, or to an email. Null while plans can be bought. */
  planContact: string | null;
  /** Where people ask who can’t buy: the page with the ways to reach the company, or an email. */
  contactHref: string;
  /** Prices that are shown and can’t be bought at the moment. */
  unsold: readonly UnsoldPrice[];
  /** By address, in its order; also earlier versions of legal pages. */
  pages: ReadonlyMap<string, PublishedPage>;
  /** Of legal pages that have several versions, by the address of each. */
  legalVersions: ReadonlyMap<string, LegalVersions>;
  /** Of all that every page may show: another one renders every page again. */
  hash: string;
};
