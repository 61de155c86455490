import type { RequiredFields, Price, Subscription, SubscriptionItem } from './stored.ts';

type ItemFields = RequiredFields<
  SubscriptionItem,
  'id' | 'created' | 'subscription' | 'price' | 'current_period_start' | 'current_period_end'
>;

/** The older description of a recurring price, which items still carry. */
export function buildPlan(price: Price): SubscriptionItem['plan'] {
  const { interval, interval_count, meter, trial_period_days, usage_type } = price.recurring ?? {
    interval: 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: price.tiers_mode,
    transform_usage: null,
    trial_period_days,
    usage_type,
  };
}

export function buildSubscriptionItem(fields: ItemFields): SubscriptionItem {
  return {
    object: 'subscription_item',
    billing_thresholds: null,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: buildPlan(fields.price),
    quantity: 1,
    tax_rates: [],
    ...fields,
  };
}

type SubscriptionFields = RequiredFields<
  Subscription,
  'id' | 'created' | 'customer' | 'currency' | 'billing_cycle_anchor' | 'status' | 'test_clock'
> & { itemList: SubscriptionItem[] };

export function buildSubscription({ itemList, ...fields }: SubscriptionFields): Subscription {
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: itemList, has_more: false, url: `/v1/subscription_items?subscription=${fields.id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: fields.created,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice', billing_cycle_anchor: null } },
    trial_start: null,
    ...fields,
  };
}
