import type { Deps } from '#api/deps.ts';
import { createCrudRoutes } from '#api/http/crud-routes.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requireAdmin, requireSession } from '#api/middleware/access.ts';
import { toViewer } from '#api/features/documents/visibility/visibility.service.ts';
import { sectionsResponse } from '#api/features/sections/sections.contract.ts';
import { listSections } from '#api/features/sections/sections.service.ts';
import { productResponse, productRequest, reorderProductsRequest, productsResponse } from './products.contract.ts';
import { createProduct, deleteProduct, updateProduct } from '#api/features/products/editing/editing.service.ts';
import { getProduct, listProducts, reorderProducts } from './products.service.ts';

const tag = 'Products';

export function productRoutes(deps: Deps) {
  const session = requireSession(deps);
  return createCrudRoutes({
    tag,
    summaries: {
      list: 'All products in their order',
      get: 'One product',
      create: 'Adds a product at the end',
      reorder: 'Puts the products into an order; the list must name all of them',
      update: 'Changes a product',
      delete: 'Deletes a product; one that holds sections or waiting-list entries says so and stays',
    },
    conflicts: ['create', 'update', 'delete'],
    reader: session,
    manager: requireAdmin(deps),
    request: productRequest,
    order: reorderProductsRequest,
    response: productResponse,
    listResponse: productsResponse,
    list: (caller) => listProducts(deps, toViewer(caller)),
    get: (caller, id) => getProduct(deps, toViewer(caller), id),
    create: (actorId, input) => createProduct(deps, actorId, input),
    reorder: (actorId, { ids }) => reorderProducts(deps, actorId, ids),
    update: (actorId, id, input) => updateProduct(deps, actorId, id, input),
    delete: (actorId, id) => deleteProduct(deps, actorId, id),
  }).get(
    '/:id/sections',
    session,
    documentRoute({
      summary: 'The sections of a product in their order',
      tag,
      ok: sectionsResponse,
      fails: ['validation_failed', 'unauthenticated', 'forbidden', 'not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const viewer = toViewer(context.var.caller);
      return context.json(await listSections(deps, viewer, { productId: context.req.valid('param').id }));
    },
  );
}
