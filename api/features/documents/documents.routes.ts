import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { createCrudRoutes } from '#api/http/crud-routes.ts';
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
import {
  createDocument,
  deleteDocument,
  reorderDocuments,
  updateDocument,
} from '#api/features/documents/editing/editing.service.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import { getDocument, listDocuments, listSectionDocuments } from './documents.service.ts';

const tag = 'Documents';

export function documentRoutes(deps: Deps) {
  const session = requireSession(deps);
  return createCrudRoutes({
    tag,
    summaries: {
      list: 'All documents without content, by product, section and position; drafts for admins only',
      get: 'One document; a draft for admins only',
      create: 'Adds a document at the end of its section',
      reorder: 'Puts the documents of a section (null: of none) into an order; the list must name all of them',
      update: 'Changes a document; with the revision of an older one it answers both versions and changes nothing',
      delete: 'Deletes a document with its draft and revisions',
    },
    conflicts: ['update'],
    reader: session,
    manager: requirePermission(deps, 'documents.write'),
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
  }).post(
    '/search',
    session,
    documentRoute({
      summary: 'Documents that hold all the words, best first, with the passage; drafts for admins only',
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
      summary: 'The documents of a section in their order, without content; drafts for admins only',
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
