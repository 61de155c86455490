import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import { checkContent } from '#api/features/blogs/checks/checks.service.ts';
import { checkContentResponse, checkContentRequest } from '#api/features/blogs/blogs.contract.ts';
import { draftRoutes } from '#api/features/drafts/drafts.routes.ts';
import { createDocumentDraft, documentDraftSubject, publishDocumentDraft } from './drafts.service.ts';
import { getDocument } from '#api/features/documents/documents.service.ts';
import { ADMIN_VIEWER } from '#api/features/documents/visibility/visibility.service.ts';

const tag = 'Documents (writing)';

/** Routes of document drafts, and the preview of a document. */
export function documentDraftRoutes(deps: Deps) {
  return new Hono()
    .route(
      '/',
      draftRoutes(deps, {
        kind: documentDraftSubject,
        tag,
        create: (input, userId) => createDocumentDraft(deps, input, userId),
        getLive: async (id) => ({ document: await getDocument(deps, ADMIN_VIEWER, id) }),
        publish: (id, version, userId) => publishDocumentDraft(deps, id, version, userId),
      }),
    )
    .post(
      '/:id/check',
      requireAdmin(deps),
      documentRoute({
        summary: 'What to look at again before the text is published',
        tag,
        ok: checkContentResponse,
        fails: ['validation_failed', 'unauthenticated', 'forbidden'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', checkContentRequest),
      async (context) => {
        // A document has no description that could be missing.
        const warnings = await checkContent(deps, context.req.valid('json'));
        return context.json({ warnings: warnings.filter(({ kind }) => kind !== 'description') });
      },
    );
}
