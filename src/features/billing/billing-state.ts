import { type StripeEventStatus, stripeEventStatuses } from '#api/domain/enums.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 20;

export const billingViews = [
  { view: 'attention', label: 'Needs attention' },
  { view: 'past-due', label: 'Past due' },
  { view: 'disputes', label: 'Disputes and refunds' },
  { view: 'revenue', label: 'Revenue' },
  { view: 'events', label: 'Events' },
  { view: 'reconciliation', label: 'Reconciliation' },
  { view: 'stripe-check', label: 'Stripe check' },
] as const;
export type BillingView = (typeof billingViews)[number]['view'];

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

export const DEFAULT_BILLING_STATE: BillingState = { view: 'attention', status: null, search: '', page: 1, event: '' };

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseBillingState(query: string): BillingState {
  const { readText, readOption, readPage } = readListQuery(query);
  const named = billingViews.find(({ view }) => view === readText('view'))?.view;
  // Links of earlier emails and bookmarks name an event, and no view.
  const implied = readText('event') || readText('status') ? 'events' : DEFAULT_BILLING_STATE.view;
  return {
    view: named ?? implied,
    status: readOption('status', stripeEventStatuses),
    search: readText('search'),
    page: readPage(),
    event: readText('event'),
  };
}

/** The address of a state; what is as it is at first is left out. */
export const toBillingUrl = ({ view, status, search, page, event }: BillingState): string =>
  toListAddress(paths.adminBilling, {
    view: view !== DEFAULT_BILLING_STATE.view && view,
    status,
    search,
    page: page > 1 && page,
    event,
  });
