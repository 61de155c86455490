import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { crudEndpoints } from '#api/endpoints/crud-endpoints.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { tokenField } from '#api/http/fields.ts';
import { CONTENT_MAX_BYTES } from '#api/http/body-limit.ts';
import { idParams } from '#api/http/pagination.ts';
import { toViewer } from '#api/endpoints/access.ts';
import {
  documentPageResponse,
  documentResponse,
  documentRequest,
  previewDocumentRequest,
  previewDocumentResponse,
  reorderDocumentsRequest,
  searchDocumentsRequest,
  documentsResponse,
  searchDocumentsResponse,
} from './documents.contract.ts';
import { createDocument, reorderDocuments, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import { deleteDocument, undoDocumentDeletion } from '#api/features/documents/deletion/deletion.service.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import {
  getDocument,
  getDocumentBySlug,
  getDocumentPage,
  listDocuments,
  listSectionDocuments,
  previewDocument,
} from './documents.service.ts';

const tag = 'Documents';
const addressField = tokenField('Document not found', { min: 1, max: 200 });
const slugParams = z.object({ slug: addressField });
const pageParams = z.object({ address: addressField });

export function documentRoutes(deps: Deps) {
  return crudEndpoints(deps, {
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
    reader: 'reader',
    manager: 'documents.write',
    request: documentRequest,
    maxBytes: CONTENT_MAX_BYTES,
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
      {
        summary: 'Get a document by an address that it has or had; drafts for admins only',
        access: 'reader',
        params: slugParams,
        answer: documentResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => getDocumentBySlug(deps, toViewer(caller), params.slug),
    )
    .get(
      '/page/:address',
      {
        summary: 'Get a document as its page shows it, by an address that it has or had, or by its id',
        access: 'reader',
        params: pageParams,
        answer: documentPageResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => getDocumentPage(deps, toViewer(caller), params.address),
    )
    .post(
      '/preview',
      {
        summary: 'Show a text as its page would; nothing is stored',
        body: previewDocumentRequest,
        maxBytes: CONTENT_MAX_BYTES,
        answer: previewDocumentResponse,
      },
      ({ body, context }) =>
        previewDocument({ ...deps, html: deps.html.forClient(watchRequest(context)) }, body.content),
    )
    .post(
      '/:id/restore',
      {
        summary: 'Put back a document that was deleted in the last 30 seconds; only the same admin can',
        params: idParams,
        answer: documentResponse,
        fails: ['conflict'],
      },
      ({ params, caller }) => undoDocumentDeletion(deps, caller.user, params.id),
    )
    .post(
      '/search',
      {
        summary: 'Search documents for all the words, best match first, with a snippet; drafts for admins only',
        access: 'reader',
        body: searchDocumentsRequest,
        answer: searchDocumentsResponse,
      },
      ({ body, caller }) => searchDocuments(deps, toViewer(caller), body),
    )
    .build();
}

/** Below /api/sections. */
export function sectionDocumentRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Sections', access: 'reader' })
    .get(
      '/:id/documents',
      {
        summary: 'List a section’s documents in order, without content; drafts for admins only',
        params: idParams,
        answer: documentsResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => listSectionDocuments(deps, toViewer(caller), params.id),
    )
    .build();
}
