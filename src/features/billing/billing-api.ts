import { stripeEventList } from '#api/domain/billing-lists.ts';
import type { RouteResponse } from '#src/lib/api-types.ts';
import { api } from '#src/lib/api-client.ts';
import { type StateOf, toListQuery } from '#src/lib/list-address.ts';

export type BillingStatus = RouteResponse<'get', '/api/admin/billing/status'>;
export type StripeCheckReport = NonNullable<RouteResponse<'get', '/api/admin/billing/stripe-check'>['report']>;
export type PersonPastDue = RouteResponse<'get', '/api/admin/billing/past-due'>['data'][number];

/** Months of revenue that the screen shows. */
const SHOWN_MONTHS = 12;

export const fetchStatus = (signal: AbortSignal) => api.get('/api/admin/billing/status', { signal });

export const fetchStripeCheck = (signal: AbortSignal) => api.get('/api/admin/billing/stripe-check', { signal });

export const startStripeCheck = (signal: AbortSignal) => api.post('/api/admin/billing/stripe-check', { signal });

export const addStripeEvents = () => api.post('/api/admin/billing/stripe-check/events');

export async function fetchEvents(state: StateOf<typeof stripeEventList>, signal: AbortSignal) {
  const { data, pagination, ...rest } = await api.get('/api/admin/billing/events', {
    query: toListQuery(stripeEventList, state),
    signal,
  });
  return { ...rest, rows: data, total: pagination.total };
}

export const fetchEvent = (id: string, signal: AbortSignal) =>
  api.get('/api/admin/billing/events/:id', { param: { id }, signal });

export const replayEvent = (id: string) => api.post('/api/admin/billing/events/:id/replay', { param: { id } });

export const replayFailedEvents = () => api.post('/api/admin/billing/events/replay-failed');

export const fetchRevenue = (signal: AbortSignal) =>
  api.get('/api/admin/billing/revenue', { query: { months: SHOWN_MONTHS }, signal });

export const fetchPastDue = async (signal: AbortSignal): Promise<PersonPastDue[]> =>
  (await api.get('/api/admin/billing/past-due', { signal })).data;

export const fetchDisputes = (signal: AbortSignal) => api.get('/api/admin/billing/disputes', { signal });

/** Notes that a refund that failed was paid back another way, or takes that back. */
export const settleRefund = (id: string, isSettled: boolean) =>
  api.post('/api/admin/billing/refunds/:id/settle', { param: { id }, json: { is_settled: isSettled } });

export const fetchReconciliations = (signal: AbortSignal) => api.get('/api/admin/billing/reconciliations', { signal });

export const reconcile = () => api.post('/api/admin/billing/reconcile');

/** Compares what is stored for one user with Stripe. @throws when no account has this email address */
export async function resyncUser(email: string): Promise<string> {
  const customer = await api.get('/api/admin/billing/customers', { query: { email } });
  if (customer.customer_id === null) return `${customer.user_email} has never bought anything.`;
  const { message } = await api.post('/api/admin/billing/users/:userId/resync', {
    param: { userId: customer.user_id },
  });
  return message;
}
