import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  const access = requirePermission(deps, 'releases.manage');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'List releases, newest first', tag, ok: releasesResponse }),
      validateRequest('query', listReleasesQuery),
      async (context) => context.json(await listReleases(deps, context.req.valid('query'))),
    )
    .post(
      '/resume',
      access,
      documentRoute({
        summary: 'Resume publishing after a restore',
        tag,
        ok: resumePublishingResponse,
        fails: ['conflict'],
      }),
      async (context) => {
        await resumePublishing(deps, context.var.caller.user.id);
        return context.json({ message: 'Publishing resumed. Waiting changes are going live now.' });
      },
    )
    .get(
      '/:id',
      access,
      documentRoute({
        summary: 'Get a release and its changes',
        tag,
        ok: releaseDetailsResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await getRelease(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/restore',
      access,
      documentRoute({
        summary: 'Restore a release and pause publishing',
        tag,
        ok: restoreReleaseResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        const { release, ...counts } = await restoreRelease(deps, id, context.var.caller.user.id);
        const message = `Release ${id} restored. Publishing is paused until you resume it.`;
        return context.json({ message, release_id: release, ...counts });
      },
    )
    .post(
      '/:id/link',
      access,
      documentRoute({
        summary: 'Create a link to the site as it was; it expires after a day',
        tag,
        ok: signedLinkResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await createReleaseLink(deps, context.req.valid('param').id)),
    );
}
