import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams, positiveIntegerField } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import type { DraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { checkContent } from '#api/features/drafts/checks/checks.service.ts';
import {
  checkContentRequest,
  checkContentResponse,
  createDraftRequest,
  createDraftResponse,
  draftResponse,
  openDraftResponse,
  openEditorsResponse,
  publishDraftRequest,
  publishDraftResponse,
  reportEditorRequest,
  saveDraftRequest,
  restoreRevisionRequest,
  revisionResponse,
  revisionsResponse,
  saveDraftResponse,
  draftVersionRequest,
} from './drafts.contract.ts';
import { reportEditor } from './presence/presence.service.ts';
import { discardDraft, openDraft, saveDraft } from './drafts.service.ts';
import { getRevision, listRevisions, restoreRevision } from '#api/features/drafts/revisions/revisions.service.ts';

const fails: ErrorCode[] = ['not_found', 'conflict'];
const revisionParams = idParams.extend({ number: positiveIntegerField('number') });

/** Routes of drafts and revisions, for posts and for documents. */
export function draftRoutes<F extends Record<string, unknown>, Live extends Record<string, unknown>>(
  deps: Deps,
  { kind, permission, tag, liveShape, ...handlers }: DraftHandlers<F, Live>,
) {
  const access = requirePermission(deps, permission);
  return new Hono()
    .post(
      '/drafts',
      access,
      documentRoute({
        summary: 'Create a post or document with its first draft',
        tag,
        ok: createDraftResponse(kind.fields),
        status: 201,
        fails,
      }),
      validateRequest('json', createDraftRequest(kind.fields)),
      async (context) =>
        context.json(await handlers.create(context.req.valid('json'), context.var.caller.user.id), 201),
    )
    .get(
      '/:id/draft',
      access,
      documentRoute({
        summary: 'Get the published version and its draft',
        tag,
        ok: openDraftResponse(kind.fields, liveShape),
        fails,
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json({ ...(await handlers.getLive(id)), ...(await openDraft(deps, kind, id)) });
      },
    )
    .put(
      '/:id/draft',
      access,
      documentRoute({
        summary: 'Save the draft; nothing goes live',
        tag,
        ok: saveDraftResponse,
        fails,
      }),
      validateRequest('param', idParams),
      validateRequest('json', saveDraftRequest(kind.fields)),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await saveDraft(deps, kind, id, context.req.valid('json'), context.var.caller.user.id));
      },
    )
    .delete(
      '/:id/draft',
      access,
      documentRoute({ summary: 'Discard the draft; its text stays in the revisions', tag, status: 204, fails }),
      validateRequest('param', idParams),
      validateRequest('json', draftVersionRequest),
      async (context) => {
        await discardDraft(deps, kind, context.req.valid('param').id, context.req.valid('json').version);
        return context.body(null, 204);
      },
    )
    .post(
      '/:id/editors',
      access,
      documentRoute({
        summary: 'Report an open editor, and list the others',
        tag,
        ok: openEditorsResponse,
      }),
      validateRequest('param', idParams),
      validateRequest('json', reportEditorRequest),
      async (context) => {
        const { id: subjectId } = context.req.valid('param');
        const { client_id: clientId, is_closing: isClosing = false } = context.req.valid('json');
        const { id: userId } = context.var.caller.user;
        const editors = await reportEditor(deps, { kind: kind.subject, subjectId, clientId, userId, isClosing });
        return context.json({ editors });
      },
    )
    .post(
      '/:id/publish',
      access,
      documentRoute({
        summary: 'Publish the draft with its chosen status',
        tag,
        ok: publishDraftResponse(liveShape),
        fails,
      }),
      validateRequest('param', idParams),
      validateRequest('json', publishDraftRequest(kind.fields)),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await handlers.publish(id, context.req.valid('json'), context.var.caller.user.id));
      },
    )
    .get(
      '/:id/revisions',
      access,
      documentRoute({ summary: 'List revisions, newest first', tag, ok: revisionsResponse, fails }),
      validateRequest('param', idParams),
      async (context) => context.json(await listRevisions(deps, kind, context.req.valid('param').id)),
    )
    .get(
      '/:id/revisions/:number',
      access,
      documentRoute({ summary: 'Get a revision', tag, ok: revisionResponse(kind.fields), fails }),
      validateRequest('param', revisionParams),
      async (context) => {
        const { id, number } = context.req.valid('param');
        return context.json(await getRevision(deps, kind, id, number));
      },
    )
    .post(
      '/:id/revisions/:number/restore',
      access,
      documentRoute({ summary: 'Restore a revision as the draft', tag, ok: draftResponse(kind.fields), fails }),
      validateRequest('param', revisionParams),
      validateRequest('json', restoreRevisionRequest),
      async (context) => {
        const { id, number } = context.req.valid('param');
        const target = { number, ...context.req.valid('json') };
        return context.json(await restoreRevision(deps, kind, id, target, context.var.caller.user.id));
      },
    )
    .post(
      '/:id/check',
      access,
      documentRoute({ summary: 'List warnings to check before publishing', tag, ok: checkContentResponse }),
      validateRequest('param', idParams),
      validateRequest('json', checkContentRequest),
      async (context) => {
        const clientDeps = { ...deps, html: deps.html.forClient(watchRequest(context)) };
        return context.json({ warnings: await checkContent(clientDeps, kind.subject, context.req.valid('json')) });
      },
    );
}
