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
      documentRoute({ summary: 'Releases that are kept, newest first', tag, ok: releasesResponse }),
      validateRequest('query', listReleasesQuery),
      async (context) => context.json(await listReleases(deps, context.req.valid('query'))),
    )
    .post(
      '/resume',
      access,
      documentRoute({
        summary: 'Takes publishing up again after a restore',
        tag,
        ok: resumePublishingResponse,
        fails: ['conflict'],
      }),
      async (context) => {
        await resumePublishing(deps, context.var.caller.user.id);
        return context.json({ message: 'Publishing is on again. What waited goes live now.' });
      },
    )
    .get(
      '/:id',
      access,
      documentRoute({
        summary: 'One release with what it changed',
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
        summary: 'Brings a release back and holds publishing until it resumes',
        tag,
        ok: restoreReleaseResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        const { release, ...counts } = await restoreRelease(deps, id, context.var.caller.user.id);
        const message = `Release ${id} is back. Nothing is published until you resume publishing.`;
        return context.json({ message, release_id: release, ...counts });
      },
    )
    .post(
      '/:id/link',
      access,
      documentRoute({
        summary: 'A link to the site as it was, good for a day',
        tag,
        ok: signedLinkResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await createReleaseLink(deps, context.req.valid('param').id)),
    );
}
