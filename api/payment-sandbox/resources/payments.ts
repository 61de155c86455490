import { listRoute, retrieveRoute } from '../http/lists.ts';
import { isWithin, text, timeFilter } from '../http/params.ts';
import type { Resource } from '../http/resource.ts';

/** Intents and charges: checkout and invoices make them, requests only read them. */
export const payments: Resource = {
  routes: [
    listRoute({
      path: '/v1/payment_intents',
      kind: 'payment_intent',
      filters: { customer: text().optional(), created: timeFilter().optional() },
      matches: (intent, { customer, created }) =>
        (customer === undefined || intent.customer === customer) && isWithin(intent.created, created),
    }),
    retrieveRoute('/v1/payment_intents/:id', 'payment_intent'),
    listRoute({
      path: '/v1/setup_intents',
      kind: 'setup_intent',
      filters: { customer: text().optional(), payment_method: text().optional(), created: timeFilter().optional() },
      matches: (intent, { customer, payment_method, created }) =>
        (customer === undefined || intent.customer === customer) &&
        (payment_method === undefined || intent.payment_method === payment_method) &&
        isWithin(intent.created, created),
    }),
    retrieveRoute('/v1/setup_intents/:id', 'setup_intent'),
    listRoute({
      path: '/v1/charges',
      kind: 'charge',
      filters: { customer: text().optional(), payment_intent: text().optional(), created: timeFilter().optional() },
      matches: (charge, { customer, payment_intent, created }) =>
        (customer === undefined || charge.customer === customer) &&
        (payment_intent === undefined || charge.payment_intent === payment_intent) &&
        isWithin(charge.created, created),
    }),
    retrieveRoute('/v1/charges/:id', 'charge'),
  ],
};
