import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly, signedIn } from '../../middleware/access.ts';
import { readerOf } from '#api/features/documents/visibility/visibility.service.ts';
import { sectionsAnswer } from '../sections/sections.contract.ts';
import { listSections } from '../sections/sections.service.ts';
import { product, productInput, productOrder, productsAnswer } from './products.contract.ts';
import { createProduct, deleteProduct, updateProduct } from '#api/features/products/editing/editing.service.ts';
import { getProduct, listProducts, orderProducts } from './products.service.ts';

const tag = 'Products';
const reading: ErrorCode[] = ['unauthenticated', 'forbidden'];
const fails: ErrorCode[] = ['validation_failed', ...reading];

export function productRoutes(deps: Deps) {
  return readingRoutes(deps).route('/', writingRoutes(deps));
}

function readingRoutes(deps: Deps) {
  const person = signedIn(deps);
  return new Hono()
    .get(
      '/',
      person,
      describe({ summary: 'All products in their order', tag, ok: productsAnswer, fails: reading }),
      async (context) => context.json(await listProducts(deps, readerOf(context.var.caller))),
    )
    .get(
      '/:id',
      person,
      describe({ summary: 'One product', tag, ok: product, fails: [...fails, 'not_found'] }),
      parse('param', idParam),
      async (context) => {
        const reader = readerOf(context.var.caller);
        return context.json(await getProduct(deps, reader, context.req.valid('param').id));
      },
    )
    .get(
      '/:id/sections',
      person,
      describe({
        summary: 'The sections of a product in their order',
        tag,
        ok: sectionsAnswer,
        fails: [...fails, 'not_found'],
      }),
      parse('param', idParam),
      async (context) => {
        const reader = readerOf(context.var.caller);
        return context.json(await listSections(deps, reader, { productId: context.req.valid('param').id }));
      },
    );
}

function writingRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .post(
      '/',
      admin,
      describe({ summary: 'Adds a product at the end', tag, ok: product, status: 201, fails: [...fails, 'conflict'] }),
      parse('json', productInput),
      async (context) => {
        const made = await createProduct(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(made, 201);
      },
    )
    .put(
      '/order',
      admin,
      describe({
        summary: 'Puts the products into an order; the list must name all of them',
        tag,
        status: 204,
        fails: [...fails, 'conflict'],
      }),
      parse('json', productOrder),
      async (context) => {
        await orderProducts(deps, context.var.caller.user.id, context.req.valid('json').ids);
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      admin,
      describe({ summary: 'Changes a product', tag, ok: product, fails: [...fails, 'not_found', 'conflict'] }),
      parse('param', idParam),
      parse('json', productInput),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateProduct(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      admin,
      describe({
        summary: 'Deletes a product; one that holds sections or waiting-list entries says so and stays',
        tag,
        status: 204,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      parse('param', idParam),
      async (context) => {
        await deleteProduct(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
