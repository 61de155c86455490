import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { listRoute, retrieveRoute } from '../http/lists.ts';
import {
  boolean,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  text,
  timeFilter,
  unsettable,
  url,
} from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';

type Product = Kinds['product'];

const fields = {
  active: boolean().optional(),
  description: unsettable(text()).optional(),
  images: unsettable(listOf(url())).optional(),
  metadata: metadata().optional(),
  statement_descriptor: text(22).optional(),
  tax_code: unsettable(text()).optional(),
  unit_label: unsettable(text(12)).optional(),
  url: unsettable(url()).optional(),
};
const createParams = z.strictObject({ ...fields, id: text().optional(), name: text() });
const updateParams = z.strictObject({ ...fields, name: text().optional(), default_price: text().optional() });

export function createProduct(
  tx: Transaction,
  { metadata: values, images, ...params }: z.output<typeof createParams>,
): Product {
  if (tx.find('product', params.id)) {
    throw refuse('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const created = tx.now();
  const product = tx.put('product', {
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: null,
    images: images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, values),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
    ...params,
    id: params.id ?? tx.createId('product'),
  });
  tx.emit('product.created', product);
  return product;
}

export const products: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/products',
      params: createParams,
      handle: ({ tx, params }) => createProduct(tx, params),
    }),
    listRoute({
      path: '/v1/products',
      kind: 'product',
      filters: { active: boolean().optional(), ids: listOf(text()).optional(), created: timeFilter().optional() },
      matches: (product, { active, ids, created }) =>
        (active === undefined || product.active === active) &&
        (ids === undefined || ids.includes(product.id)) &&
        isWithin(product.created, created),
    }),
    retrieveRoute('/v1/products/:id', 'product'),
    route({
      method: 'POST',
      path: '/v1/products/:id',
      params: updateParams,
      handle: ({ tx, params: { metadata: values, images, ...params }, id }) => {
        const before = requireObject(tx, 'product', id);
        if (params.default_price) requireObject(tx, 'price', params.default_price, 'default_price');
        const after = tx.update('product', id, {
          ...params,
          ...(images !== undefined && { images: images ?? [] }),
          metadata: mergeMetadata(before.metadata, values),
          updated: tx.now(),
        });
        tx.emit('product.updated', after, before);
        return after;
      },
    }),
  ],
};
