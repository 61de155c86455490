import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { signedLinkResponse } from '#api/http/unlisted-pages.ts';
import { publishPlanQuery, publishPlanResponse } from './previews.contract.ts';
import { createOwnPreviewLink, planOwnPublish } from './previews.service.ts';
import { createSitePreviewLink } from './site/site.service.ts';

const tag = 'Blogs (admin)';

/** Below /api/blogs. */
export function previewRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'posts.write' })
    .post(
      '/:id/preview-link',
      {
        summary: 'Create a preview link to the draft; it expires after seven days',
        params: idParams,
        answer: signedLinkResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => createOwnPreviewLink(deps, caller, params.id),
    )
    .post(
      '/:id/publish-plan',
      {
        summary: 'List the pages that publishing the draft would change',
        params: idParams,
        query: publishPlanQuery,
        answer: publishPlanResponse,
        fails: ['not_found'],
      },
      async ({ params, query, caller }) => {
        const { status } = query;
        const { paths, backgroundCount } = await planOwnPublish(deps, caller, params.id, status);
        return { paths, background_count: backgroundCount };
      },
    )
    .build();
}

/** Below /api/admin/site-changes. */
export function sitePreviewRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Site changes (admin)', access: 'site.publish' })
    .post(
      '/preview-link',
      {
        summary: 'Create a link to the site with all its drafts; it expires after seven days',
        answer: signedLinkResponse,
      },
      async ({ caller }) => createSitePreviewLink(deps, caller.user.id),
    )
    .build();
}
