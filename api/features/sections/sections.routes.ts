import type { Deps } from '#api/deps.ts';
import { createCrudRoutes } from '#api/http/crud-routes.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requireAdmin, requireSession } from '#api/middleware/access.ts';
import { documentsResponse } from '#api/features/documents/documents.contract.ts';
import { listDocuments } from '#api/features/documents/documents.service.ts';
import { toViewer } from '#api/features/documents/visibility/visibility.service.ts';
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

export function sectionRoutes(deps: Deps) {
  const session = requireSession(deps);
  return createCrudRoutes({
    tag,
    summaries: {
      list: 'All sections, by product and in their order; those of no product come last',
      get: 'One section',
      create: 'Adds a section at the end of its product',
      reorder: 'Puts the sections of a product (null: of none) into an order; the list must name all of them',
      update: 'Changes a section; one that goes to another product goes to its end',
      delete: 'Deletes a section; one that holds documents says how many and stays',
    },
    conflicts: ['delete'],
    reader: session,
    manager: requireAdmin(deps),
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
  }).get(
    '/:id/documents',
    session,
    documentRoute({
      summary: 'The documents of a section in their order, without content; drafts for admins only',
      tag,
      ok: documentsResponse,
      fails: ['validation_failed', 'unauthenticated', 'forbidden', 'not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const viewer = toViewer(context.var.caller);
      const { id } = await getSection(deps, viewer, context.req.valid('param').id);
      return context.json(await listDocuments(deps, viewer, { sectionId: id }));
    },
  );
}
