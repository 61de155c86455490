import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { listRoute, retrieveRoute } from '../http/lists.ts';
import {
  boolean,
  integer,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  text,
  timeFilter,
  unsettable,
} from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { createProduct } from './products.ts';

type Price = Kinds['price'];

const fields = {
  active: boolean().optional(),
  lookup_key: text(200).optional(),
  metadata: metadata().optional(),
  nickname: text().optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: boolean().optional(),
};
const createParams = z.strictObject({
  ...fields,
  currency: z
    .string()
    .min(1)
    .transform((value) => value.toLowerCase()),
  product: text().optional(),
  product_data: z.strictObject({ id: text().optional(), name: text(), metadata: metadata().optional() }).optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'month', 'week', 'year']),
      interval_count: integer().optional(),
      usage_type: z.enum(['licensed']).optional(),
    })
    .optional(),
  unit_amount: integer(),
  billing_scheme: z.enum(['per_unit']).optional(),
});
const updateParams = z.strictObject(fields);

type NewPrice = {
  id?: string;
  product: string;
  unitAmount: number;
  currency: string;
  recurring: { interval: 'day' | 'month' | 'week' | 'year'; interval_count?: number } | null;
  fields?: Partial<Price>;
};

/** Writes the price and its event. */
export function putPrice(
  tx: Transaction,
  { id, product, unitAmount, currency, recurring, fields = {} }: NewPrice,
): Price {
  const price = tx.put('price', {
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: tx.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: recurring && {
      interval: recurring.interval,
      interval_count: recurring.interval_count ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
    ...fields,
    id: id ?? tx.createId('price'),
  });
  tx.emit('price.created', price);
  return price;
}

function createPrice(tx: Transaction, params: z.output<typeof createParams>): Price {
  const {
    product,
    product_data,
    currency,
    unit_amount,
    recurring,
    metadata: values,
    transfer_lookup_key,
    ...rest
  } = params;
  if (product && product_data) {
    throw refuse('You may only specify one of these parameters: product, product_data.', { param: 'product' });
  }
  if (!product && !product_data) {
    throw refuse('Missing required param: product.', { code: 'parameter_missing', param: 'product' });
  }
  if (unit_amount < 0)
    throw refuse('Invalid non-negative integer', { code: 'parameter_invalid_integer', param: 'unit_amount' });
  claimLookupKey(tx, rest.lookup_key, transfer_lookup_key);
  return putPrice(tx, {
    product: product
      ? requireObject(tx, 'product', product, 'product').id
      : createProduct(tx, product_data ?? { name: '' }).id,
    unitAmount: unit_amount,
    currency,
    recurring: recurring ?? null,
    fields: { ...rest, metadata: mergeMetadata({}, values) },
  });
}

/** A lookup key belongs to one price; `transfer_lookup_key` takes it from the other. */
function claimLookupKey(
  tx: Transaction,
  key: string | undefined,
  isTransferred: boolean | undefined,
  ownId?: string,
): void {
  const owner = key && tx.list('price', (price) => price.lookup_key === key && price.id !== ownId)[0];
  if (!owner) return;
  if (!isTransferred) {
    throw refuse(`A price (\`${owner.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  tx.emit('price.updated', tx.update('price', owner.id, { lookup_key: null }), owner);
}

export const prices: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/prices',
      params: createParams,
      handle: ({ tx, params }) => createPrice(tx, params),
    }),
    listRoute({
      path: '/v1/prices',
      kind: 'price',
      filters: {
        active: boolean().optional(),
        currency: text().optional(),
        lookup_keys: listOf(text()).optional(),
        product: text().optional(),
        type: z.enum(['one_time', 'recurring']).optional(),
        created: timeFilter().optional(),
      },
      matches: (price, { active, currency, lookup_keys, product, type, created }) =>
        (active === undefined || price.active === active) &&
        (currency === undefined || price.currency === currency) &&
        (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? '')) &&
        (product === undefined || price.product === product) &&
        (type === undefined || price.type === type) &&
        isWithin(price.created, created),
    }),
    retrieveRoute('/v1/prices/:id', 'price'),
    route({
      method: 'POST',
      path: '/v1/prices/:id',
      params: updateParams.extend({ nickname: unsettable(text()).optional() }),
      handle: ({ tx, params: { metadata: values, transfer_lookup_key, ...params }, id }) => {
        const before = requireObject(tx, 'price', id);
        claimLookupKey(tx, params.lookup_key, transfer_lookup_key, id);
        const after = tx.update('price', id, { ...params, metadata: mergeMetadata(before.metadata, values) });
        tx.emit('price.updated', after, before);
        return after;
      },
    }),
  ],
};
