import { toIso } from '#api/clock.ts';
import { completePage, findRemovalFault, listPagePaths, type SitePage } from '#api/domain/site-pages.ts';
import { findLegalSection } from '#api/domain/legal-versions.ts';
import { findMenuPlace, type SiteNavigation } from '#api/domain/site-navigation.ts';
import { getTargetPath } from '#api/domain/redirects.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { PageJson, PageSummaryJson } from './pages.contract.ts';
import type { PageRow } from './pages.queries.ts';

/** As it is edited: the draft, if there is one. */
export const toEditedPage = ({ page, draft }: PageRow): SitePage => completePage((draft ?? page).fields);

export function toPageSummaryJson(row: PageRow, navigation: SiteNavigation): PageSummaryJson {
  const { page, draft, ...user } = row;
  const { id, revision, state } = page;
  const edited = toEditedPage(row);
  const { title, address, is_listed, sections } = edited;
  const legal = findLegalSection(edited)?.fields;
  const liveAddress = state === 'live' ? page.address : null;
  return {
    id,
    revision,
    title,
    address,
    live_address: liveAddress,
    is_listed,
    status: state === 'new' ? 'new' : draft ? 'changed' : 'live',
    section_kinds: sections.flatMap(({ kind, is_hidden: isHidden }) => (isHidden ? [] : [kind])),
    menu: findMenuPlace(navigation, liveAddress ?? address),
    legal: legal ? { version: legal.version, is_checked: legal.is_checked } : null,
    is_removable: liveAddress === null || findRemovalFault(liveAddress) === null,
    updated_at: toIso(draft?.updatedAt ?? page.updatedAt),
    user: toUserRefJson(user),
  };
}

type PageSurroundings = {
  others: readonly PageRow[];
  addresses: ReadonlySet<string>;
  navigation: SiteNavigation;
};

/** `addresses` are those at which visitors find the page. */
export const toPageJson = (row: PageRow, { others, addresses, navigation }: PageSurroundings): PageJson => ({
  ...toPageSummaryJson(row, navigation),
  linked_from: others.flatMap((other) => {
    const page = toEditedPage(other);
    const counts = new Map<string, number>();
    for (const link of listPagePaths(page)) {
      const path = getTargetPath(link) ?? '';
      if (addresses.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    const links = [...counts].map(([to, count]) => ({ to, count }));
    return links.length > 0 ? [{ id: other.page.id, title: page.title, links }] : [];
  }),
});
