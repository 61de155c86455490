import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { navigationResponse } from './site-navigation.contract.ts';
import { getNavigation } from './site-navigation.service.ts';

export function siteNavigationRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Navigation (admin)', access: 'navigation.manage' })
    .get(
      '/',
      { summary: 'Get the id and the version of the navigation', answer: navigationResponse, fails: ['not_found'] },
      () => getNavigation(deps),
    )
    .build();
}
