import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly } from '../../middleware/access.ts';
import { linkAnswer } from '../previews/previews.contract.ts';
import { releaseAnswer, releasesAnswer, releasesQuery, restoredAnswer, resumedAnswer } from './releases.contract.ts';
import { createReleaseLink, getRelease, listReleasesOf, restoreRelease, resumePublishing } from './releases.service.ts';

const tag = 'Publishing';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden'];
const failsOne: ErrorCode[] = [...fails, 'not_found'];

export function releaseRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .get(
      '/',
      admin,
      describe({ summary: 'Releases that are kept, newest first', tag, ok: releasesAnswer, fails }),
      parse('query', releasesQuery),
      async (context) => context.json(await listReleasesOf(deps, context.req.valid('query'))),
    )
    .post(
      '/resume',
      admin,
      describe({
        summary: 'Takes publishing up again after a restore',
        tag,
        ok: resumedAnswer,
        fails: ['unauthenticated', 'forbidden', 'conflict'],
      }),
      async (context) => {
        await resumePublishing(deps, context.var.caller.user.id);
        return context.json({ message: 'Publishing is on again. What waited goes live now.' });
      },
    )
    .get(
      '/:id',
      admin,
      describe({ summary: 'One release with what it changed', tag, ok: releaseAnswer, fails: failsOne }),
      parse('param', idParam),
      async (context) => context.json(await getRelease(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/restore',
      admin,
      describe({
        summary: 'Brings a release back and holds publishing until it resumes',
        tag,
        ok: restoredAnswer,
        fails: [...failsOne, 'conflict'],
      }),
      parse('param', idParam),
      async (context) => {
        const { id } = context.req.valid('param');
        const { release, ...counts } = await restoreRelease(deps, id, context.var.caller.user.id);
        const message = `Release ${id} is back. Nothing is published until you resume publishing.`;
        return context.json({ message, release_id: release, ...counts });
      },
    )
    .post(
      '/:id/link',
      admin,
      describe({ summary: 'A link to the site as it was, good for a day', tag, ok: linkAnswer, fails: failsOne }),
      parse('param', idParam),
      async (context) => context.json(await createReleaseLink(deps, context.req.valid('param').id)),
    );
}
