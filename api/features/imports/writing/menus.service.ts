import { eq } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { completeNavigation, NAVIGATION_LIMITS, type SiteNavigation } from '#api/domain/site-navigation.ts';
import {
  finishItemStatements,
  type ImportItemRow,
  type ImportRow,
  requireStateStatements,
} from '#api/features/imports/imports.queries.ts';
import {
  createLossList,
  type ImportedLink,
  type ImportedMenus,
  type LossList,
} from '#api/adapters/site-readers/records.ts';
import { firstDraftVersion } from '#db/queries/draft-versions.ts';
import { drafts, siteParts } from '#db/schema/index.ts';
import { isUniqueViolation, write } from '#db/write.ts';
import type { ImportPlaces } from './places.service.ts';

type Links = SiteNavigation['footer'][number]['links'];

/** The drafts of an import are known by it, so that an undo takes out only its own. */
export const toClientId = (importId: number): string => `import-${importId}`;

const TAKEN = 'The navigation has a draft. Publish or discard it, and import once more.';

/** The menus as a draft of the navigation: visitors see them once somebody publishes it. */
export async function writeMenus(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: ImportRow,
  item: ImportItemRow,
  places: ImportPlaces,
): Promise<void> {
  const running = requireStateStatements(db, row);
  const losses = createLossList();
  const [part] = await db.orm.select().from(siteParts).where(eq(siteParts.kind, 'navigation'));
  const fields =
    part && toNavigation(JSON.parse(item.data) as ImportedMenus, completeNavigation(part.fields), places, losses);
  const refuse = () => write(db, [...running, ...finishItemStatements(db, item, { state: 'failed', error: TAKEN })]);
  if (!part || !fields) return void (await refuse());
  losses.add('menu_draft', '');
  const now = clock.now();
  try {
    await write(db, [
      ...running,
      db.orm.insert(drafts).values({
        kind: 'navigation',
        subjectId: part.id,
        fields,
        content: '',
        version: firstDraftVersion('navigation', part.id),
        baseRevision: part.revision,
        clientId: toClientId(row.id),
        userId: row.userId,
        createdAt: now,
        updatedAt: now,
      }),
      ...finishItemStatements(db, item, {
        state: 'done',
        subjectId: part.id,
        isNew: true,
        losses: [...item.losses, ...losses.list()],
      }),
    ]);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await refuse();
  }
}

/** The live navigation with these menus; what the old site had none of stays. */
function toNavigation(
  { header, columns, line }: ImportedMenus,
  live: SiteNavigation,
  places: ImportPlaces,
  losses: LossList,
): SiteNavigation {
  const take = <Each>(list: readonly Each[], max: number): Each[] => {
    if (list.length > max) losses.add('menu_long', '', list.length - max);
    return list.slice(0, max);
  };
  const toLink = ({ label, href }: ImportedLink) => ({ label: label.slice(0, NAVIGATION_LIMITS.label), href });
  const toLinks = (list: readonly ImportedLink[], max: number): Links =>
    take(
      flatten(list).flatMap((link) => placeLink(link, places, losses) ?? []),
      max,
    ).map(toLink);
  const menu = take(
    header.flatMap((entry): SiteNavigation['menu'] => {
      // An entry that opens links leads nowhere itself: its own page is the first of them.
      const opened = entry.links.length > 0;
      const below = opened
        ? toLinks(entry.href === '' ? entry.links : [{ ...entry, links: [] }, ...entry.links], NAVIGATION_LIMITS.below)
        : [];
      const own = opened ? null : placeLink(entry, places, losses);
      if (below.length === 0 && own === null) return [];
      const links = below.map((link) => ({ ...link, note: '' }));
      return [{ ...toLink({ ...entry, href: own?.href ?? '' }), links }];
    }),
    NAVIGATION_LIMITS.menu,
  );
  const footer = take(
    columns.map(({ title, links }) => ({
      title: title.slice(0, NAVIGATION_LIMITS.label),
      links: toLinks(links, NAVIGATION_LIMITS.below),
    })),
    NAVIGATION_LIMITS.columns,
  ).filter(({ links }) => links.length > 0);
  const footerLine = toLinks(line, NAVIGATION_LIMITS.line);
  return {
    ...live,
    menu: menu.length > 0 ? menu : live.menu,
    footer: footer.length > 0 ? footer : live.footer,
    footer_line: footerLine.length > 0 ? footerLine : live.footer_line,
  };
}

/** Links below links stand behind the one that they are below. */
const flatten = (links: readonly ImportedLink[]): ImportedLink[] =>
  links.flatMap((link) => [{ ...link, links: [] }, ...flatten(link.links)]);

/** Where a link leads here; null for one that leads nowhere, or has no words. */
function placeLink(link: ImportedLink, { findLink }: ImportPlaces, losses: LossList): ImportedLink | null {
  if (link.href === '' || link.label.trim() === '') return null;
  const place = findLink(link.href);
  if (place !== null) return { ...link, href: place ?? link.href };
  losses.add('menu_link', link.label);
  return null;
}
