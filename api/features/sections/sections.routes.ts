import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { crudEndpoints } from '#api/endpoints/crud-endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { toViewer } from '#api/endpoints/access.ts';
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
  return crudEndpoints(deps, {
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
    reader: 'reader',
    manager: 'sections.manage',
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
  }).build();
}

/** Below /api/products. */
export function productSectionRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Products', access: 'reader' })
    .get(
      '/:id/sections',
      {
        summary: 'List a product’s sections in order',
        params: idParams,
        answer: sectionsResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => listSections(deps, toViewer(caller), { productId: params.id }),
    )
    .build();
}
