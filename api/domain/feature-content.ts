import { type Feature, isPathOn } from './features.ts';
import type { Fields } from './fields.ts';
import { isWaitingListPath, toJoinedPath, toResourcesPath, toWaitingListPath } from './product-paths.ts';
import { sectionKinds } from './section-kinds.ts';
import { navigationFields, type SiteNavigation } from './site-navigation.ts';
import { HOME_ADDRESS, type PageSection, type SitePage } from './site-pages.ts';
import type { SiteProduct } from './site-products.ts';

type Values = Readonly<Record<string, unknown>>;
type IsGone = (address: string) => boolean;

/** Sections that belong to a feature. They go with it, and so does a page with such a section, except for the home page. */
const sectionFeatures: { [Kind in PageSection['kind']]?: Feature } = { plans: 'subscriptions' };

const isSectionOff = ({ kind }: PageSection, off: readonly Feature[]): boolean =>
  off.includes(sectionFeatures[kind] as Feature);

/** A page that sells a plan at its top is one of subscriptions, too. */
const isOfFeature = ({ sections }: SitePage, off: readonly Feature[]): boolean =>
  sections.some(
    (section) =>
      !section.is_hidden &&
      (isSectionOff(section, off) ||
        (section.kind === 'hero' && section.fields.plan !== '' && off.includes('subscriptions'))),
  );

/** The addresses of pages of the owner that go with these features. */
export const listGonePages = (pages: readonly SitePage[], off: readonly Feature[]): string[] =>
  pages
    .filter((page) => !isPathOn(page.address, { off }) || (page.address !== HOME_ADDRESS && isOfFeature(page, off)))
    .map(({ address }) => address);

/** Pages and menus without what belongs to features that are off, and without links that would lead nowhere. */
export function leaveOutFeatures(
  { pages, navigation }: { pages: readonly SitePage[]; navigation: SiteNavigation },
  off: readonly Feature[],
): { pages: readonly SitePage[]; navigation: SiteNavigation } {
  if (off.length === 0) return { pages, navigation };
  const gone = new Set(listGonePages(pages, off));
  const isGone: IsGone = (address) => gone.has(getPath(address)) || !isPathOn(address, { off });
  return {
    pages: pages
      .filter(({ address }) => !gone.has(address))
      .map((page) => ({ ...page, sections: leaveOutOfSections(page.sections, off, isGone) })),
    navigation: leaveOutOfNavigation(navigation, isGone),
  };
}

/** The same without the pages of archived products, what sells them, and links to these pages and to waiting lists that there aren’t. */
export function leaveOutProducts(
  { pages, navigation }: { pages: readonly SitePage[]; navigation: SiteNavigation },
  products: readonly SiteProduct[],
): { pages: readonly SitePage[]; navigation: SiteNavigation } {
  const offered = products.filter((product) => !product.is_archived);
  const archived = products.filter((product) => product.is_archived);
  const kept = new Set([HOME_ADDRESS, ...offered.flatMap(listProductPages)]);
  const ofArchived = new Set(archived.flatMap(listProductPages).filter((path) => path !== '' && !kept.has(path)));
  const archivedKeys = new Set(archived.map(({ key }) => key));
  const gone = new Set(
    pages
      .filter((page) => !kept.has(page.address) && (ofArchived.has(page.address) || isOfProduct(page, archivedKeys)))
      .map(({ address }) => address),
  );
  const lists = new Set(
    offered
      .filter((product) => product.has_waiting_list)
      .flatMap(({ key }) => [toWaitingListPath(key), toJoinedPath(key)]),
  );
  const resources = new Set(archived.map(({ key }) => toResourcesPath(key)));
  const isGone: IsGone = (address) => {
    const path = getPath(address);
    return (
      gone.has(path) || ofArchived.has(path) || resources.has(path) || (isWaitingListPath(path) && !lists.has(path))
    );
  };
  const isSold = ({ kind, fields }: PageSection) => kind !== 'plans' || !archivedKeys.has(fields.product);
  return {
    pages: pages
      .filter(({ address }) => !gone.has(address))
      .map((page) => ({ ...page, sections: leaveOutOfSections(page.sections.filter(isSold), [], isGone) })),
    navigation: leaveOutOfNavigation(navigation, isGone),
  };
}

const getPath = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

const listProductPages = ({ page, prices_address }: SiteProduct): string[] => [page, prices_address].map(getPath);

/** A page with the menu of a product above its headline is one of this product. */
const isOfProduct = ({ sections }: SitePage, keys: ReadonlySet<string>): boolean =>
  sections.some((section) => section.kind === 'hero' && !section.is_hidden && keys.has(section.fields.product_menu));

const leaveOutOfSections = (sections: readonly PageSection[], off: readonly Feature[], isGone: IsGone): PageSection[] =>
  sections
    .filter((section) => !isSectionOff(section, off))
    .map((section) => {
      const fields = leaveOutLinks(sectionKinds[section.kind].fields, section.fields, isGone);
      // Its first button would subscribe.
      if (section.kind === 'hero' && off.includes('subscriptions')) fields.plan = '';
      return { ...section, fields } as PageSection;
    });

function leaveOutOfNavigation(navigation: SiteNavigation, isGone: IsGone): SiteNavigation {
  const left = leaveOutLinks(navigationFields, navigation, isGone) as SiteNavigation;
  return {
    ...left,
    menu: left.menu.filter(({ href, links }) => href !== '' || links.length > 0),
    product_menus: left.product_menus.filter(({ links }) => links.length > 0),
    footer: left.footer.filter(({ links }) => links.length > 0),
  };
}

/** Values in which no link leads to what is gone: an entry of a list goes with the link that it has to have. */
function leaveOutLinks(fields: Fields, values: Values, isGone: IsGone): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = values[name];
    if (field.type === 'link') return [name, isGone(String(value)) ? '' : value];
    if (field.type === 'rich_text') return [name, unlink(String(value), isGone)];
    if (field.type !== 'list') return [name, value];
    const items = (value as Values[]).filter((item) => !hasGoneLink(field.item, item, isGone));
    return [name, items.map((item) => leaveOutLinks(field.item, item, isGone))];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const hasGoneLink = (fields: Fields, item: Values, isGone: IsGone): boolean =>
  Object.entries(fields).some(([name, field]) => field.type === 'link' && field.required && isGone(String(item[name])));

/** The words of a link stay. The HTML is that of the editor: attributes are quoted, links hold no links. */
const unlink = (html: string, isGone: IsGone): string =>
  html
    .split(/(?=<a\b)/)
    .map((part) => {
      const [, href = '', words = '', after = ''] =
        /^<a\b(?:(?!\bhref=)[^<>])*href="([^"]*)"[^<>]*>(.*?)<\/a>(.*)$/s.exec(part) ?? [];
      return href !== '' && isGone(href) ? words + after : part;
    })
    .join('');
