import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import {
  boolean,
  email,
  ignored,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  text,
  unsettable,
  url,
} from '../../http/params.ts';
import { type Call, route } from '../../http/resource.ts';
import { buildCheckoutSession } from '../objects/checkout-session.ts';
import type { CheckoutSession } from '../objects/stored.ts';
import { checkoutUrl } from '../page-urls.ts';
import { requireRecurringPrice } from '../subscriptions/require-price.ts';

const HOUR_SECONDS = 3600;
const LINE_ITEMS_MAX = 20;

const lineItem = z.strictObject({ price: text(), quantity: integer().optional() });

const createParams = z.strictObject({
  mode: z.enum(['payment', 'setup', 'subscription']),
  success_url: url().optional(),
  cancel_url: url().optional(),
  customer: text().optional(),
  customer_email: email().optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      shipping: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata().optional(),
  line_items: listOf(lineItem).optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata().optional(),
      description: text(500).optional(),
      billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
    })
    .optional(),
  payment_intent_data: ignored().optional(),
  allowed_payment_method_types: listOf(text()).optional(),
  currency: text(3).optional(),
  expires_at: integer().optional(),
  locale: text(10).optional(),
  ui_mode: z.enum(['hosted_page', 'embedded_page', 'elements', 'form']).optional(),
  allow_promotion_codes: boolean().optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  submit_type: unsettable(z.enum(['auto', 'book', 'donate', 'pay', 'subscribe'])).optional(),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
});

type CreateParams = z.output<typeof createParams>;

export const createSession = route({
  method: 'POST',
  path: '/v1/checkout/sessions',
  params: createParams,
  handle: (call) => {
    checkCombinations(call.params);
    return call.params.mode === 'setup' ? createSetupSession(call) : createSubscriptionSession(call);
  },
});

function checkCombinations(params: CreateParams): void {
  const missing = (param: string) => refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (params.customer && params.customer_email) {
    throw refuse('You may only specify one of these parameters: customer, customer_email.', { param: 'customer' });
  }
  if (params.customer_update && !params.customer) {
    throw refuse('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  }
  if (params.payment_intent_data !== undefined && params.mode !== 'payment') {
    throw refuse(`You can not pass \`payment_intent_data\` in \`${params.mode}\` mode.`, {
      param: 'payment_intent_data',
    });
  }
  if (params.mode === 'payment') {
    throw refuse('The payment sandbox sells subscriptions only: use `subscription` or `setup` mode.', {
      param: 'mode',
    });
  }
  if (params.ui_mode && params.ui_mode !== 'hosted_page') {
    throw refuse('The payment sandbox has a hosted page only.', { param: 'ui_mode' });
  }
  if (!params.success_url) throw missing('success_url');
  if (params.mode === 'subscription' && !params.line_items?.length) throw missing('line_items');
  if (params.mode === 'setup' && !params.currency && !params.allowed_payment_method_types) throw missing('currency');
  if (params.mode === 'setup' && params.line_items) {
    throw refuse('You can not pass `line_items` in `setup` mode.', { param: 'line_items' });
  }
}

function createSubscriptionSession({ tx, params, baseUrl }: Call<CreateParams>): CheckoutSession {
  const lines = params.line_items ?? [];
  if (lines.length > LINE_ITEMS_MAX) {
    throw refuse(`You can specify at most ${LINE_ITEMS_MAX} line items with recurring prices.`, {
      param: 'line_items',
    });
  }
  const items = lines.map((line, index) => {
    if (line.quantity === undefined) {
      throw refuse('Quantity is required. Add `quantity` to `line_items[0]`'.replace('0', String(index)), {
        param: `line_items[${index}][quantity]`,
      });
    }
    return { price: requireRecurringPrice(tx, line.price, `line_items[${index}][price]`), quantity: line.quantity };
  });
  const amount = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
  const session = putSession(
    { tx, params, baseUrl, id: '' },
    {
      amount_subtotal: amount,
      amount_total: amount,
      currency: items[0]?.price.currency ?? null,
      customer_creation: params.customer ? null : 'always',
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    },
  );
  tx.put('sandbox.checkout', {
    id: session.id,
    intent: null,
    lineItems: items.map(({ price, quantity }) => ({ id: tx.createId('line_item'), price: price.id, quantity })),
    subscription: {
      metadata: mergeMetadata({}, params.subscription_data?.metadata),
      description: params.subscription_data?.description ?? null,
    },
  });
  return session;
}

function createSetupSession(call: Call<CreateParams>): CheckoutSession {
  const { tx, params } = call;
  const session = putSession(call, {
    currency: params.currency ?? null,
    payment_status: 'no_payment_required',
    payment_method_collection: null,
    customer_creation: params.customer ? null : 'if_required',
  });
  tx.put('sandbox.checkout', {
    id: session.id,
    intent: null,
    lineItems: [],
    subscription: { metadata: {}, description: null },
  });
  return session;
}

function putSession({ tx, params, baseUrl }: Call<CreateParams>, fields: Partial<CheckoutSession>): CheckoutSession {
  const created = tx.now();
  const expiresAt = params.expires_at ?? created + 24 * HOUR_SECONDS;
  if (expiresAt < created + HOUR_SECONDS / 2 || expiresAt > created + 24 * HOUR_SECONDS) {
    throw refuse('The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  const customer = params.customer ? requireObject(tx, 'customer', params.customer, 'customer') : null;
  const id = tx.createId('checkout.session');
  return tx.put(
    'checkout.session',
    buildCheckoutSession({
      id,
      created,
      expires_at: expiresAt,
      mode: params.mode,
      url: checkoutUrl(baseUrl, id),
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      customer: customer?.id ?? null,
      customer_email: params.customer_email ?? null,
      locale: (params.locale ?? null) as CheckoutSession['locale'],
      metadata: mergeMetadata({}, params.metadata),
      payment_method_collection: params.payment_method_collection ?? 'always',
      submit_type: params.submit_type ?? null,
      success_url: params.success_url ?? null,
      ...fields,
    }),
  );
}
