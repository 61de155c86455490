import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { versionQuery } from '#api/features/openshelf/texts/texts.contract.ts';
import { imageParams, publicationImageResponse } from './images.contract.ts';
import { createImageTools, getImage } from './images.service.ts';

/** Below `/publications`. */
export function imageRoutes(deps: Deps) {
  const tools = createImageTools(deps);
  return new Hono().get(
    '/:id/images/:number',
    requirePermission(deps, 'openshelf.review'),
    documentRoute({
      summary: 'Load an image of the text of a version from its address; encoded anew, and not stored',
      tag: ADMIN_TAG,
      ok: publicationImageResponse,
      fails: ['not_found'],
    }),
    validateRequest('param', imageParams),
    validateRequest('query', versionQuery),
    async (context) => {
      const { id, number } = context.req.valid('param');
      const { version } = context.req.valid('query');
      return context.json(await getImage(deps, tools, { id, version, number, client: watchRequest(context) }));
    },
  );
}
