import { createApp } from '#api/app.ts';
import { PurchaseRehearsals } from '#api/features/purchase-rehearsal/purchase-rehearsal.service.ts';
import { expect } from 'vitest';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';
import { CREW, findSoldProductId, SOLO } from '../../support/payments/tideworks.ts';

const BASE = '/api/admin/billing';
const MONTH = `${BASE}/months/2026-01`;

/** A subscriber whose rows are wrong in a field that no one is told about. */
async function createOutdatedSubscriber({ test }: AuditSite<PaymentApp>): Promise<number> {
  const user = await createSubscriber(test);
  const id = await user.subscribe(CREW);
  await test.db.client.execute({
    sql: 'UPDATE subscriptions SET price_id = ? WHERE stripe_subscription_id = ?',
    args: ['price_old', id],
  });
  return user.id;
}

const insertFailedEvent = ({ test }: AuditSite<PaymentApp>) =>
  test.db.client.execute(`INSERT INTO stripe_events
    (id, type, payload, status, attempts, next_attempt_at, created_at, received_at)
    VALUES ('evt_1', 'product.created', '{}', 'failed', 3, 0, 0, 0)`);

const insertFailedRefund = ({ test }: AuditSite<PaymentApp>, userId: number) =>
  test.db.client.execute({
    sql: `INSERT INTO refunds (stripe_refund_id, stripe_invoice_id, amount, currency, status, created_at)
      SELECT 're_1', stripe_invoice_id, amount_paid, currency, 'failed', created_at FROM invoices WHERE user_id = ?`,
    args: [userId],
  });

/** The address of a plan whose draft has another amount than it is sold for. */
async function editPaidPlan({ admin }: AuditSite<PaymentApp>): Promise<string> {
  const plans = (await admin.call('GET', '/api/admin/plans')).body.plans as { id: number; name: string }[];
  const path = `/api/admin/plans/${plans.find(({ name }) => name === SOLO)?.id}`;
  const { fields, version, base_revision } = (await admin.call('GET', `${path}/draft`)).body.live_draft;
  const draft = { fields: { ...fields, price_month: 12 }, content: '', client_id: 'client-of-plan' };
  await admin.call('PUT', `${path}/draft`, { ...draft, version, base_revision });
  return path;
}

export const NEW_COUPON = {
  couponId: null,
  coupon: { name: 'Thanks', percentOff: 10, amountOff: null, duration: 'once', months: null },
};

const withSubscription =
  (act: string, body: object): AuditedRoute<PaymentApp>['prepare'] =>
  async ({ test }) => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    return { path: `/api/subscriptions/${act}/${id}`, body: { userId: user.id, ...body } };
  };

async function addCoupon({ test, admin }: AuditSite<PaymentApp>) {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await admin.call('POST', `/api/subscriptions/add-coupon/${id}`, { userId: user.id, ...NEW_COUPON });
  const { body } = await admin.call('GET', `/api/subscriptions/coupons/${id}?userId=${user.id}`);
  return {
    path: `/api/subscriptions/remove-coupon/${id}`,
    body: { userId: user.id, discountId: body.discounts[0].id },
  };
}

/** What moves a subscriber of an earlier price. */
export async function preparePriceMove({ test, admin }: AuditSite<PaymentApp>) {
  const user = await createSubscriber(test);
  await user.subscribe(SOLO);
  await test.db.client.execute("UPDATE subscriptions SET price_id = 'price_old'");
  const { body } = await admin.call('GET', '/api/admin/price-moves');
  const effectiveFrom = new Date(test.clock.now() + 30 * 24 * 60 * 60 * 1000).toISOString();
  return { body: { plan: body.plans[0].key, priceIds: ['price_old'], effectiveFrom, message: '' } };
}

/** Moves a subscriber of an earlier tax rate: one who was charged 20 % while the site charges none. */
export async function prepareTaxMove({ test, admin }: AuditSite<PaymentApp>) {
  const user = await createSubscriber(test);
  await user.subscribe(SOLO);
  const rates = [{ name: 'VAT', percent: 20, country: null, isInclusive: true }];
  const tax = JSON.stringify({ isAutomatic: false, isOwn: false, isInclusive: null, rates, nextRates: null });
  await test.db.client.execute({ sql: 'UPDATE subscriptions SET tax = ?', args: [tax] });
  const { body } = await admin.call('GET', '/api/admin/tax-moves');
  const [product] = body.products;
  return { body: { productId: product.product_id, rates: [product.rates[0].key] } };
}

const PROMOTION_CODE = {
  code: 'AUTUMN',
  percent_off: 20,
  amount_off: null,
  duration: 'once',
  months: null,
  plans: null,
  max_redemptions: null,
  last_day: null,
  idempotency_key: 'key-of-the-audited-code',
};
const NEW_CODE: Parameters<PaymentApp['payments']['createPromotionCode']>[0] = {
  code: 'WINTER',
  percentOff: 20,
  amountOff: null,
  currency: null,
  duration: 'once',
  durationMonths: null,
  productIds: null,
  maxRedemptions: null,
  expiresAt: null,
};

/** The routes that need Stripe. */
export const auditedBillingRoutes: Record<string, AuditedRoute<PaymentApp>> = {
  'POST /api/admin/plans/:id/price': {
    action: 'catalogue.price_chosen',
    prepare: async (site) => ({
      path: `${await editPaidPlan(site)}/price`,
      body: { interval: 'month' },
    }),
    after: { name: SOLO },
  },
  'POST /api/admin/promotion-codes': {
    action: 'promotion_code.created',
    isAtStripe: true,
    prepare: async () => ({ path: '/api/admin/promotion-codes', body: PROMOTION_CODE }),
    after: { code: 'AUTUMN' },
  },
  'POST /api/admin/promotion-codes/:id/deactivate': {
    action: 'promotion_code.deactivated',
    isAtStripe: true,
    prepare: async ({ test }) => {
      const code = await test.payments.createPromotionCode(NEW_CODE, 'code-to-deactivate');
      return { path: `/api/admin/promotion-codes/${code.id}/deactivate` };
    },
    after: { code: 'WINTER' },
  },
  'PUT /api/admin/plans/:id/price': {
    action: 'catalogue.price_chosen',
    prepare: async (site) => {
      const price = await site.test.control.dashboard.createPrice({
        product: findSoldProductId(site.test, SOLO),
        unit_amount: 1_200,
        currency: 'nzd',
        recurring: { interval: 'month' },
      });
      return { path: `${await editPaidPlan(site)}/price`, body: { interval: 'month', price_id: price.id } };
    },
    after: { name: SOLO, price: expect.stringMatching(/^price_/) },
  },
  'POST /api/admin/purchase-rehearsal': {
    action: 'purchase_rehearsal.started',
    prepare: async ({ test: { deps, directory } }) => {
      // Without payments a rehearsal ends before its first purchase.
      deps.purchaseRehearsals = new PurchaseRehearsals({
        deps: { ...deps, payments: null },
        createApp,
        fetchPage: () => Promise.reject(new Error('No page is read.')),
        directory,
      });
      return {};
    },
  },
  'POST /api/admin/billing/events/replay-failed': {
    action: 'billing.event_replayed',
    prepare: async (site) => {
      await insertFailedEvent(site);
      return {};
    },
  },
  'POST /api/admin/billing/events/:id/replay': {
    action: 'billing.event_replayed',
    prepare: async (site) => {
      await insertFailedEvent(site);
      return { path: `${BASE}/events/evt_1/replay` };
    },
    before: { status: 'failed', attempts: 3 },
    after: { status: 'received', attempts: 0 },
  },
  'POST /api/admin/billing/stripe-check/events': {
    action: 'billing.webhook_events_added',
    isAtStripe: true,
    prepare: async ({ test }) => {
      const [endpoint] = (await test.stripe.webhookEndpoints.list()).data;
      await test.stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'] });
      return {};
    },
  },
  'POST /api/admin/billing/refunds/:id/settle': {
    action: 'billing.refund_settled',
    body: { is_settled: true },
    prepare: async (site) => {
      const user = await createSubscriber(site.test);
      await user.subscribe(CREW);
      await insertFailedRefund(site, user.id);
      return { path: `${BASE}/refunds/re_1/settle` };
    },
    before: { settled: false },
    after: { settled: true },
  },
  'POST /api/admin/users/:id/payments/:invoiceId/refund': {
    action: 'payment.refund_requested',
    outcome: 'payment.refunded',
    prepare: async ({ test, admin }) => {
      const user = await createSubscriber(test);
      await user.subscribe(SOLO);
      const { body } = await admin.call('GET', `/api/admin/users/${user.id}/payments`);
      return {
        path: `/api/admin/users/${user.id}/payments/${body.data.payments[0].id}/refund`,
        body: { amount: 400, refundedBefore: 0, reason: 'other', idempotencyKey: 'a-key-of-a-refund' },
      };
    },
  },
  'POST /api/admin/tax-moves': { action: 'tax_move.started', prepare: prepareTaxMove },
  'POST /api/admin/price-moves': { action: 'price_move.started', prepare: preparePriceMove },
  'POST /api/admin/price-moves/:id/cancel': {
    action: 'price_move.cancelled',
    prepare: async (site) => {
      await site.admin.call('POST', '/api/admin/price-moves', (await preparePriceMove(site)).body);
      const { body } = await site.admin.call('GET', '/api/admin/price-moves');
      return { path: `/api/admin/price-moves/${body.moves[0].id}/cancel` };
    },
  },
  'POST /api/subscriptions/extend/:subscriptionId': {
    action: 'billing.subscription_changed',
    prepare: withSubscription('extend', { days: 7 }),
  },
  'POST /api/subscriptions/add-coupon/:subscriptionId': {
    action: 'billing.subscription_changed',
    prepare: withSubscription('add-coupon', NEW_COUPON),
  },
  'POST /api/subscriptions/remove-coupon/:subscriptionId': {
    action: 'billing.subscription_changed',
    prepare: addCoupon,
  },
  'POST /api/admin/billing/months/:month/check': {
    action: 'billing.reconciled',
    body: { repair: true },
    prepare: async () => ({ path: `${MONTH}/check` }),
  },
  'POST /api/admin/billing/months/:month/close': {
    action: 'billing.month_closed',
    prepare: async ({ admin }) => {
      await admin.call('POST', `${MONTH}/check`, {});
      await expect.poll(async () => (await admin.call('GET', MONTH)).body.check.finished_at).not.toBeNull();
      return { path: `${MONTH}/close` };
    },
  },
  'POST /api/admin/billing/months/:month/reopen': {
    action: 'billing.month_reopened',
    body: { reason: 'A wrong country.' },
    prepare: async ({ test }) => {
      await test.db.client.execute(`INSERT INTO closed_months
        (month, time_zone, figures, digest, closed_at, closed_by, closed_by_name)
        VALUES ('2026-01', 'Pacific/Auckland', '{"currencies":[],"rates":[],"oss":[],"subscriptions":
          {"at_start":0,"started":0,"ended":0,"at_end":0,"churn":null,"reasons":[]}}', 'ab', 0, 1, 'Mere')`);
      return { path: `${MONTH}/reopen` };
    },
  },
  'POST /api/admin/billing/reconcile': { action: 'billing.reconciled' },
  'POST /api/admin/billing/users/:userId/resync': {
    action: 'billing.user_resynced',
    prepare: async (site) => ({ path: `${BASE}/users/${await createOutdatedSubscriber(site)}/resync` }),
  },
};
