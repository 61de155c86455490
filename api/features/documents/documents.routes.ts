import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly, signedIn } from '../../middleware/access.ts';
import {
  document,
  documentInput,
  documentOrder,
  documentSearchInput,
  documentsAnswer,
  foundDocuments,
} from './documents.contract.ts';
import { documentDraftRoutes } from '#api/features/documents/drafts/drafts.routes.ts';
import {
  createDocument,
  deleteDocument,
  orderDocuments,
  updateDocument,
} from '#api/features/documents/editing/editing.service.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import { getDocument, listDocuments } from './documents.service.ts';
import { readerOf } from '#api/features/documents/visibility/visibility.service.ts';

const tag = 'Documents';
const reading: ErrorCode[] = ['unauthenticated', 'forbidden'];
const fails: ErrorCode[] = ['validation_failed', ...reading];

export function documentRoutes(deps: Deps) {
  return documentDraftRoutes(deps).route('/', readingRoutes(deps)).route('/', writingRoutes(deps));
}

function readingRoutes(deps: Deps) {
  const person = signedIn(deps);
  return new Hono()
    .get(
      '/',
      person,
      describe({
        summary: 'All documents without content, by product, section and position; drafts for admins only',
        tag,
        ok: documentsAnswer,
        fails: reading,
      }),
      async (context) => context.json(await listDocuments(deps, readerOf(context.var.caller))),
    )
    .post(
      '/search',
      person,
      describe({
        summary: 'Documents that hold all the words, best first, with the passage; drafts for admins only',
        tag,
        ok: foundDocuments,
        fails,
      }),
      parse('json', documentSearchInput),
      async (context) => {
        const reader = readerOf(context.var.caller);
        return context.json(await searchDocuments(deps, reader, context.req.valid('json')));
      },
    )
    .get(
      '/:id',
      person,
      describe({ summary: 'One document; a draft for admins only', tag, ok: document, fails: [...fails, 'not_found'] }),
      parse('param', idParam),
      async (context) => {
        const reader = readerOf(context.var.caller);
        return context.json(await getDocument(deps, reader, context.req.valid('param').id));
      },
    );
}

function writingRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .post(
      '/',
      admin,
      describe({ summary: 'Adds a document at the end of its section', tag, ok: document, status: 201, fails }),
      parse('json', documentInput),
      async (context) => {
        const made = await createDocument(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(made, 201);
      },
    )
    .put(
      '/order',
      admin,
      describe({
        summary: 'Puts the documents of a section (null: of none) into an order; the list must name all of them',
        tag,
        status: 204,
        fails: [...fails, 'conflict'],
      }),
      parse('json', documentOrder),
      async (context) => {
        await orderDocuments(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      admin,
      describe({
        summary: 'Changes a document; with the revision of an older one it answers both versions and changes nothing',
        tag,
        ok: document,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      parse('param', idParam),
      parse('json', documentInput),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateDocument(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      admin,
      describe({
        summary: 'Deletes a document with its draft and revisions',
        tag,
        status: 204,
        fails: [...fails, 'not_found'],
      }),
      parse('param', idParam),
      async (context) => {
        await deleteDocument(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
