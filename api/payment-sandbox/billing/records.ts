import type Stripe from 'stripe';
import type { Wire } from '../state/wire.ts';
import type { Debit } from './proration.ts';

/** What happens to a subscription after the last failed try to collect a renewal: a setting of the account. */
export type AfterLastRetry = 'cancel' | 'unpaid' | 'past_due';

/** Records of the billing part that no answer shows. */
export type BillingRecords = {
  /** By subscription item: what was charged for periods that are not over. */
  'sandbox.debits': { id: string; debits: readonly Debit[] };
  /** By checkout session: what it sells, and what its subscription gets. */
  'sandbox.checkout': {
    id: string;
    /** The payment that was begun on the page. */
    intent: string | null;
    lineItems: readonly { id: string; price: string; quantity: number }[];
    subscription: { metadata: Record<string, string>; description: string | null };
  };
  /** By subscription: a change that waits for its invoice to be paid. */
  'sandbox.pending_change': {
    id: string;
    invoice: string;
    /** Its items, and what else the request has changed. */
    fields: Partial<Wire<Stripe.Subscription>>;
    debits: readonly BillingRecords['sandbox.debits'][];
  };
  'sandbox.billing_settings': { id: 'settings'; afterLastRetry: AfterLastRetry };
};
