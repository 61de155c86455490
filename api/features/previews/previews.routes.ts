import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { signedLinkResponse } from '#api/http/unlisted-pages.ts';
import { publishPlanQuery, publishPlanResponse } from './previews.contract.ts';
import { createPreviewLink, planPublish } from './previews.service.ts';

const tag = 'Blogs (admin)';

/** Below /api/blogs. */
export function previewRoutes(deps: Deps) {
  const access = requirePermission(deps, 'posts.write');
  return new Hono()
    .post(
      '/:id/preview-link',
      access,
      documentRoute({
        summary: 'A link to the draft as it would be live, good for seven days',
        tag,
        ok: signedLinkResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await createPreviewLink(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/publish-plan',
      access,
      documentRoute({
        summary: 'What publishing the draft would change now',
        tag,
        ok: publishPlanResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      validateRequest('query', publishPlanQuery),
      async (context) => {
        const { status } = context.req.valid('query');
        const { paths, backgroundCount } = await planPublish(deps, context.req.valid('param').id, status);
        return context.json({ paths, background_count: backgroundCount });
      },
    );
}
