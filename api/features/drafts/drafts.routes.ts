import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import type { Caller } from '#api/endpoints/access.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { CONTENT_MAX_BYTES } from '#api/http/body-limit.ts';
import { idParams, positiveIntegerField } from '#api/http/pagination.ts';
import type { DraftHandlers, TextDraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { checkContent } from '#api/features/drafts/checks/checks.service.ts';
import {
  checkContentRequest,
  checkContentResponse,
  createDraftRequest,
  createDraftResponse,
  type FieldsSchema,
  draftResponse,
  openDraftResponse,
  openEditorsResponse,
  publishDraftRequest,
  publishDraftResponse,
  reportEditorRequest,
  saveDraftRequest,
  restoreRevisionRequest,
  revisionQuery,
  revisionResponse,
  revisionsResponse,
  saveDraftResponse,
  draftVersionRequest,
} from './drafts.contract.ts';
import { reportEditor } from './presence/presence.service.ts';
import { discardDraft, openDraft, saveDraft } from './drafts.service.ts';
import { getRevision, listRevisions, restoreRevision } from '#api/features/drafts/revisions/revisions.service.ts';

const fails = ['not_found', 'conflict'] as const;
const revisionParams = idParams.extend({ number: positiveIntegerField('number') });

/** What is sent and answered of one kind of subject. */
const createContracts = <F extends Record<string, unknown>>(fields: FieldsSchema<F>, liveShape: z.ZodRawShape) => ({
  createRequest: createDraftRequest(fields),
  createAnswer: createDraftResponse(fields),
  openAnswer: openDraftResponse(fields, liveShape),
  saveRequest: saveDraftRequest(fields),
  publishRequest: publishDraftRequest(fields),
  publishAnswer: publishDraftResponse(liveShape),
  revisionAnswer: revisionResponse(fields),
  draftAnswer: draftResponse(fields),
});
type Contracts<F extends Record<string, unknown>> = ReturnType<typeof createContracts<F>>;

/** Each is made once, by its fields, however often routes are: a schema costs most when it parses first. */
const contractsByFields = new WeakMap<object, unknown>();

function getContracts<F extends Record<string, unknown>>(
  fields: FieldsSchema<F>,
  liveShape: z.ZodRawShape,
): Contracts<F> {
  const known = contractsByFields.get(fields) as Contracts<F> | undefined;
  const contracts = known ?? createContracts(fields, liveShape);
  contractsByFields.set(fields, contracts);
  return contracts;
}

/** Routes of drafts and revisions of whatever has them. */
export function draftRoutes<F extends Record<string, unknown>, Live extends Record<string, unknown>>(
  deps: Deps,
  { kind, permission, publishPermission = permission, tag, liveShape, ...handlers }: DraftHandlers<F, Live>,
) {
  const contracts = getContracts(kind.fields, liveShape);
  const requireOwn = async (caller: Caller, id: number) => handlers.requireOwn?.(caller, id);
  return endpoints(deps, { tag, access: permission })
    .get(
      '/:id/draft',
      {
        summary: 'Get the published version and its draft',
        params: idParams,
        answer: contracts.openAnswer,
        fails,
      },
      async ({ params, caller }) => {
        await requireOwn(caller, params.id);
        return { ...(await handlers.getLive(params.id)), ...(await openDraft(deps, kind, params.id)) };
      },
    )
    .put(
      '/:id/draft',
      {
        summary: 'Save the draft; nothing goes live',
        params: idParams,
        body: contracts.saveRequest,
        maxBytes: CONTENT_MAX_BYTES,
        answer: saveDraftResponse,
        fails,
      },
      async ({ params, body, caller }) => {
        await requireOwn(caller, params.id);
        return saveDraft(deps, kind, params.id, body, caller.user.id);
      },
    )
    .delete(
      '/:id/draft',
      {
        summary: 'Discard the draft; its text stays in the revisions',
        params: idParams,
        body: draftVersionRequest,
        fails,
      },
      async ({ params, body, caller }) => {
        await requireOwn(caller, params.id);
        await discardDraft(deps, kind, params.id, body.version);
      },
    )
    .post(
      '/:id/editors',
      {
        summary: 'Report an open editor, and list the others',
        params: idParams,
        body: reportEditorRequest,
        answer: openEditorsResponse,
      },
      async ({ params, body, caller }) => {
        const { id: subjectId } = params;
        await requireOwn(caller, subjectId);
        const { client_id: clientId, is_closing: isClosing = false } = body;
        const { id: userId } = caller.user;
        const editors = await reportEditor(deps, { kind: kind.subject, subjectId, clientId, userId, isClosing });
        return { editors };
      },
    )
    .post(
      '/:id/publish',
      {
        summary: 'Publish the draft with its chosen status',
        access: publishPermission,
        params: idParams,
        body: contracts.publishRequest,
        answer: contracts.publishAnswer,
        fails,
      },
      ({ params, body, caller }) => handlers.publish(params.id, body, caller.user.id),
    )
    .get(
      '/:id/revisions',
      { summary: 'List revisions, newest first', params: idParams, answer: revisionsResponse, fails },
      async ({ params, caller }) => {
        await requireOwn(caller, params.id);
        return listRevisions(deps, kind, params.id);
      },
    )
    .get(
      '/:id/revisions/:number',
      {
        summary: 'Get a revision; with `until`, who removed its blocks up to that revision',
        params: revisionParams,
        query: revisionQuery,
        answer: contracts.revisionAnswer,
        fails,
      },
      async ({ params, query, caller }) => {
        await requireOwn(caller, params.id);
        return getRevision(deps, kind, params.id, params.number, query.until);
      },
    )
    .post(
      '/:id/revisions/:number/restore',
      {
        summary: 'Restore a revision as the draft',
        params: revisionParams,
        body: restoreRevisionRequest,
        answer: contracts.draftAnswer,
        fails,
      },
      async ({ params, body, caller }) => {
        const { id, number } = params;
        await requireOwn(caller, id);
        const target = { number, ...body };
        return restoreRevision(deps, kind, id, target, caller.user.id);
      },
    )
    .build();
}

/** Routes of what is written in the editor of texts: it is created by writing, and its text is checked. */
export function textDraftRoutes<F extends Record<string, unknown>, Live extends Record<string, unknown>>(
  deps: Deps,
  { kind, permission, tag, liveShape, create }: TextDraftHandlers<F, Live>,
) {
  const contracts = getContracts(kind.fields, liveShape);
  return endpoints(deps, { tag, access: permission })
    .post(
      '/drafts',
      {
        summary: 'Create a post or document with its first draft',
        body: contracts.createRequest,
        maxBytes: CONTENT_MAX_BYTES,
        answer: contracts.createAnswer,
        status: 201,
        fails,
      },
      ({ body, caller }) => create(body, caller.user.id),
    )
    .post(
      '/:id/check',
      {
        summary: 'List warnings to check before publishing',
        params: idParams,
        body: checkContentRequest,
        maxBytes: CONTENT_MAX_BYTES,
        answer: checkContentResponse,
      },
      async ({ body, context }) => {
        const clientDeps = { ...deps, html: deps.html.forClient(watchRequest(context)) };
        return { warnings: await checkContent(clientDeps, kind.subject, body) };
      },
    )
    .build();
}
