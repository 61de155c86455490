import type Stripe from 'stripe';
import type { Price } from './catalogue.ts';
import type { TaxRate } from './tax.ts';
import { embedList, type Kept, type List, type New, type Wire } from './wire.ts';

export type SubscriptionItem = Wire<
  Pick<
    Stripe.SubscriptionItem,
    'id' | 'object' | 'created' | 'current_period_start' | 'current_period_end' | 'subscription'
  >
> & { price: Price; quantity: number; tax_rates: TaxRate[] };

const SUBSCRIPTION = {
  object: 'subscription',
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  default_payment_method: null,
  ended_at: null,
  latest_invoice: null,
  livemode: false,
  schedule: null,
  status: 'active',
  /** Both Unix seconds; they stay after the trial. */
  trial_start: null,
  trial_end: null,
} as const;
type NewSubscription = 'id' | 'billing_cycle_anchor' | 'created' | 'currency' | 'customer' | 'metadata' | 'start_date';
type CancellationDetails = Pick<Stripe.Subscription.CancellationDetails, 'comment' | 'feedback' | 'reason'>;

/** Of Stripe's two billing modes the flexible one. */
export type Subscription = Kept<Stripe.Subscription, typeof SUBSCRIPTION, NewSubscription> & {
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: { type: 'self' } | null };
  billing_mode: { type: 'flexible' };
  cancellation_details: CancellationDetails;
  default_tax_rates: TaxRate[];
  discounts: string[];
  items: List<SubscriptionItem>;
  trial_settings: { end_behavior: { missing_payment_method: MissingMethod } };
  /** A change of items that waits for its payment. */
  pending_update: {
    billing_cycle_anchor: number | null;
    expires_at: number;
    subscription_items: SubscriptionItem[];
  } | null;
};

/** What a trial's end does to a subscription without a card. */
export type MissingMethod = 'cancel' | 'create_invoice';

export const buildSubscription = ({
  itemList,
  ...fields
}: New<Subscription, NewSubscription> & { itemList: readonly SubscriptionItem[] }): Subscription => ({
  ...SUBSCRIPTION,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_mode: { type: 'flexible' },
  cancellation_details: { comment: null, feedback: null, reason: null },
  default_tax_rates: [],
  discounts: [],
  items: embedList(itemList, `/v1/subscription_items?subscription=${fields.id}`),
  pending_update: null,
  trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
  ...fields,
});

export const isEnded = ({ status }: Subscription): boolean => status === 'canceled';

/** When the current period ends, Unix seconds. */
export const endOfPeriod = ({ items }: Subscription): number =>
  Math.min(...items.data.map((item) => item.current_period_end));

export type SchedulePhase = {
  /** Of a phase that is a trial, as the current one of a subscription may be. */
  trial_end?: number | null;
  /** `phase_start`: a period begins with the phase, whatever the interval. */
  billing_cycle_anchor: 'automatic' | 'phase_start' | null;
  /** Stripe Tax while it lasts; left out, as the subscription has it. */
  automatic_tax?: { enabled: boolean };
  /** Left out by files of earlier versions of the sandbox: as the subscription has them. */
  default_tax_rates?: TaxRate[];
  discounts: { discount: string }[];
  /** Both Unix seconds. */
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number; tax_rates?: TaxRate[] }[];
};

export type Schedule = Wire<Pick<Stripe.SubscriptionSchedule, 'id' | 'object' | 'created' | 'customer' | 'status'>> & {
  current_phase: { start_date: number; end_date: number } | null;
  end_behavior: 'cancel' | 'release';
  phases: SchedulePhase[];
  released_subscription: string | null;
  /** null once it is released. */
  subscription: string | null;
};
