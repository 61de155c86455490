import type {
  BillingDetailsJson,
  ChangePreviewJson,
  InvoiceJson,
  PlanJson,
  SubscriptionJson,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import { findPlan, getPlans } from '#api/domain/catalogue.ts';
import type { IslandSite } from '../../support/islands/island-site.tsx';

export const PATH = '/api/subscriptions';

/** What a plan of the catalogue costs. */
const createPrice = (planName: string): NonNullable<SubscriptionJson['price']> => ({
  unit_amount: (findPlan(planName)?.prices[0]?.amount ?? 0) * 100,
  currency: 'usd',
  quantity: 1,
  interval: 'month',
  interval_count: 1,
  discounts: [],
});

export const createSubscription = (values: Partial<SubscriptionJson> = {}): SubscriptionJson => ({
  id: 1,
  stripe_subscription_id: 'sub_1',
  product_id: 4,
  product_name: 'GenMate',
  plan_name: 'Creator',
  status: 'active',
  price: createPrice(values.plan_name ?? 'Creator'),
  next_payment: {
    amount: createPrice(values.pending_plan_name ?? values.plan_name ?? 'Creator').unit_amount,
    currency: 'usd',
  },
  coming_payments: [],
  lower_price: null,
  ended_at: null,
  is_ended_unpaid: false,
  current_period_start: '2026-11-14T02:00:00.000Z',
  current_period_end: '2026-12-14T02:00:00.000Z',
  cancel_at_period_end: false,
  trial_end: null,
  pending_plan_name: null,
  pending_at: null,
  pending: null,
  unpaid_upgrade_url: null,
  created_at: '2026-01-14T02:00:00.000Z',
  ...values,
});

export const PENDING_DOWNGRADE = {
  plan_name: 'Pro',
  pending_plan_name: 'Creator',
  pending_at: '2026-12-14T02:00:00.000Z',
  pending: { plan_name: 'Creator', interval: 'month', quantity: 1, at: '2026-12-14T02:00:00.000Z' },
} as const;

export const TAXMATE = { id: 2, product_id: 1, product_name: 'TaxMate', plan_name: 'TaxMate' } as const;

export const CARD = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029 } as const;

export const createBilling = (values: Partial<BillingDetailsJson> = {}): BillingDetailsJson => ({
  is_configured: true,
  is_sandbox: false,
  card: CARD,
  is_card_unknown: false,
  credits: [],
  invoices: [],
  past_due: null,
  ...values,
});

export const createInvoice = (values: Partial<InvoiceJson> = {}): InvoiceJson => ({
  id: 'in_1',
  number: 'MW-2026-1184',
  status: 'paid',
  is_refunded: false,
  product_name: 'GenMate',
  plan_name: 'Creator',
  total: 1000,
  amount_paid: 1000,
  amount_refunded: 0,
  has_failed_refund: false,
  is_disputed: false,
  currency: 'usd',
  created_at: '2026-11-14T02:00:00.000Z',
  invoice_url: 'https://pay.example/invoice',
  receipt_url: 'https://pay.example/receipt',
  ...values,
});

export const PAST_DUE = {
  product_name: 'GenMate',
  plan_name: 'Creator',
  amount: 1000,
  currency: 'usd',
  failed_at: '2026-11-14T02:00:00.000Z',
  next_attempt_at: '2026-11-26T02:00:00.000Z',
  pay_url: 'https://pay.example/pay',
};

const line = { period_start: '2026-11-24T02:00:00.000Z', period_end: '2026-12-14T02:00:00.000Z' };

/** Creator to Pro after ten of thirty days. */
export const UPGRADE: ChangePreviewJson = {
  plan_name: 'Pro',
  interval: 'month',
  quantity: 1,
  when: 'now',
  direction: 'upgrade',
  effective_at: '2026-11-24T02:00:00.000Z',
  due_now: 1333,
  discount: 0,
  tax_added: 0,
  tax_included: 0,
  credit_left: 0,
  lines: [
    { ...line, description: 'Unused time on Creator after 24 Nov 2026', amount: -667 },
    { ...line, description: 'Remaining time on Pro after 24 Nov 2026', amount: 2000 },
  ],
  next_payment: 3000,
  next_payment_at: '2026-12-14T02:00:00.000Z',
  coming_payments: [{ at: '2026-12-14T02:00:00.000Z', amount: 3000, repeats: true }],
  currency: 'usd',
  proration_date: 1_795_500_000,
};

export const DOWNGRADE: ChangePreviewJson = {
  ...UPGRADE,
  plan_name: 'Creator',
  when: 'period_end',
  direction: 'downgrade',
  effective_at: '2026-12-14T02:00:00.000Z',
  due_now: 0,
  lines: [],
  next_payment: 1000,
};

export const PLANS: PlanJson[] = getPlans().map((plan) => {
  const { planName, productName, productId, badge, features } = plan;
  const prices = plan.prices.map(({ interval, amount }) => ({
    interval,
    price: amount,
    priceId: `price_${planName}`,
    obstacle: null,
  }));
  return {
    planName,
    productName,
    productId,
    priceId: prices[0]?.priceId ?? null,
    price: prices[0]?.price ?? 0,
    prices,
    currency: 'USD',
    interval: 'month',
    trial_days: 0,
    sells_seats: false,
    features: [...features],
    badge,
    is_sandbox: false,
  };
});

/** Signs a user in, and gives the screen these responses. */
export async function signInWith(
  site: IslandSite,
  subscriptions: SubscriptionJson[],
  billing: BillingDetailsJson = createBilling(),
) {
  const user = await site.signIn();
  site.network.intercept('GET', `${PATH}/user/${user.id}`, () => Response.json({ subscriptions }));
  site.network.intercept('GET', `${PATH}/user/${user.id}/billing`, () => Response.json(billing));
  return user;
}

/** The bodies that were sent to a path, as objects. */
export const listBodies = (site: IslandSite, path: string) =>
  site.network.calls.filter((call) => call.path === path && call.method === 'POST').map(({ body }) => JSON.parse(body));
