import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly, signedIn } from '../../middleware/access.ts';
import { documentsAnswer } from '../documents/documents.contract.ts';
import { listDocuments } from '../documents/documents.service.ts';
import { readerOf } from '#api/features/documents/visibility/visibility.service.ts';
import { section, sectionInput, sectionOrder, sectionsAnswer } from './sections.contract.ts';
import {
  createSection,
  deleteSection,
  getSection,
  listSections,
  orderSections,
  updateSection,
} from './sections.service.ts';

const tag = 'Sections';
const reading: ErrorCode[] = ['unauthenticated', 'forbidden'];
const fails: ErrorCode[] = ['validation_failed', ...reading];

export function sectionRoutes(deps: Deps) {
  return readingRoutes(deps).route('/', writingRoutes(deps));
}

function readingRoutes(deps: Deps) {
  const person = signedIn(deps);
  return new Hono()
    .get(
      '/',
      person,
      describe({
        summary: 'All sections, by product and in their order; those of no product come last',
        tag,
        ok: sectionsAnswer,
        fails: reading,
      }),
      async (context) => context.json(await listSections(deps, readerOf(context.var.caller))),
    )
    .get(
      '/:id',
      person,
      describe({ summary: 'One section', tag, ok: section, fails: [...fails, 'not_found'] }),
      parse('param', idParam),
      async (context) => {
        const reader = readerOf(context.var.caller);
        return context.json(await getSection(deps, reader, context.req.valid('param').id));
      },
    )
    .get(
      '/:id/documents',
      person,
      describe({
        summary: 'The documents of a section in their order, without content; drafts for admins only',
        tag,
        ok: documentsAnswer,
        fails: [...fails, 'not_found'],
      }),
      parse('param', idParam),
      async (context) => {
        const reader = readerOf(context.var.caller);
        const { id } = await getSection(deps, reader, context.req.valid('param').id);
        return context.json(await listDocuments(deps, reader, { sectionId: id }));
      },
    );
}

function writingRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .post(
      '/',
      admin,
      describe({ summary: 'Adds a section at the end of its product', tag, ok: section, status: 201, fails }),
      parse('json', sectionInput),
      async (context) => {
        const made = await createSection(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(made, 201);
      },
    )
    .put(
      '/order',
      admin,
      describe({
        summary: 'Puts the sections of a product (null: of none) into an order; the list must name all of them',
        tag,
        status: 204,
        fails: [...fails, 'conflict'],
      }),
      parse('json', sectionOrder),
      async (context) => {
        await orderSections(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      admin,
      describe({
        summary: 'Changes a section; one that goes to another product goes to its end',
        tag,
        ok: section,
        fails: [...fails, 'not_found'],
      }),
      parse('param', idParam),
      parse('json', sectionInput),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateSection(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      admin,
      describe({
        summary: 'Deletes a section; one that holds documents says how many and stays',
        tag,
        status: 204,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      parse('param', idParam),
      async (context) => {
        await deleteSection(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
