import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '../../http/paging.ts';
import { adminOnly } from '../../middleware/access.ts';
import { checkBlog } from '../blogs/blogs.check.ts';
import { checkAnswer, checkInput } from '../blogs/blogs.contract.ts';
import { draftRoutes } from '../drafts/drafts.routes.ts';
import { beginDocument, documentKind, publishDocumentDraft } from './documents.drafts.ts';
import { getDocument } from './documents.service.ts';
import { ADMIN } from './reader.ts';

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
