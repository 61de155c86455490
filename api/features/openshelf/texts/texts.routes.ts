import { type Context, Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import {
  compareVersionsQuery,
  precedentsResponse,
  publicationTextResponse,
  versionDiffResponse,
  versionQuery,
} from './texts.contract.ts';
import { compareVersions } from './compare.service.ts';
import { listPrecedents } from './similar.service.ts';
import { getText, refetchText } from './texts.service.ts';

/** Below `/publications`. */
export function textRoutes(deps: Deps) {
  const access = requirePermission(deps, 'openshelf.review');
  /** Nothing is begun for a reviewer who has gone on to another work, but for a text, which is kept. */
  const forClient = (context: Context) => ({ ...deps, clientHtml: deps.html.forClient(watchRequest(context)) });
  return new Hono()
    .get(
      '/:id/text',
      access,
      documentRoute({
        summary: 'Get the sanitised text of a version; fetched from its HTML or Markdown address when it is read first',
        tag: ADMIN_TAG,
        ok: publicationTextResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      validateRequest('query', versionQuery),
      async (context) =>
        context.json(
          await getText(forClient(context), context.req.valid('param').id, context.req.valid('query').version),
        ),
    )
    .post(
      '/:id/text',
      access,
      documentRoute({
        summary: 'Fetch the text of a version again',
        tag: ADMIN_TAG,
        ok: publicationTextResponse,
        fails: ['not_found', 'rate_limited'],
      }),
      validateRequest('param', idParams),
      validateRequest('query', versionQuery),
      async (context) =>
        context.json(
          await refetchText(forClient(context), context.req.valid('param').id, context.req.valid('query').version),
        ),
    )
    .get(
      '/:id/precedents',
      access,
      documentRoute({
        summary: 'List earlier decisions on similar texts and on the same author, and similar texts in the queue',
        tag: ADMIN_TAG,
        ok: precedentsResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await listPrecedents(forClient(context), context.req.valid('param').id)),
    )
    .get(
      '/:id/diff',
      access,
      documentRoute({
        summary: 'Compare two versions of a publication, or one with another publication',
        tag: ADMIN_TAG,
        ok: versionDiffResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      validateRequest('query', compareVersionsQuery),
      async (context) =>
        context.json(
          await compareVersions(forClient(context), context.req.valid('param').id, context.req.valid('query')),
        ),
    );
}
