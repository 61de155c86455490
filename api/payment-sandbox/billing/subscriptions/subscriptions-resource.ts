import { z } from 'zod';
import { noSuch, requireObject } from '../../http/errors.ts';
import { listRoute, retrieveRoute } from '../../http/lists.ts';
import { boolean, isWithin, text, timeFilter } from '../../http/params.ts';
import { type Resource, route } from '../../http/resource.ts';
import { cancelNow } from './cancel-now.ts';
import { createRoute } from './create-route.ts';
import { cancellationDetails, updateSubscription } from './update-subscription.ts';

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

function matchesStatus(status: string, filter: (typeof STATUSES)[number] | undefined): boolean {
  if (filter === undefined) return status !== 'canceled';
  if (filter === 'all') return true;
  return filter === 'ended' ? status === 'canceled' || status === 'incomplete_expired' : status === filter;
}

const list = listRoute({
  path: '/v1/subscriptions',
  kind: 'subscription',
  filters: {
    customer: text().optional(),
    price: text().optional(),
    status: z.enum(STATUSES).optional(),
    created: timeFilter().optional(),
    test_clock: text().optional(),
  },
  matches: (subscription, { customer, price, status, created, test_clock }) =>
    (customer === undefined || subscription.customer === customer) &&
    (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
    (test_clock === undefined || subscription.test_clock === test_clock) &&
    matchesStatus(subscription.status, status) &&
    isWithin(subscription.created, created),
});

const cancel = route({
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  params: z.strictObject({
    cancellation_details: cancellationDetails().optional(),
    invoice_now: boolean().optional(),
    prorate: boolean().optional(),
  }),
  handle: (call) => {
    const subscription = requireObject(call.tx, 'subscription', call.id);
    if (subscription.status === 'canceled') throw noSuch('subscription', call.id);
    return cancelNow(call, subscription, {
      details: call.params.cancellation_details,
      isInvoiced: call.params.invoice_now ?? false,
      isProrated: call.params.prorate ?? false,
    });
  },
});

export const subscriptionsResource: Resource = {
  routes: [createRoute, list, updateSubscription, cancel, retrieveRoute('/v1/subscriptions/:id', 'subscription')],
};
