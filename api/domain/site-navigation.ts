/** What is around every page of the owner's site: menus, the footer, social networks, and a line that announces something for a while. */
import { getProductName } from './catalogue.ts';
import {
  completeValues,
  type FieldChange,
  type FieldFault,
  type Fields,
  type FieldValues,
  linkField,
  listField,
  listFieldChanges,
  listFieldFaults,
  listFieldPaths,
  productField,
  switchField,
  textField,
} from './fields.ts';

const LABEL_MAX = 60;
/** Of each list so many have room. */
export const NAVIGATION_LIMITS = { label: LABEL_MAX, menu: 8, below: 12, columns: 4, line: 6 };
const PRODUCT_MENUS_MAX = 40;

const links = {
  label: textField('Label', { max: LABEL_MAX, required: true }),
  href: linkField('Leads to', { required: true }),
};

export const announcementFields = {
  announcement_is_shown: switchField('Show above the header', { hint: 'On every page. Visitors can close it.' }),
  announcement_text: textField('Text', { max: 90 }),
  announcement_href: linkField('Leads to'),
  announcement_link: textField('Link text', { max: 40 }),
  announcement_from: textField('From', { max: 16, format: 'moment', hint: 'Left empty: once it is published.' }),
  announcement_until: textField('Until', { max: 16, format: 'moment', hint: 'Left empty: until you switch it off.' }),
};

const listFields = {
  menu: listField('Menu', {
    hint: 'In the header, and on phones behind the menu button.',
    item: {
      label: textField('Label', { max: LABEL_MAX, required: true }),
      href: linkField('Leads to', { hint: 'Left empty where links open below.' }),
      links: listField('Links', {
        item: { ...links, note: textField('Note', { max: 90, hint: 'Small, below the label.' }) },
        itemName: 'link',
        max: NAVIGATION_LIMITS.below,
      }),
    },
    itemName: 'entry',
    max: NAVIGATION_LIMITS.menu,
  }),
  product_menus: listField('Product menus', {
    hint: 'Above the headlines of a product’s pages.',
    item: {
      product: productField('Product', { required: true }),
      links: listField('Links', { item: links, itemName: 'link', max: 8 }),
    },
    itemName: 'product menu',
    max: PRODUCT_MENUS_MAX,
  }),
  footer: listField('Footer', {
    item: {
      title: textField('Title', { max: LABEL_MAX, required: true }),
      links: listField('Links', { item: links, itemName: 'link', max: NAVIGATION_LIMITS.below }),
    },
    itemName: 'column',
    max: NAVIGATION_LIMITS.columns,
  }),
  footer_line: listField('Last line of the footer', { item: links, itemName: 'link', max: NAVIGATION_LIMITS.line }),
  socials_title: textField('Title of the social links', { max: LABEL_MAX, hint: '‘Follow us’, if empty.' }),
  socials: listField('Social links', {
    item: {
      name: textField('Name', { max: 40, required: true }),
      url: textField('Address', { max: 300, required: true, format: 'web_address' }),
    },
    itemName: 'link',
    max: 12,
  }),
};

export const navigationFields = { ...listFields, ...announcementFields };

export type SiteNavigation = FieldValues<typeof navigationFields>;
export type MenuEntry = SiteNavigation['menu'][number];

/** Stored navigation as today's code reads it: also that which an earlier version has stored. */
export const completeNavigation = (stored: Readonly<Record<string, unknown>>): SiteNavigation =>
  completeValues(navigationFields, stored);

/** What keeps the navigation from being published; paths as in 'menu.1.links.0.href'. */
export function listNavigationFaults(
  navigation: SiteNavigation,
  findLinkFault?: (path: string) => string | null,
): FieldFault[] {
  const products = navigation.product_menus.map(({ product }) => product);
  return [
    ...listFieldFaults(navigationFields, navigation, findLinkFault),
    ...navigation.menu.flatMap(({ label, href, links: below }, at): FieldFault[] =>
      href.trim() === '' && below.length === 0
        ? [{ path: `menu.${at}.href`, message: `Choose where ‘${label.trim()}’ leads, or add links to it.` }]
        : [],
    ),
    ...listAnnouncementFaults(navigation),
    ...products.flatMap((product, at): FieldFault[] =>
      product === '' || products.indexOf(product) === at
        ? []
        : [
            {
              path: `product_menus.${at}.product`,
              message: `${getProductName(product) || 'This product'} has another menu already.`,
            },
          ],
    ),
  ];
}

function listAnnouncementFaults(navigation: SiteNavigation): FieldFault[] {
  if (!navigation.announcement_is_shown) return [];
  const isEmpty = (name: keyof typeof announcementFields) => String(navigation[name]).trim() === '';
  const { announcement_from: from, announcement_until: until } = navigation;
  const faults: FieldFault[] = [];
  if (isEmpty('announcement_text'))
    faults.push({ path: 'announcement_text', message: 'Write the announcement, or switch it off.' });
  if (isEmpty('announcement_href') && !isEmpty('announcement_link'))
    faults.push({ path: 'announcement_href', message: 'Choose where the link of the announcement leads.' });
  if (!isEmpty('announcement_href') && isEmpty('announcement_link'))
    faults.push({ path: 'announcement_link', message: 'Write the text of the link.' });
  // Both are what a clock shows, so their letters have the order of time.
  if (from !== '' && until !== '' && until <= from)
    faults.push({ path: 'announcement_until', message: 'Choose a time after ‘From’.' });
  return faults;
}

/** What was changed, in the order of the screen. */
export const listNavigationChanges = (before: SiteNavigation, after: SiteNavigation): FieldChange[] => [
  ...listFieldChanges(listFields, before, after),
  ...listFieldChanges(announcementFields, before, after).map(({ label, value }) => ({
    label: `Announcement: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    value,
  })),
];

/** Pages of categories are lists of posts. */
const SECTION_ALIASES: Readonly<Record<string, string>> = { categories: 'blogs' };

/** The first part of a path of the site, as in 'company' of '/company/team'; empty for the home page and other sites. */
export function getSection(href: string): string {
  const [path = ''] = href.split(/[?#]/, 1);
  const section = path.startsWith('/') ? (path.split('/')[1] ?? '') : '';
  return SECTION_ALIASES[section] ?? section;
}

/** Whether one of the links leads to the page at `path`, or to a page beside it. */
export function isInSection(entry: Pick<MenuEntry, 'links'>, path: string): boolean {
  const section = getSection(path);
  return section !== '' && entry.links.some(({ href }) => getSection(href) === section);
}

/** Where visitors find a link to the page at `path`: the header before the footer; null where neither has one. */
export function findMenuPlace(navigation: SiteNavigation, path: string): 'header' | 'footer' | null {
  const leadsTo = (fields: Fields) =>
    listFieldPaths(fields, navigation).some((link) => link.replace(/[?#].*$/s, '') === path);
  const { menu, product_menus, footer, footer_line } = listFields;
  if (leadsTo({ menu, product_menus })) return 'header';
  return leadsTo({ footer, footer_line }) ? 'footer' : null;
}
