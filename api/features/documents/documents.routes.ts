import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission, requireSession } from '#api/middleware/access.ts';
import {
  documentResponse,
  documentRequest,
  reorderDocumentsRequest,
  searchDocumentsRequest,
  documentsResponse,
  searchDocumentsResponse,
} from './documents.contract.ts';
import {
  createDocument,
  deleteDocument,
  reorderDocuments,
  updateDocument,
} from '#api/features/documents/editing/editing.service.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import { getDocument, listDocuments, listSectionDocuments } from './documents.service.ts';
import { toViewer } from '#api/middleware/viewer.ts';

const tag = 'Documents';
const reading: ErrorCode[] = ['unauthenticated', 'forbidden'];
const fails: ErrorCode[] = ['validation_failed', ...reading];

export function documentRoutes(deps: Deps) {
  return readerRoutes(deps).route('/', managerRoutes(deps));
}

/** Below /api/sections. */
export function sectionDocumentRoutes(deps: Deps) {
  return new Hono().get(
    '/:id/documents',
    requireSession(deps),
    documentRoute({
      summary: 'The documents of a section in their order, without content; drafts for admins only',
      tag: 'Sections',
      ok: documentsResponse,
      fails: [...fails, 'not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const reader = toViewer(context.var.caller);
      return context.json(await listSectionDocuments(deps, reader, context.req.valid('param').id));
    },
  );
}

function readerRoutes(deps: Deps) {
  const session = requireSession(deps);
  return new Hono()
    .get(
      '/',
      session,
      documentRoute({
        summary: 'All documents without content, by product, section and position; drafts for admins only',
        tag,
        ok: documentsResponse,
        fails: reading,
      }),
      async (context) => context.json(await listDocuments(deps, toViewer(context.var.caller))),
    )
    .post(
      '/search',
      session,
      documentRoute({
        summary: 'Documents that hold all the words, best first, with the passage; drafts for admins only',
        tag,
        ok: searchDocumentsResponse,
        fails,
      }),
      validateRequest('json', searchDocumentsRequest),
      async (context) => {
        const reader = toViewer(context.var.caller);
        return context.json(await searchDocuments(deps, reader, context.req.valid('json')));
      },
    )
    .get(
      '/:id',
      session,
      documentRoute({
        summary: 'One document; a draft for admins only',
        tag,
        ok: documentResponse,
        fails: [...fails, 'not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        const reader = toViewer(context.var.caller);
        return context.json(await getDocument(deps, reader, context.req.valid('param').id));
      },
    );
}

function managerRoutes(deps: Deps) {
  const access = requirePermission(deps, 'documents.write');
  return new Hono()
    .post(
      '/',
      access,
      documentRoute({
        summary: 'Adds a document at the end of its section',
        tag,
        ok: documentResponse,
        status: 201,
        fails,
      }),
      validateRequest('json', documentRequest),
      async (context) => {
        const created = await createDocument(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(created, 201);
      },
    )
    .put(
      '/order',
      access,
      documentRoute({
        summary: 'Puts the documents of a section (null: of none) into an order; the list must name all of them',
        tag,
        status: 204,
        fails: [...fails, 'conflict'],
      }),
      validateRequest('json', reorderDocumentsRequest),
      async (context) => {
        await reorderDocuments(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      access,
      documentRoute({
        summary: 'Changes a document; with the revision of an older one it answers both versions and changes nothing',
        tag,
        ok: documentResponse,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', documentRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateDocument(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      access,
      documentRoute({
        summary: 'Deletes a document with its draft and revisions',
        tag,
        status: 204,
        fails: [...fails, 'not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteDocument(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
