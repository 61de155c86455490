import { Hono } from 'hono';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { Permission } from '#api/domain/permissions.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams, integerField } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import type { DraftSubjectAdapter } from '#api/features/drafts/subjects/subjects.service.ts';
import {
  type CreatedDraftJson,
  type CreateDraftRequest,
  createDraftRequest,
  createDraftResponse,
  draftResponse,
  openDraftResponse,
  publishDraftResponse,
  saveDraftRequest,
  restoreRevisionRequest,
  revisionResponse,
  revisionsResponse,
  saveDraftResponse,
  draftVersionRequest,
} from './drafts.contract.ts';
import { discardDraft, findDraft, requireLive, saveDraft, toDraftJson } from './drafts.service.ts';
import { getRevision, listRevisions, restoreRevision } from '#api/features/drafts/revisions/revisions.service.ts';

type Fields = Record<string, unknown>;

/** What each kind does in its own way. `actor` is the id of the user who asks. */
export type DraftHandlers<F extends Fields, Live extends Record<string, unknown>> = {
  kind: DraftSubjectAdapter<F>;
  permission: Permission;
  tag: string;
  /** The contract of what `getLive` returns: the post or document as readers have it, under the name of its kind. */
  liveShape: { [Name in keyof Live]: z.ZodType<Live[Name]> };
  getLive(id: number): Promise<Live>;
  create(input: CreateDraftRequest<F>, actor: number): Promise<CreatedDraftJson<F>>;
  publish(id: number, version: number, actor: number): Promise<Live & { publish_id: number | null }>;
};

const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden', 'not_found', 'conflict'];
const revisionParams = idParams.extend({ number: integerField('The number', { min: 1, max: 1_000_000_000 }) });

/** Writing on something without readers seeing it: drafts and revisions of posts, and of documents. */
export function draftRoutes<F extends Fields, Live extends Record<string, unknown>>(
  deps: Deps,
  { kind, permission, tag, liveShape, ...handlers }: DraftHandlers<F, Live>,
) {
  const access = requirePermission(deps, permission);
  return new Hono()
    .post(
      '/drafts',
      access,
      documentRoute({
        summary: 'Begins something new with its first draft',
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
        summary: 'What readers have, and what is being written on it',
        tag,
        ok: openDraftResponse(kind.fields, liveShape),
        fails,
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        const live = await handlers.getLive(id);
        const liveDraft = toDraftJson(await requireLive(deps.db, kind, id), 0);
        return context.json({ ...live, live_draft: liveDraft, draft: await findDraft(deps.db, kind, id) });
      },
    )
    .put(
      '/:id/draft',
      access,
      documentRoute({
        summary: 'Saves what is being written; readers see nothing of it',
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
      documentRoute({ summary: 'Discards a draft; its text stays among the revisions', tag, status: 204, fails }),
      validateRequest('param', idParams),
      validateRequest('json', draftVersionRequest),
      async (context) => {
        await discardDraft(deps, kind, context.req.valid('param').id, context.req.valid('json').version);
        return context.body(null, 204);
      },
    )
    .post(
      '/:id/publish',
      access,
      documentRoute({
        summary: 'Makes the draft what readers have, with the status that it asks for',
        tag,
        ok: publishDraftResponse(liveShape),
        fails,
      }),
      validateRequest('param', idParams),
      validateRequest('json', draftVersionRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const { version } = context.req.valid('json');
        return context.json(await handlers.publish(id, version, context.var.caller.user.id));
      },
    )
    .get(
      '/:id/revisions',
      access,
      documentRoute({ summary: 'Who wrote what and when, newest first', tag, ok: revisionsResponse, fails }),
      validateRequest('param', idParams),
      async (context) => context.json(await listRevisions(deps.db, kind, context.req.valid('param').id)),
    )
    .get(
      '/:id/revisions/:number',
      access,
      documentRoute({ summary: 'One revision whole', tag, ok: revisionResponse(kind.fields), fails }),
      validateRequest('param', revisionParams),
      async (context) => {
        const { id, number } = context.req.valid('param');
        return context.json(await getRevision(deps.db, kind, id, number));
      },
    )
    .post(
      '/:id/revisions/:number/restore',
      access,
      documentRoute({ summary: 'Makes an earlier revision the draft', tag, ok: draftResponse(kind.fields), fails }),
      validateRequest('param', revisionParams),
      validateRequest('json', restoreRevisionRequest),
      async (context) => {
        const { id, number } = context.req.valid('param');
        const target = { number, ...context.req.valid('json') };
        return context.json(await restoreRevision(deps, kind, id, target, context.var.caller.user.id));
      },
    );
}
