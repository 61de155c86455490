import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { createCrudRoutes } from '#api/http/crud-routes.ts';
import { tokenField } from '#api/http/fields.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission, requireSession, toViewer } from '#api/middleware/access.ts';
import {
  documentResponse,
  documentRequest,
  reorderDocumentsRequest,
  searchDocumentsRequest,
  documentsResponse,
  searchDocumentsResponse,
} from './documents.contract.ts';
import { createDocument, reorderDocuments, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import { deleteDocument, undoDocumentDeletion } from '#api/features/documents/deletion/deletion.service.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import { getDocument, getDocumentBySlug, listDocuments, listSectionDocuments } from './documents.service.ts';

const tag = 'Documents';
const slugParams = z.object({ slug: tokenField('Document not found', { min: 1, max: 200 }) });

export function documentRoutes(deps: Deps) {
  const session = requireSession(deps);
  const manager = requirePermission(deps, 'documents.write');
  return createCrudRoutes({
    tag,
    summaries: {
      list: 'List documents, without content, by product, section and position; drafts for admins only',
      get: 'Get a document; drafts for admins only',
      create: 'Create a document at the end of its section',
      reorder: 'Reorder the documents in a section (null: no section); list all of them',
      update: 'Update a document; if someone else saved in between, 409 with both versions',
      delete: 'Delete a document with its draft and revisions',
    },
    conflicts: ['update'],
    reader: session,
    manager,
    request: documentRequest,
    order: reorderDocumentsRequest,
    response: documentResponse,
    listResponse: documentsResponse,
    list: (caller) => listDocuments(deps, toViewer(caller)),
    get: (caller, id) => getDocument(deps, toViewer(caller), id),
    create: (actorId, input) => createDocument(deps, actorId, input),
    reorder: (actorId, order) => reorderDocuments(deps, actorId, order),
    update: (actorId, id, input) => updateDocument(deps, actorId, id, input),
    delete: (actorId, id) => deleteDocument(deps, actorId, id),
  })
    .get(
      '/slug/:slug',
      session,
      documentRoute({
        summary: 'Get a document by an address that it has or had; drafts for admins only',
        tag,
        ok: documentResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', slugParams),
      async (context) => {
        const viewer = toViewer(context.var.caller);
        return context.json(await getDocumentBySlug(deps, viewer, context.req.valid('param').slug));
      },
    )
    .post(
      '/:id/restore',
      manager,
      documentRoute({
        summary: 'Put back a document that was deleted in the last 30 seconds; only the same admin can',
        tag,
        ok: documentResponse,
        fails: ['conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await undoDocumentDeletion(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .post(
      '/search',
      session,
      documentRoute({
        summary: 'Search documents for all the words, best match first, with a snippet; drafts for admins only',
        tag,
        ok: searchDocumentsResponse,
      }),
      validateRequest('json', searchDocumentsRequest),
      async (context) =>
        context.json(await searchDocuments(deps, toViewer(context.var.caller), context.req.valid('json'))),
    );
}

/** Below /api/sections. */
export function sectionDocumentRoutes(deps: Deps) {
  return new Hono().get(
    '/:id/documents',
    requireSession(deps),
    documentRoute({
      summary: 'List a section’s documents in order, without content; drafts for admins only',
      tag: 'Sections',
      ok: documentsResponse,
      fails: ['not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const viewer = toViewer(context.var.caller);
      return context.json(await listSectionDocuments(deps, viewer, context.req.valid('param').id));
    },
  );
}
