import type { RequiredFields, Schedule, SchedulePhase } from './stored.ts';

const INVOICE_SETTINGS = {
  account_tax_ids: null,
  custom_fields: null,
  days_until_due: null,
  description: null,
  footer: null,
  issuer: { type: 'self' as const },
};

export function buildSchedulePhase(
  fields: RequiredFields<SchedulePhase, 'currency' | 'items' | 'start_date' | 'end_date'>,
): SchedulePhase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: null,
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'create_prorations',
    transfer_data: null,
    trial_end: null,
    ...fields,
  };
}

export const toPhaseDiscounts = (ids: readonly string[]): SchedulePhase['discounts'] =>
  ids.map((discount) => ({ coupon: null, discount, promotion_code: null }));

export function buildPhaseItem(price: string, quantity: number): SchedulePhase['items'][number] {
  return {
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    plan: price,
    price,
    quantity,
    tax_rates: [],
  };
}

export function buildSchedule(
  fields: RequiredFields<Schedule, 'id' | 'created' | 'customer' | 'phases' | 'status' | 'test_clock'>,
): Schedule {
  return {
    object: 'subscription_schedule',
    application: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    canceled_at: null,
    completed_at: null,
    current_phase: null,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: INVOICE_SETTINGS,
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    released_at: null,
    released_subscription: null,
    subscription: null,
    ...fields,
  };
}
