import type { Deps } from '#api/deps.ts';
import { crudEndpoints } from '#api/endpoints/crud-endpoints.ts';
import { toViewer } from '#api/endpoints/access.ts';
import { productResponse, productRequest, reorderProductsRequest, productsResponse } from './products.contract.ts';
import { createProduct, deleteProduct, updateProduct } from '#api/features/products/editing/editing.service.ts';
import { getProduct, listProducts, reorderProducts } from './products.service.ts';

export function productRoutes(deps: Deps) {
  return crudEndpoints(deps, {
    tag: 'Products',
    summaries: {
      list: 'List products in order',
      get: 'Get a product',
      create: 'Create a product at the end of the list',
      reorder: 'Reorder products; list all of them',
      update: 'Update a product',
      delete: 'Delete a product; 409 if it still has sections or waiting list entries',
    },
    conflicts: ['create', 'update', 'delete'],
    reader: 'reader',
    manager: 'products.manage',
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
  }).build();
}
