import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { boolean, createdSince, integer, metadata, text, url } from '../http/params.ts';
import { type Call, listRoute, retrieveRoute, type Route, route } from '../http/route.ts';
import { buildPrice, buildProduct, type Price } from '../objects/catalogue.ts';
import type { WebhookEndpoint } from '../objects/pages.ts';
import type { Transaction } from '../state/transaction.ts';

export type SandboxProduct = {
  id: string;
  name: string;
  prices: readonly { id: string; unitAmount: number; currency: string; interval: 'month' | 'year' }[];
};

/** Writes the products and prices that are not there yet, under the ids that the program knows. */
export function ensureCatalogue(tx: Transaction, products: readonly SandboxProduct[]): void {
  const created = tx.now();
  for (const { id, name, prices } of products) {
    if (!tx.find('product', id)) tx.emit('product.created', tx.put('product', buildProduct({ id, created, name })));
    for (const { id: priceId, unitAmount: unit_amount, currency, interval } of prices) {
      if (tx.find('price', priceId)) continue;
      const recurring = { interval, interval_count: 1, usage_type: 'licensed' } as const;
      const price = buildPrice({ id: priceId, created, currency, product: id, recurring, unit_amount });
      tx.emit('price.created', tx.put('price', price));
    }
  }
}

const NAME = 'Payment sandbox';
const enabled = z.strictObject({ enabled: boolean() });
const CONFIGURATIONS = '/v1/billing_portal/configurations';

/** A list that is only read to find out whether a key may. */
const probedList = (path: Route['path'], kind: 'coupon' | 'price' | 'product'): Route =>
  listRoute({ path, kind, filters: {}, matches: () => true });

const newPriceParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/, 'Not a currency'),
  unit_amount: integer(),
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
  tax_behavior: z.enum(['inclusive', 'exclusive']),
  metadata: metadata(),
  product: text().optional(),
  product_data: z.strictObject({ name: text(250) }).optional(),
});

/** A price of a product that is there, or of a new one. */
function createPrice({ tx, params }: Call<z.output<typeof newPriceParams>>): Price {
  const { product: productId, product_data: data, recurring, ...fields } = params;
  if ((productId === undefined) === (data === undefined)) {
    throw refuse('You must specify exactly one of `product` or `product_data`.', { param: 'product' });
  }
  const created = tx.now();
  const product = data
    ? tx.put('product', buildProduct({ id: tx.createId('product'), created, name: data.name }))
    : requireObject(tx, 'product', productId ?? '', 'product');
  if (data) tx.emit('product.created', product);
  const price = tx.put(
    'price',
    buildPrice({
      id: tx.createId('price'),
      created,
      product: product.id,
      recurring: { ...recurring, interval_count: 1, usage_type: 'licensed' },
      ...fields,
    }),
  );
  tx.emit('price.created', price);
  return price;
}

/** How the account is set up: its name, what it sells, what its portal offers, and where its events go. */
export const accountRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/account',
    params: z.strictObject({}),
    handle: () => ({
      id: 'acct_sandbox',
      object: 'account',
      business_profile: { name: NAME },
      settings: { dashboard: { display_name: NAME } },
    }),
  }),
  probedList('/v1/products', 'product'),
  probedList('/v1/prices', 'price'),
  probedList('/v1/coupons', 'coupon'),
  retrieveRoute('/v1/prices/:id', 'price'),
  route({ method: 'POST', path: '/v1/prices', params: newPriceParams, handle: createPrice }),
  retrieveRoute('/v1/payment_methods/:id', 'payment_method'),
  listRoute({
    path: CONFIGURATIONS,
    kind: 'billing_portal.configuration',
    filters: { active: boolean() },
    matches: (configuration, { active }) => configuration.active === active,
  }),
  route({
    method: 'POST',
    path: CONFIGURATIONS,
    params: z.strictObject({
      features: z.strictObject({
        customer_update: enabled,
        invoice_history: enabled,
        payment_method_update: enabled,
        subscription_cancel: enabled,
        subscription_update: enabled,
      }),
      metadata: metadata(),
    }),
    handle: ({ tx, params }) => {
      const configuration = tx.put('billing_portal.configuration', {
        id: tx.createId('billing_portal.configuration'),
        object: 'billing_portal.configuration',
        active: true,
        created: tx.now(),
        ...params,
      });
      tx.emit('billing_portal.configuration.created', configuration);
      return configuration;
    },
  }),
  listRoute({
    path: '/v1/events',
    kind: 'event',
    filters: { created: createdSince(), delivery_success: boolean().optional() },
    matches: (event, { created, delivery_success: isDelivered }) =>
      (created === undefined || event.created >= created.gte) &&
      (isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered),
  }),
  listRoute({ path: '/v1/webhook_endpoints', kind: 'webhook_endpoint', filters: {}, matches: () => true }),
  retrieveRoute('/v1/webhook_endpoints/:id', 'webhook_endpoint'),
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: z.strictObject({
      disabled: boolean().optional(),
      enabled_events: z.array(text()).optional(),
      url: url().optional(),
    }),
    handle: ({ tx, params: { disabled, ...params }, id }) => {
      requireObject(tx, 'webhook_endpoint', id);
      const status = disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' };
      return tx.update('webhook_endpoint', id, { ...params, ...status } as Partial<WebhookEndpoint>);
    },
  }),
];
