import { needs, open, ownOrBilling, type RouteCase, signedIn } from './expected-access.ts';

/** The routes of subscriptions and billing, in an app without Stripe's keys. */
export const billingMatrix: Record<string, RouteCase> = {
  'GET /api/subscriptions/plans': { expected: open(200) },
  'GET /api/complimentary-plans': { expected: signedIn(200) },
  'POST /api/subscriptions/create-checkout-session': {
    body: { planName: 'Pro', priceId: 'price_1', productName: 'GenMate', userId: 999 },
    expected: ownOrBilling(503),
  },
  'GET /api/subscriptions/checkout/:sessionId': {
    path: '/api/subscriptions/checkout/cs_live_1',
    expected: signedIn(503),
  },
  'GET /api/subscriptions/user/:userId': { path: '/api/subscriptions/user/999', expected: ownOrBilling(200) },
  'GET /api/subscriptions/user/:userId/product/:productId': {
    path: '/api/subscriptions/user/999/product/4',
    expected: ownOrBilling(200),
  },
  'GET /api/subscriptions/user/:userId/billing': {
    path: '/api/subscriptions/user/999/billing',
    expected: ownOrBilling(200),
  },
  'GET /api/subscriptions/invoice-links/:token': {
    path: '/api/subscriptions/invoice-links/forged',
    expected: open(404),
  },
  // A forged link leads to the account.
  'GET /api/subscriptions/pay/:token': { path: '/api/subscriptions/pay/forged', expected: open(303) },
  'POST /api/subscriptions/portal': { body: {}, expected: signedIn(503) },
  'POST /api/subscriptions/cancel/:subscriptionId': {
    path: '/api/subscriptions/cancel/sub_1',
    body: { userId: 999 },
    expected: ownOrBilling(404),
  },
  'POST /api/subscriptions/reactivate/:subscriptionId': {
    path: '/api/subscriptions/reactivate/sub_1',
    body: { userId: 999 },
    expected: ownOrBilling(404),
  },
  'POST /api/subscriptions/change-preview/:subscriptionId': {
    path: '/api/subscriptions/change-preview/sub_1',
    body: { userId: 999, planName: 'Pro' },
    expected: ownOrBilling(404),
  },
  'POST /api/subscriptions/change/:subscriptionId': {
    path: '/api/subscriptions/change/sub_1',
    body: { userId: 999, planName: 'Pro' },
    expected: ownOrBilling(404),
  },
  'POST /api/subscriptions/extend/:subscriptionId': {
    path: '/api/subscriptions/extend/sub_1',
    body: { userId: 999, days: 7 },
    expected: needs('billing.manage', 404),
  },
  'GET /api/subscriptions/coupons/:subscriptionId': {
    path: '/api/subscriptions/coupons/sub_1?userId=999',
    expected: needs('billing.manage', 404),
  },
  'POST /api/subscriptions/add-coupon/:subscriptionId': {
    path: '/api/subscriptions/add-coupon/sub_1',
    body: { userId: 999, couponId: 'free', coupon: null },
    expected: needs('billing.manage', 404),
  },
  'POST /api/subscriptions/remove-coupon/:subscriptionId': {
    path: '/api/subscriptions/remove-coupon/sub_1',
    body: { userId: 999, discountId: 'di_1' },
    expected: needs('billing.manage', 404),
  },
  'GET /api/admin/price-moves': { expected: needs('billing.manage', 200) },
  'POST /api/admin/price-moves': { body: {}, expected: needs('billing.manage', 400) },
  'GET /api/admin/price-moves/:id/members': {
    path: '/api/admin/price-moves/unknown/members',
    expected: needs('billing.manage', 404),
  },
  'POST /api/admin/price-moves/:id/cancel': {
    path: '/api/admin/price-moves/unknown/cancel',
    expected: needs('billing.manage', 404),
  },
  'GET /api/admin/tax-moves': { expected: needs('billing.manage', 200) },
  'POST /api/admin/tax-moves': { body: {}, expected: needs('billing.manage', 400) },
  'GET /api/admin/tax-moves/:id/members': {
    path: '/api/admin/tax-moves/unknown/members',
    expected: needs('billing.manage', 404),
  },
  'POST /api/subscriptions/switch-price/:subscriptionId': {
    path: '/api/subscriptions/switch-price/sub_1',
    body: { userId: 999 },
    expected: ownOrBilling(404),
  },
  'POST /api/subscriptions/cancel-change/:subscriptionId': {
    path: '/api/subscriptions/cancel-change/sub_1',
    body: { userId: 999 },
    expected: ownOrBilling(404),
  },
  'GET /api/admin/billing/stripe-check': { expected: needs('billing.read', 200) },
  'POST /api/admin/billing/stripe-check': { expected: needs('billing.read', 200) },
  'POST /api/admin/billing/stripe-check/events': { expected: needs('billing.manage', 503) },
  'POST /api/stripe/webhook': { body: {}, expected: open(503) },

  'GET /api/admin/billing/status': { expected: needs('billing.read', 200) },
  'GET /api/admin/billing/customers': {
    path: '/api/admin/billing/customers?email=no.one@example.com',
    expected: needs('billing.read', 404),
  },
  'GET /api/admin/billing/events': { expected: needs('billing.read', 200) },
  'GET /api/admin/billing/events/:id': {
    path: '/api/admin/billing/events/evt_1',
    expected: needs('billing.read', 404),
  },
  'POST /api/admin/billing/events/replay-failed': { expected: needs('billing.manage', 200) },
  'POST /api/admin/billing/events/:id/replay': {
    path: '/api/admin/billing/events/evt_1/replay',
    expected: needs('billing.manage', 404),
  },
  'GET /api/admin/billing/revenue': { expected: needs('billing.read', 200) },
  'GET /api/admin/billing/disputes': { expected: needs('billing.read', 200) },
  'POST /api/admin/billing/refunds/:id/settle': {
    path: '/api/admin/billing/refunds/re_1/settle',
    body: { is_settled: true },
    expected: needs('billing.manage', 404),
  },
  'GET /api/admin/billing/past-due': { expected: needs('billing.read', 200) },
  'GET /api/admin/billing/reconciliations': { expected: needs('billing.read', 200) },
  'POST /api/admin/billing/reconcile': { expected: needs('billing.manage', 503) },
  'POST /api/admin/billing/users/:userId/resync': {
    path: '/api/admin/billing/users/999/resync',
    expected: needs('billing.manage', 503),
  },
};
