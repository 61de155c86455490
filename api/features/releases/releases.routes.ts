import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { signedLinkResponse } from '#api/http/unlisted-pages.ts';
import {
  releaseDetailsResponse,
  releasesResponse,
  listReleasesQuery,
  restoreReleaseResponse,
  resumePublishingResponse,
} from './releases.contract.ts';
import { createReleaseLink, getRelease, listReleases, restoreRelease, resumePublishing } from './releases.service.ts';

const tag = 'Publishing';

export function releaseRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'releases.manage' })
    .get(
      '/',
      { summary: 'List releases, newest first', query: listReleasesQuery, answer: releasesResponse },
      ({ query }) => listReleases(deps, query),
    )
    .post(
      '/resume',
      { summary: 'Resume publishing after a restore', answer: resumePublishingResponse, fails: ['conflict'] },
      async ({ caller }) => {
        await resumePublishing(deps, caller.user.id);
        return { message: 'Publishing resumed. Waiting changes are going live now.' };
      },
    )
    .get(
      '/:id',
      {
        summary: 'Get a release and its changes',
        params: idParams,
        answer: releaseDetailsResponse,
        fails: ['not_found'],
      },
      ({ params }) => getRelease(deps, params.id),
    )
    .post(
      '/:id/restore',
      {
        summary: 'Restore a release and pause publishing',
        params: idParams,
        answer: restoreReleaseResponse,
        fails: ['not_found', 'conflict'],
      },
      async ({ params, caller }) => {
        const { id } = params;
        const { release, ...counts } = await restoreRelease(deps, id, caller.user.id);
        const message = `Release ${id} restored. Publishing is paused until you resume it.`;
        return { message, release_id: release, ...counts };
      },
    )
    .post(
      '/:id/link',
      {
        summary: 'Create a link to the site as it was; it expires after a day',
        params: idParams,
        answer: signedLinkResponse,
        fails: ['not_found'],
      },
      ({ params }) => createReleaseLink(deps, params.id),
    )
    .build();
}
