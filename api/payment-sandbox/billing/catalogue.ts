import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { boolean, integer, mergeMetadata, metadata, text } from '../http/params.ts';
import { type Call, listRoute, retrieveRoute, type Route, route } from '../http/route.ts';
import { checkAmount } from './amount-rules.ts';
import { buildPrice, buildProduct, type Price, type Product } from '../objects/catalogue.ts';
import type { Transaction } from '../state/transaction.ts';

export type SandboxProduct = {
  id: string;
  name: string;
  prices: readonly {
    id: string;
    unitAmount: number;
    currency: string;
    interval: 'month' | 'year';
    /** Left to the account without one. */
    taxBehavior?: 'exclusive' | 'inclusive' | 'unspecified' | undefined;
  }[];
};

/** Writes the products and prices that are not there yet, under the ids that the program knows. */
export function ensureCatalogue(tx: Transaction, products: readonly SandboxProduct[]): void {
  const created = tx.now();
  for (const { id, name, prices } of products) {
    if (!tx.find('product', id)) tx.emit('product.created', tx.put('product', buildProduct({ id, created, name })));
    for (const { id: priceId, unitAmount: unit_amount, currency, interval, taxBehavior } of prices) {
      if (tx.find('price', priceId)) continue;
      const recurring = { interval, interval_count: 1, usage_type: 'licensed' } as const;
      const tax_behavior = taxBehavior ?? 'unspecified';
      const price = buildPrice({ id: priceId, created, currency, product: id, recurring, tax_behavior, unit_amount });
      tx.emit('price.created', tx.put('price', price));
    }
  }
}

const productFields = { description: text().optional(), metadata: metadata().optional() };
const newProductParams = z.strictObject({ ...productFields, active: boolean().optional(), name: text(250) });
const productParams = z.strictObject({ ...productFields, active: boolean().optional(), name: text(250).optional() });

function createProduct(tx: Transaction, fields: z.output<typeof newProductParams>): Product {
  const product = tx.put('product', buildProduct({ id: tx.createId('product'), created: tx.now(), ...fields }));
  tx.emit('product.created', product);
  return product;
}

const newPriceParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/, 'Not a currency'),
  unit_amount: integer(),
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
  tax_behavior: z.enum(['inclusive', 'exclusive']).optional(),
  metadata: metadata().optional(),
  product: text().optional(),
  product_data: z.strictObject({ name: text(250), metadata: metadata().optional() }).optional(),
});

/** A price of a product that is there, or of a new one. */
function createPrice({ tx, params }: Call<z.output<typeof newPriceParams>>): Price {
  const { product: productId, product_data: data, recurring, ...fields } = params;
  if ((productId === undefined) === (data === undefined)) {
    throw refuse('You must specify exactly one of `product` or `product_data`.', { param: 'product' });
  }
  checkAmount(fields.unit_amount, fields.currency, 'unit_amount');
  const product = data ? createProduct(tx, data) : requireObject(tx, 'product', productId ?? '', 'product');
  const price = tx.put(
    'price',
    buildPrice({
      id: tx.createId('price'),
      created: tx.now(),
      product: product.id,
      recurring: { ...recurring, interval_count: 1, usage_type: 'licensed' },
      ...fields,
    }),
  );
  tx.emit('price.created', price);
  return price;
}

/** Amount, currency and interval of a price never change; the tax side is set once. */
const priceParams = z.strictObject({
  active: boolean().optional(),
  metadata: metadata().optional(),
  tax_behavior: z.enum(['inclusive', 'exclusive']).optional(),
});

function updatePrice({ tx, id, params }: Call<z.output<typeof priceParams>>): Price {
  const before = requireObject(tx, 'price', id);
  const { tax_behavior: behavior } = params;
  if (behavior && before.tax_behavior !== 'unspecified' && before.tax_behavior !== behavior) {
    throw refuse('You cannot change the `tax_behavior` of a price once it has been set.', { param: 'tax_behavior' });
  }
  const after = tx.update('price', id, { ...params, metadata: mergeMetadata(before.metadata, params.metadata) });
  tx.emit('price.updated', after);
  return after;
}

export const catalogueRoutes: readonly Route[] = [
  listRoute({
    path: '/v1/products',
    kind: 'product',
    filters: { active: boolean().optional() },
    matches: (product, { active }) => active === undefined || product.active === active,
  }),
  retrieveRoute('/v1/products/:id', 'product'),
  route({
    method: 'POST',
    path: '/v1/products',
    params: newProductParams,
    handle: ({ tx, params }) => createProduct(tx, params),
  }),
  route({
    method: 'POST',
    path: '/v1/products/:id',
    params: productParams,
    handle: ({ tx, id, params }) => {
      const before = requireObject(tx, 'product', id);
      const after = tx.update('product', id, { ...params, metadata: mergeMetadata(before.metadata, params.metadata) });
      tx.emit('product.updated', after);
      return after;
    },
  }),
  listRoute({
    path: '/v1/prices',
    kind: 'price',
    filters: { active: boolean().optional(), product: text().optional() },
    matches: (price, { active, product }) =>
      (active === undefined || price.active === active) && (product === undefined || price.product === product),
  }),
  retrieveRoute('/v1/prices/:id', 'price'),
  route({ method: 'POST', path: '/v1/prices', params: newPriceParams, handle: createPrice }),
  route({ method: 'POST', path: '/v1/prices/:id', params: priceParams, handle: updatePrice }),
];
