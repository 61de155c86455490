import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission, requireSession } from '#api/middleware/access.ts';
import { toViewer } from '#api/middleware/viewer.ts';
import { productResponse, productRequest, reorderProductsRequest, productsResponse } from './products.contract.ts';
import { createProduct, deleteProduct, updateProduct } from '#api/features/products/editing/editing.service.ts';
import { getProduct, listProducts, reorderProducts } from './products.service.ts';

const tag = 'Products';
const reading: ErrorCode[] = ['unauthenticated', 'forbidden'];
const fails: ErrorCode[] = ['validation_failed', ...reading];

export function productRoutes(deps: Deps) {
  return readerRoutes(deps).route('/', managerRoutes(deps));
}

function readerRoutes(deps: Deps) {
  const session = requireSession(deps);
  return new Hono()
    .get(
      '/',
      session,
      documentRoute({ summary: 'All products in their order', tag, ok: productsResponse, fails: reading }),
      async (context) => context.json(await listProducts(deps, toViewer(context.var.caller))),
    )
    .get(
      '/:id',
      session,
      documentRoute({ summary: 'One product', tag, ok: productResponse, fails: [...fails, 'not_found'] }),
      validateRequest('param', idParams),
      async (context) => {
        const reader = toViewer(context.var.caller);
        return context.json(await getProduct(deps, reader, context.req.valid('param').id));
      },
    );
}

function managerRoutes(deps: Deps) {
  const access = requirePermission(deps, 'products.manage');
  return new Hono()
    .post(
      '/',
      access,
      documentRoute({
        summary: 'Adds a product at the end',
        tag,
        ok: productResponse,
        status: 201,
        fails: [...fails, 'conflict'],
      }),
      validateRequest('json', productRequest),
      async (context) => {
        const created = await createProduct(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(created, 201);
      },
    )
    .put(
      '/order',
      access,
      documentRoute({
        summary: 'Puts the products into an order; the list must name all of them',
        tag,
        status: 204,
        fails: [...fails, 'conflict'],
      }),
      validateRequest('json', reorderProductsRequest),
      async (context) => {
        await reorderProducts(deps, context.var.caller.user.id, context.req.valid('json').ids);
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      access,
      documentRoute({
        summary: 'Changes a product',
        tag,
        ok: productResponse,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', productRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateProduct(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      access,
      documentRoute({
        summary: 'Deletes a product; one that holds sections or waiting-list entries says so and stays',
        tag,
        status: 204,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteProduct(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
