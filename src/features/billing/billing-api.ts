import type { z } from 'zod';
import type {
  billingStatusResponse,
  eventDetailResponse,
  eventsResponse,
  pastDueResponse,
  ReconciliationsJson,
  reconcileResponse,
  replayResponse,
  resyncResponse,
  RevenueJson,
} from '#api/features/billing/billing.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { type BillingState, PAGE_SIZE } from './billing-state.ts';

type Call = <Value>(path: string, request?: object) => Promise<Value>;
const get = api.get as unknown as Call;
const post = api.post as unknown as Call;

export type BillingStatus = z.infer<typeof billingStatusResponse>;
export type EventPage = z.infer<typeof eventsResponse>;
export type PersonPastDue = z.infer<typeof pastDueResponse>['data'][number];
type EventDetail = z.infer<typeof eventDetailResponse>;

/** Months of revenue that the screen shows. */
const SHOWN_MONTHS = 12;

export const fetchStatus = (signal: AbortSignal) => get<BillingStatus>('/api/admin/billing/status', { signal });

export const fetchEvents = ({ status, search, page }: BillingState, signal: AbortSignal) =>
  get<EventPage>('/api/admin/billing/events', {
    query: { status: status ?? undefined, search: search.trim() || undefined, page, limit: PAGE_SIZE },
    signal,
  });

export const fetchEvent = (id: string, signal: AbortSignal) =>
  get<EventDetail>('/api/admin/billing/events/:id', { param: { id }, signal });

export const replayEvent = (id: string) =>
  post<z.infer<typeof replayResponse>>('/api/admin/billing/events/:id/replay', { param: { id } });

export const replayFailedEvents = () => post<z.infer<typeof replayResponse>>('/api/admin/billing/events/replay-failed');

export const fetchRevenue = (signal: AbortSignal) =>
  get<RevenueJson>('/api/admin/billing/revenue', { query: { months: SHOWN_MONTHS }, signal });

export const fetchPastDue = async (signal: AbortSignal): Promise<PersonPastDue[]> =>
  (await get<{ data: PersonPastDue[] }>('/api/admin/billing/past-due', { signal })).data;

export const fetchReconciliations = (signal: AbortSignal) =>
  get<ReconciliationsJson>('/api/admin/billing/reconciliations', { signal });

export const reconcile = () => post<z.infer<typeof reconcileResponse>>('/api/admin/billing/reconcile');

/** Compares what is stored for one user with Stripe. @throws when no account has this email address */
export async function resyncUser(email: string): Promise<string> {
  const customer = await api.get('/api/admin/billing/customers', { query: { email } });
  if (customer.customer_id === null) return `${customer.user_email} has never bought anything.`;
  const { message } = await post<z.infer<typeof resyncResponse>>('/api/admin/billing/users/:userId/resync', {
    param: { userId: customer.user_id },
  });
  return message;
}
