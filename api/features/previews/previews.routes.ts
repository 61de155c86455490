import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly } from '../../middleware/access.ts';
import { linkAnswer, planAnswer } from './previews.contract.ts';
import { createPreviewLink, planPublish } from './previews.service.ts';

const tag = 'Blogs (admin)';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden', 'not_found'];

/** Below /api/blogs. */
export function previewRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .post(
      '/:id/preview-link',
      admin,
      describe({ summary: 'A link to the draft as it would be live, good for seven days', tag, ok: linkAnswer, fails }),
      parse('param', idParam),
      async (context) => context.json(await createPreviewLink(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/publish-plan',
      admin,
      describe({ summary: 'What publishing the draft would change now', tag, ok: planAnswer, fails }),
      parse('param', idParam),
      async (context) => context.json(await planPublish(deps, context.req.valid('param').id)),
    );
}
