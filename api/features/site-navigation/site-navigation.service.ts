import { eq } from 'drizzle-orm';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import {
  completeNavigation,
  listNavigationChanges,
  listNavigationFaults,
  type SiteNavigation,
} from '#api/domain/site-navigation.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { DraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { createSitePart, publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { siteParts } from '#db/schema/index.ts';
import { type NavigationJson, navigationResponse, navigationSchema } from './site-navigation.contract.ts';

/** Menus, footer and social links, as drafts and publishes know them. */
export const navigationPart = createSitePart<SiteNavigation>({
  subject: 'navigation',
  permission: 'navigation.manage',
  noun: 'navigation',
  fields: navigationSchema,
  notFoundMessage: 'Navigation not found',
  complete: completeNavigation,
  getTitle: () => 'Navigation',
  listFaults: (_deps, drafts, findLinkFault) => drafts.map(({ fields }) => listNavigationFaults(fields, findLinkFault)),
  listChanges: listNavigationChanges,
});

/** Which navigation there is. @throws not_found */
export async function getNavigation({ db }: Pick<Deps, 'db'>): Promise<NavigationJson> {
  const [row] = await db.orm.select().from(siteParts).where(eq(siteParts.kind, 'navigation'));
  if (!row) throw notFoundError(navigationPart.notFoundMessage);
  return { id: row.id, revision: row.revision, updated_at: toIso(row.updatedAt) };
}

/** Drafts of the navigation, for the routes of drafts. */
export const createNavigationDraftHandlers = (
  deps: Deps,
): DraftHandlers<SiteNavigation, { navigation: NavigationJson }> => ({
  kind: navigationPart,
  permission: 'navigation.manage',
  tag: 'Navigation (admin)',
  liveShape: { navigation: navigationResponse },
  getLive: async () => ({ navigation: await getNavigation(deps) }),
  async publish(id, { version }, userId) {
    const published = await publishSiteParts(deps, [navigationPart], [{ kind: 'navigation', id, version }], userId);
    return { navigation: await getNavigation(deps), ...published };
  },
});
