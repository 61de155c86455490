/** A page of the owner is an address, a few facts for search engines, and a list of sections. */
import {
  choiceField,
  completeValues,
  type FieldChange,
  type FieldFault,
  type FieldValues,
  listFieldChanges,
  listFieldFaults,
  listFieldPaths,
  switchField,
  textField,
} from './fields.ts';
import { serverParts } from './reserved-paths.ts';
import { isSectionKind, type SectionKind, sectionKinds } from './section-kinds.ts';

export const pageFields = {
  title: textField('Title', { max: 120, required: true, hint: 'In browser tabs and search results.' }),
  description: textField('Description', { max: 300, rows: 3, hint: 'In search results and shared links.' }),
  address: textField('Address', { max: 120, required: true, hint: 'Such as /about.' }),
  is_listed: switchField('Search engines may list this page'),
  side_menu: choiceField('Menu beside the text', { none: 'None', company: 'Company pages' }),
};

type SectionOf<Kind extends SectionKind> = {
  /** Of this page alone; also the anchor of the section. */
  id: string;
  kind: Kind;
  is_hidden: boolean;
  fields: FieldValues<(typeof sectionKinds)[Kind]['fields']>;
};
export type PageSection = { [Kind in SectionKind]: SectionOf<Kind> }[SectionKind];
export type SitePage = FieldValues<typeof pageFields> & { sections: PageSection[] };

export const HOME_ADDRESS = '/';
export const SECTIONS_MAX = 100;

/** A stored page as today's code reads it. A section of a kind that is not known, as a newer version may have stored, is left out. */
export function completePage(stored: Readonly<Record<string, unknown>>): SitePage {
  const sections = Array.isArray(stored.sections) ? (stored.sections as Record<string, unknown>[]) : [];
  return {
    ...completeValues(pageFields, stored),
    sections: sections.flatMap(({ id, kind, is_hidden, fields }, at) =>
      isSectionKind(kind)
        ? ({
            id: typeof id === 'string' && id !== '' ? id : `section-${at + 1}`,
            kind,
            is_hidden: is_hidden === true,
            fields: completeValues(sectionKinds[kind].fields, (fields ?? {}) as Record<string, unknown>),
          } as PageSection)
        : [],
    ),
  };
}

/** First parts of addresses that belong to pages of the code, to files or to the API. */
const RESERVED_PARTS = new Set([
  ...serverParts,
  ...['admin', 'blogs', 'blog', 'categories', 'documentation', 'documents', 'fonts', 'images', 'openshelf'],
  ...['product-documents', 'resources', 'previews', 'waitinglist', 'subscription', 'subscriptions'],
  ...['login', 'signup', 'profile', 'settings', 'products', 'sections', 'add-blog', 'edit-blog', 'blog-manager'],
  ...['waitinglist-manager', 'blog-post-not-found'],
]);
/** Pages of the code below addresses that pages of the owner may have. */
const RESERVED_ADDRESSES = /^\/[a-z0-9-]+\/waitinglist(\/|$)/;
const ADDRESS = /^\/([a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*)?$/;

/** What is wrong with the address of a page, in a sentence, or null. `others` are the addresses of all other pages. */
export function findAddressFault(address: string, others: Iterable<string> = []): string | null {
  if (!address.startsWith('/')) return 'Begin the address with a slash, such as /about.';
  if (!ADDRESS.test(address))
    return 'Use small letters, digits and hyphens, with single slashes between: /about or /company/team.';
  const [, first = ''] = address.split('/');
  if (RESERVED_PARTS.has(first) || RESERVED_ADDRESSES.test(address))
    return `Choose another address: ${RESERVED_PARTS.has(first) ? `/${first}` : address} is used by the site itself.`;
  for (const other of others) if (other === address) return 'Another page has this address.';
  return null;
}

/** Whether only a page of the owner, or a redirect, can be at an address. */
export const isPageAddress = (address: string): boolean => findAddressFault(address) === null;

const SECTION_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What keeps a page from being published; `path` as in 'sections.2.fields.title'. */
export function listPageFaults(
  page: SitePage,
  options: { otherAddresses?: Iterable<string>; findLinkFault?: (path: string) => string | null } = {},
): FieldFault[] {
  const addressFault = page.address && findAddressFault(page.address, options.otherAddresses);
  const ids = page.sections.map(({ id }) => id);
  return [
    ...listFieldFaults(pageFields, page),
    ...(addressFault ? [{ path: 'address', message: addressFault }] : []),
    ...page.sections.flatMap(({ id, kind, fields }, at): FieldFault[] => {
      const path = `sections.${at}`;
      const idFault =
        (!SECTION_ID.test(id) && 'Use small letters, digits and hyphens.') ||
        (ids.indexOf(id) !== at && 'Another section has this anchor.');
      const faults = listFieldFaults(sectionKinds[kind].fields, fields, options.findLinkFault);
      return [
        ...(idFault ? [{ path: `${path}.id`, message: idFault }] : []),
        ...faults.map((fault) => ({ path: `${path}.fields.${fault.path}`, message: fault.message })),
      ];
    }),
  ];
}

/** The paths of the site that a page links to, as often as it does; hidden sections count, as they may be shown again. */
export const listPagePaths = ({ sections }: SitePage): string[] =>
  sections.flatMap(({ kind, fields }) => listFieldPaths(sectionKinds[kind].fields, fields));

/** What was changed of a page, by its own fields and then by its sections. */
export function listPageChanges(before: SitePage, after: SitePage): FieldChange[] {
  const find = (page: SitePage, id: string) => page.sections.find((section) => section.id === id);
  const toName = ({ kind }: PageSection) => sectionKinds[kind].name;
  const removed = before.sections.filter(({ id }) => !find(after, id));
  const changed = after.sections.flatMap((section): FieldChange[] => {
    const earlier = find(before, section.id);
    const label = toName(section);
    if (!earlier) return [{ label, value: 'Added' }];
    if (earlier.is_hidden !== section.is_hidden) return [{ label, value: section.is_hidden ? 'Hidden' : 'Shown' }];
    return JSON.stringify(earlier) === JSON.stringify(section) ? [] : [{ label, value: 'Changed' }];
  });
  const orderOf = (page: SitePage, other: SitePage) =>
    page.sections.flatMap(({ id }) => (find(other, id) ? [id] : [])).join(' ');
  const isReordered = orderOf(before, after) !== orderOf(after, before);
  return [
    ...listFieldChanges(pageFields, before, after),
    ...changed,
    ...removed.map((section) => ({ label: toName(section), value: 'Removed' })),
    ...(isReordered ? [{ label: 'Sections', value: 'Reordered' }] : []),
  ];
}

/** What keeps a page from being deleted or from getting another address, in a sentence, or null. */
export const findRemovalFault = (address: string): string | null =>
  address === HOME_ADDRESS ? 'The home page can’t be deleted, and its address stays /.' : null;

/** What lists call a page. */
export const getPageName = ({ title, address }: { title: string; address: string }): string =>
  address === HOME_ADDRESS ? 'Home' : title || address;

/** The sections that visitors see. */
export const listShownSections = ({ sections }: SitePage): PageSection[] =>
  sections.filter((section) => !section.is_hidden);

export const hasSection = (page: SitePage, kind: SectionKind): boolean =>
  listShownSections(page).some((section) => section.kind === kind);
