import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { describe, parse } from '#api/http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly } from '#api/middleware/access.ts';
import { checkBlog } from '#api/features/blogs/checks/checks.service.ts';
import { checkAnswer, checkInput } from '#api/features/blogs/blogs.contract.ts';
import { draftRoutes } from '#api/features/drafts/drafts.routes.ts';
import { beginDocument, documentKind, publishDocumentDraft } from './drafts.service.ts';
import { getDocument } from '#api/features/documents/documents.service.ts';
import { ADMIN } from '#api/features/documents/visibility/visibility.service.ts';

const tag = 'Documents (writing)';

/** Writing on documents without readers seeing it, and the look at a text before it is published. */
export function documentDraftRoutes(deps: Deps) {
  return new Hono()
    .route(
      '/',
      draftRoutes(deps, {
        kind: documentKind,
        tag,
        begin: (input, userId) => beginDocument(deps, input, userId),
        read: async (id) => ({ document: await getDocument(deps, ADMIN, id) }),
        publish: (id, version, userId) => publishDocumentDraft(deps, id, version, userId),
      }),
    )
    .post(
      '/:id/check',
      adminOnly(deps),
      describe({
        summary: 'What to look at again before the text is published',
        tag,
        ok: checkAnswer,
        fails: ['validation_failed', 'unauthenticated', 'forbidden'],
      }),
      parse('param', idParam),
      parse('json', checkInput),
      async (context) => {
        // A document has no description that could be missing.
        const warnings = await checkBlog(deps, context.req.valid('json'));
        return context.json({ warnings: warnings.filter(({ kind }) => kind !== 'description') });
      },
    );
}
