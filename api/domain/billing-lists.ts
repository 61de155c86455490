import type { StripeEventStatus } from './enums.ts';
import { byChoice, defineList, viewsOf } from './list-definition.ts';

/** What became of an event of Stripe, in the order in which it matters to admins. */
export const stripeEventLabels: Record<StripeEventStatus, string> = {
  failed: 'Failed',
  received: 'Waiting',
  applied: 'Processed',
  ignored: 'Ignored',
};

/** Every event that Stripe sent, newest first. */
export const stripeEventList = defineList({
  perPage: 20,
  /** By part of an event's id, its type, or the id of the object that it is about. */
  search: { label: 'Search events', placeholder: 'Search by type or id' },
  filters: { status: byChoice(null, Object.keys(stripeEventLabels) as StripeEventStatus[]) },
  sort: {},
  views: viewsOf('status', stripeEventLabels),
  opens: 'event',
});
