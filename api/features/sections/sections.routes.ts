import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { createCrudRoutes } from '#api/http/crud-routes.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission, requireSession, toViewer } from '#api/middleware/access.ts';
import { sectionResponse, sectionRequest, reorderSectionsRequest, sectionsResponse } from './sections.contract.ts';
import {
  createSection,
  deleteSection,
  getSection,
  listSections,
  reorderSections,
  updateSection,
} from './sections.service.ts';

export function sectionRoutes(deps: Deps) {
  return createCrudRoutes({
    tag: 'Sections',
    summaries: {
      list: 'List sections by product, in order; sections without a product come last',
      get: 'Get a section',
      create: 'Create a section at the end of its product',
      reorder: 'Reorder the sections of a product (null: no product); list all of them',
      update: 'Update a section; moved to another product, it goes to the end',
      delete: 'Delete a section; 409 if it still has documents',
    },
    conflicts: ['delete'],
    reader: requireSession(deps),
    manager: requirePermission(deps, 'sections.manage'),
    request: sectionRequest,
    order: reorderSectionsRequest,
    response: sectionResponse,
    listResponse: sectionsResponse,
    list: (caller) => listSections(deps, toViewer(caller)),
    get: (caller, id) => getSection(deps, toViewer(caller), id),
    create: (actorId, input) => createSection(deps, actorId, input),
    reorder: (actorId, order) => reorderSections(deps, actorId, order),
    update: (actorId, id, input) => updateSection(deps, actorId, id, input),
    delete: (actorId, id) => deleteSection(deps, actorId, id),
  });
}

/** Below /api/products. */
export function productSectionRoutes(deps: Deps) {
  return new Hono().get(
    '/:id/sections',
    requireSession(deps),
    documentRoute({
      summary: 'List a product’s sections in order',
      tag: 'Products',
      ok: sectionsResponse,
      fails: ['not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const viewer = toViewer(context.var.caller);
      return context.json(await listSections(deps, viewer, { productId: context.req.valid('param').id }));
    },
  );
}
