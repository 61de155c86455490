import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { embedList, listRoute, pageParams, paginate, retrieveRoute } from '../../http/lists.ts';
import { isWithin, mergeMetadata, metadata, text, timeFilter } from '../../http/params.ts';
import { type Resource, route } from '../../http/resource.ts';
import type { Transaction } from '../../state/transaction.ts';
import { productName } from '../invoices/lines.ts';
import type { CheckoutSession } from '../objects/stored.ts';
import { createSession } from './create-session.ts';

/** Line items of a session: shown only by their own route, or expanded. */
export function buildLineItems(tx: Transaction, session: string) {
  return tx.get('sandbox.checkout', session).lineItems.map(({ id, price: priceId, quantity }) => {
    const price = tx.get('price', priceId);
    const amount = (price.unit_amount ?? 0) * quantity;
    return {
      id,
      object: 'item' as const,
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: productName(tx, price),
      metadata: {},
      price,
      quantity,
    };
  });
}

/** Expires an open session. It has created nothing that would have to be undone. */
export function expireSession(tx: Transaction, session: CheckoutSession): CheckoutSession {
  const expired = tx.update('checkout.session', session.id, { status: 'expired', url: null });
  tx.emit('checkout.session.expired', expired);
  return expired;
}

const expire = route({
  method: 'POST',
  path: '/v1/checkout/sessions/:id/expire',
  params: z.strictObject({}),
  handle: ({ tx, id }) => {
    const session = requireObject(tx, 'checkout.session', id);
    if (session.status !== 'open') {
      throw refuse(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return expireSession(tx, session);
  },
});

const update = route({
  method: 'POST',
  path: '/v1/checkout/sessions/:id',
  params: z.strictObject({ metadata: metadata().optional() }),
  handle: ({ tx, id, params }) => {
    const session = requireObject(tx, 'checkout.session', id);
    return tx.update('checkout.session', id, { metadata: mergeMetadata(session.metadata ?? {}, params.metadata) });
  },
});

const lineItems = route({
  method: 'GET',
  path: '/v1/checkout/sessions/:id/line_items',
  params: z.strictObject(pageParams),
  handle: ({ tx, id, params }) =>
    paginate(buildLineItems(tx, requireObject(tx, 'checkout.session', id).id), params, {
      url: `/v1/checkout/sessions/${id}/line_items`,
      kind: 'checkout.session',
    }),
});

const list = listRoute({
  path: '/v1/checkout/sessions',
  kind: 'checkout.session',
  filters: {
    customer: text().optional(),
    subscription: text().optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
    created: timeFilter().optional(),
  },
  matches: (session, { customer, subscription, status, created }) =>
    (customer === undefined || session.customer === customer) &&
    (subscription === undefined || session.subscription === subscription) &&
    (status === undefined || session.status === status) &&
    isWithin(session.created, created),
});

export const checkoutResource: Resource = {
  routes: [
    createSession,
    list,
    lineItems,
    expire,
    update,
    retrieveRoute('/v1/checkout/sessions/:id', 'checkout.session'),
  ],
  expandOnly: {
    'checkout.session': {
      line_items: (tx, { id }) => embedList(buildLineItems(tx, id), `/v1/checkout/sessions/${id}/line_items`),
    },
  },
};
