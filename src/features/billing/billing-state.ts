import { type StripeEventStatus, stripeEventStatuses } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 20;

export const billingViews = [
  { view: 'events', label: 'Events' },
  { view: 'revenue', label: 'Revenue' },
  { view: 'past-due', label: 'Past due' },
  { view: 'reconciliation', label: 'Reconciliation' },
] as const;
type BillingView = (typeof billingViews)[number]['view'];

/** What the screen shows, all of it in the address. Status, search, page and event belong to the events. */
export type BillingState = {
  view: BillingView;
  status: StripeEventStatus | null;
  search: string;
  /** From 1. */
  page: number;
  /** The event whose details are open; empty for none. */
  event: string;
};

export const DEFAULT_BILLING_STATE: BillingState = { view: 'events', status: null, search: '', page: 1, event: '' };

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseBillingState(query: string): BillingState {
  const params = new URLSearchParams(query);
  const page = params.get('page') ?? '';
  return {
    view: billingViews.find(({ view }) => view === params.get('view'))?.view ?? DEFAULT_BILLING_STATE.view,
    status: stripeEventStatuses.find((status) => status === params.get('status')) ?? null,
    search: (params.get('search') ?? '').slice(0, 200),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    event: (params.get('event') ?? '').slice(0, 200),
  };
}

/** The address of a state; what is as it is at first is left out. */
export function toBillingUrl({ view, status, search, page, event }: BillingState): string {
  const query = new URLSearchParams();
  if (view !== DEFAULT_BILLING_STATE.view) query.set('view', view);
  if (status) query.set('status', status);
  if (search) query.set('search', search);
  if (page > 1) query.set('page', String(page));
  if (event) query.set('event', event);
  return query.size > 0 ? `${paths.adminBilling}?${query}` : paths.adminBilling;
}
