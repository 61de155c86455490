import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { featuresResponse, settingsResponse } from './site-settings.contract.ts';
import { getSettings, listFeatures } from './site-settings.service.ts';

export function siteSettingsRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Settings (admin)', access: 'settings.manage' })
    .get(
      '/',
      { summary: 'Get the id and the version of the settings', answer: settingsResponse, fails: ['not_found'] },
      () => getSettings(deps),
    )
    .get(
      '/features',
      { summary: 'List the features that can be turned off, with what that does', answer: featuresResponse },
      () => listFeatures(deps),
    )
    .build();
}
