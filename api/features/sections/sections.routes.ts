import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission, requireSession } from '#api/middleware/access.ts';
import { toViewer } from '#api/middleware/viewer.ts';
import { sectionResponse, sectionRequest, reorderSectionsRequest, sectionsResponse } from './sections.contract.ts';
import {
  createSection,
  deleteSection,
  getSection,
  listSections,
  reorderSections,
  updateSection,
} from './sections.service.ts';

const tag = 'Sections';
const reading: ErrorCode[] = ['unauthenticated', 'forbidden'];
const fails: ErrorCode[] = ['validation_failed', ...reading];

export function sectionRoutes(deps: Deps) {
  return readerRoutes(deps).route('/', managerRoutes(deps));
}

/** Below /api/products. */
export function productSectionRoutes(deps: Deps) {
  return new Hono().get(
    '/:id/sections',
    requireSession(deps),
    documentRoute({
      summary: 'The sections of a product in their order',
      tag: 'Products',
      ok: sectionsResponse,
      fails: [...fails, 'not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const reader = toViewer(context.var.caller);
      return context.json(await listSections(deps, reader, { productId: context.req.valid('param').id }));
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
        summary: 'All sections, by product and in their order; those of no product come last',
        tag,
        ok: sectionsResponse,
        fails: reading,
      }),
      async (context) => context.json(await listSections(deps, toViewer(context.var.caller))),
    )
    .get(
      '/:id',
      session,
      documentRoute({ summary: 'One section', tag, ok: sectionResponse, fails: [...fails, 'not_found'] }),
      validateRequest('param', idParams),
      async (context) => {
        const reader = toViewer(context.var.caller);
        return context.json(await getSection(deps, reader, context.req.valid('param').id));
      },
    );
}

function managerRoutes(deps: Deps) {
  const access = requirePermission(deps, 'sections.manage');
  return new Hono()
    .post(
      '/',
      access,
      documentRoute({
        summary: 'Adds a section at the end of its product',
        tag,
        ok: sectionResponse,
        status: 201,
        fails,
      }),
      validateRequest('json', sectionRequest),
      async (context) => {
        const created = await createSection(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(created, 201);
      },
    )
    .put(
      '/order',
      access,
      documentRoute({
        summary: 'Puts the sections of a product (null: of none) into an order; the list must name all of them',
        tag,
        status: 204,
        fails: [...fails, 'conflict'],
      }),
      validateRequest('json', reorderSectionsRequest),
      async (context) => {
        await reorderSections(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      access,
      documentRoute({
        summary: 'Changes a section; one that goes to another product goes to its end',
        tag,
        ok: sectionResponse,
        fails: [...fails, 'not_found'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', sectionRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateSection(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      access,
      documentRoute({
        summary: 'Deletes a section; one that holds documents says how many and stays',
        tag,
        status: 204,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteSection(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
