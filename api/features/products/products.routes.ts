import type { Deps } from '#api/deps.ts';
import { createCrudRoutes } from '#api/http/crud-routes.ts';
import { requirePermission, requireSession, toViewer } from '#api/middleware/access.ts';
import { productResponse, productRequest, reorderProductsRequest, productsResponse } from './products.contract.ts';
import { createProduct, deleteProduct, updateProduct } from '#api/features/products/editing/editing.service.ts';
import { getProduct, listProducts, reorderProducts } from './products.service.ts';

export function productRoutes(deps: Deps) {
  return createCrudRoutes({
    tag: 'Products',
    summaries: {
      list: 'All products in their order',
      get: 'One product',
      create: 'Adds a product at the end',
      reorder: 'Puts the products into an order; the list must name all of them',
      update: 'Changes a product',
      delete: 'Deletes a product; one that holds sections or waiting-list entries says so and stays',
    },
    conflicts: ['create', 'update', 'delete'],
    reader: requireSession(deps),
    manager: requirePermission(deps, 'products.manage'),
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
  });
}
