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
      list: 'All sections, by product and in their order; those of no product come last',
      get: 'One section',
      create: 'Adds a section at the end of its product',
      reorder: 'Puts the sections of a product (null: of none) into an order; the list must name all of them',
      update: 'Changes a section; one that goes to another product goes to its end',
      delete: 'Deletes a section; one that holds documents says how many and stays',
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
      summary: 'The sections of a product in their order',
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
