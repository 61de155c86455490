import type { SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type {
  AdminUserJson,
  TimelineEntryJson,
  UserDetailJson,
  UserPaymentsJson,
  UserSessionsJson,
} from '#api/features/users/users.contract.ts';

/** The clock of these tests is a little later. */
const NOW = '2026-11-22T10:00:00.000Z';

const CREATOR_PRICE: SubscriptionSummaryJson['price'] = {
  unit_amount: 1000,
  currency: 'usd',
  quantity: 1,
  interval: 'month',
  interval_count: 1,
  discounts: [],
};

export const createSubscription = (values: Partial<SubscriptionSummaryJson> = {}): SubscriptionSummaryJson => ({
  id: 1,
  stripe_subscription_id: 'sub_1',
  product_id: 4,
  product_name: 'GenMate',
  plan_name: 'Creator',
  status: 'active',
  price: CREATOR_PRICE,
  ended_at: null,
  current_period_start: '2026-11-14T00:00:00.000Z',
  current_period_end: '2026-12-14T00:00:00.000Z',
  cancel_at_period_end: false,
  trial_end: null,
  pending_plan_name: null,
  created_at: '2026-04-14T00:00:00.000Z',
  ...values,
});

export const createAdminUser = (values: Partial<AdminUserJson> = {}): AdminUserJson => ({
  id: 412,
  first_name: 'Henrik',
  last_name: 'Dahl',
  email: 'henrik.dahl@example.com',
  role: 'user',
  auth_provider: 'email',
  email_verified: true,
  profile_photo: null,
  created_at: '2026-03-12T05:20:00.000Z',
  is_blacklisted: false,
  blacklisted_reason: null,
  blacklisted_until: null,
  last_login_at: null,
  blacklisted_scopes: [],
  updated_at: '2026-11-20T10:00:00.000Z',
  total_logins: 41,
  subscriptions: [],
  deletion: null,
  ...values,
});

const ALLOWED = { allowed: true, reason: null };

export const createUserDetail = (values: Partial<UserDetailJson> = {}): UserDetailJson => ({
  ...createAdminUser(),
  taxmate_program: 'Normal',
  paid_total: 11_000,
  paid_currency: 'usd',
  paid_other: [],
  credits: [],
  live_devices: 2,
  stripe_customer: null,
  blacklisting: null,
  related_blacklistings: [],
  complimentary_plans: [],
  can: { change_contact: ALLOWED, change_role: ALLOWED, blacklist: ALLOWED, delete: ALLOWED },
  ...values,
});

export const createPayment = (
  values: Partial<UserPaymentsJson['payments'][number]> = {},
): UserPaymentsJson['payments'][number] => ({
  id: 'in_1',
  product_name: 'GenMate',
  plan_name: 'Creator',
  status: 'paid',
  status_display: 'Paid',
  current_period_start: '2026-11-14T00:00:00.000Z',
  current_period_end: '2026-12-14T00:00:00.000Z',
  created_at: '2026-11-14T00:00:00.000Z',
  amount: 1_000,
  amount_refunded: 0,
  refundable: 1_000,
  refund_obstacle: null,
  credited_by: null,
  has_failed_refund: false,
  is_disputed: false,
  currency: 'usd',
  invoice_number: 'A-0001',
  paid_at: '2026-11-14T00:00:00.000Z',
  next_attempt_at: null,
  invoice_url: 'https://pay.example/invoice',
  receipt_url: 'https://pay.example/receipt',
  ...values,
});

export const createDevice = (
  values: Partial<UserSessionsJson['devices'][number]> = {},
): UserSessionsJson['devices'][number] => ({
  id: 's1',
  ip: '203.0.113.5',
  audience: null,
  current: false,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  created_at: '2026-11-02T00:00:00.000Z',
  last_used_at: '2026-11-22T07:00:00.000Z',
  ...values,
});

type EntryValues = Partial<Omit<TimelineEntryJson, 'values'>> & { values?: Partial<TimelineEntryJson['values']> };

export const createEntry = ({ values, ...entry }: EntryValues = {}): TimelineEntryJson => ({
  id: 'audit:1',
  kind: 'sign_in',
  action: 'auth.signed_in',
  at: NOW,
  actor: null,
  ...entry,
  values: {
    detail: null,
    before: null,
    after: null,
    reason: null,
    until: null,
    email_id: null,
    email_kind: null,
    last_error: null,
    amount: null,
    currency: null,
    invoice_number: null,
    invoice_url: null,
    product_name: null,
    plan_name: null,
    ...values,
  },
});
