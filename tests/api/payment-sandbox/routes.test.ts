import pino from 'pino';
import { expect, it } from 'vitest';
import { keyPermissions } from '#api/adapters/stripe/key-permissions.ts';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { routes } from '#api/payment-sandbox/route-table.ts';
import { listKeyPermissions } from '../../support/payments/key-permissions.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { toMonthlyPrices } from '../../support/payments/price-ids.ts';

/** Of the port, what asks nothing at Stripe. */
const LOCAL = new Set(['findPlanKey', 'findPriceId', 'getCustomerUrl', 'listPriceIds', 'readWebhook', 'watchRefusals']);
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR = 3600;

/** Who calls each route that the sandbox serves: methods of the port, in the order of `live` and `checkSetUp`. */
const CALLERS = {
  'GET /v1/account': 'connect',
  'GET /v1/billing_portal/configurations': 'createPortalSession, checkPortal',
  'POST /v1/billing_portal/configurations': 'createPortalSession',
  'POST /v1/billing_portal/sessions': 'createPortalSession, listMissingPermissions',
  'GET /v1/charges': 'getInvoice, listInvoices, listAllInvoices, refundInvoice, payWithNewCard, listMissingPermissions',
  'GET /v1/charges/:id': 'findInvoicesOfPayment',
  'POST /v1/checkout/sessions': 'createCheckoutSession',
  'GET /v1/checkout/sessions/:id': 'getCheckoutSession, expireCheckoutSession',
  'POST /v1/checkout/sessions/:id/expire': 'expireCheckoutSession, listMissingPermissions',
  'GET /v1/coupons': 'listCoupons, listMissingPermissions',
  'POST /v1/coupons': 'createPromotionCode, createCoupon',
  'POST /v1/coupons/:id': 'listMissingPermissions',
  'POST /v1/customers': 'createCustomer',
  'DELETE /v1/customers/:id': 'deleteCustomer',
  'GET /v1/customers/:id': 'hasCustomer',
  'POST /v1/customers/:id': 'updateCustomer, listMissingPermissions',
  'GET /v1/credit_notes': 'getInvoice, listInvoices, listAllInvoices, listReversedInvoices, listMissingPermissions',
  'GET /v1/disputes': 'getInvoice, listInvoices, listAllInvoices, listReversedInvoices',
  'GET /v1/disputes/:id': 'findInvoicesOfPayment, listMissingPermissions',
  'GET /v1/events': 'listEvents, listMissingPermissions, listUndelivered',
  'GET /v1/invoice_payments': 'findInvoicesOfPayment, listReversedInvoices',
  'GET /v1/invoices': 'listInvoices, listAllInvoices, payWithNewCard, voidOpenInvoices',
  'GET /v1/invoices/:id': 'getInvoice, refundInvoice, keepPayingCard',
  'POST /v1/invoices/:id': 'listMissingPermissions',
  'POST /v1/invoices/:id/pay': 'payWithNewCard',
  'POST /v1/invoices/:id/void': 'voidOpenInvoices',
  'POST /v1/invoices/create_preview': 'previewChange',
  'GET /v1/payment_intents/:id': 'payWithNewCard, keepPayingCard, listMissingPermissions',
  'GET /v1/payment_methods/:id': 'listMissingPermissions',
  'GET /v1/prices': 'listMissingPermissions',
  'GET /v1/prices/:id': 'previewChange, scheduleChange, changeNow, findPrice',
  'POST /v1/prices': 'createPrice',
  'GET /v1/products': 'listMissingPermissions',
  'POST /v1/prices/:id': 'listMissingPermissions, archivePrice',
  'POST /v1/products/:id': 'listMissingPermissions, renameProduct, touchProduct',
  'GET /v1/promotion_codes': 'hasPromotionCodes, listPromotionCodes, listMissingPermissions',
  'POST /v1/promotion_codes': 'createPromotionCode',
  'POST /v1/promotion_codes/:id': 'deactivatePromotionCode, listMissingPermissions',
  'GET /v1/refunds': 'refundInvoice, listReversedInvoices',
  'POST /v1/refunds': 'refundInvoice, listMissingPermissions',
  'GET /v1/refunds/:id': 'findInvoicesOfPayment',
  'POST /v1/subscription_schedules': 'scheduleChange',
  'GET /v1/subscription_schedules/:id': 'setTaxRate',
  'POST /v1/subscription_schedules/:id': 'scheduleChange, setTaxRate',
  'POST /v1/subscription_schedules/:id/release': 'releaseSchedule',
  'GET /v1/subscriptions': 'listSubscriptions, listAllSubscriptions',
  'DELETE /v1/subscriptions/:id': 'cancelNow',
  'GET /v1/subscriptions/:id':
    'getCard, previewChange, scheduleChange, setTaxRate, releaseSchedule, changeNow, setCancelAtPeriodEnd, listDiscounts, getSubscription, payWithNewCard, keepPayingCard, extendUntil',
  'POST /v1/subscriptions/:id':
    'setTaxRate, changeNow, setCancelAtPeriodEnd, setDiscounts, payWithNewCard, extendUntil, listMissingPermissions',
  'GET /v1/tax_rates': 'createCheckoutSession, setTaxRate, listMissingPermissions',
  'POST /v1/tax_rates': 'createCheckoutSession, setTaxRate',
  'GET /v1/tax_rates/:id': 'getInvoice',
  'POST /v1/tax_rates/:id': 'listMissingPermissions',
  'GET /v1/webhook_endpoints': 'listMissingPermissions, listEndpoints',
  'GET /v1/webhook_endpoints/:id': 'addEndpointEvents',
  'POST /v1/webhook_endpoints/:id': 'listMissingPermissions, addEndpointEvents',
};

/** Routes that the adapter does not call: tests do, and the comparison with a Stripe account (`stripe:check --deep`). */
const BEYOND_THE_ADAPTER = [
  'DELETE /v1/coupons/:id',
  'GET /v1/coupons/:id',
  'GET /v1/customers/:id/tax_ids',
  'GET /v1/products/:id',
  'GET /v1/promotion_codes/:id',
  'POST /v1/customers/:id/tax_ids',
  'POST /v1/products',
  'POST /v1/subscriptions',
];

const RESTRICTED = 'rk_test_restricted';
/** The name of the account needs a permission that a restricted key of ours doesn’t have. */
const UNPERMITTED = 'GET /v1/account';

/** The adapter over a sandbox, with a key that has the permissions of the adapter's table and no others. `callers`: by route that was called, the methods of the port that called it. */
async function start() {
  const callers: Record<string, string[]> = {};
  const called = new Set<string>();
  let caller = '';
  const record = (line: string) => {
    const { method, route, status } = JSON.parse(line);
    expect(status, `${caller} calls ${method} ${route}`).not.toBe(500);
    if (`${method} ${route}` !== UNPERMITTED) expect(status, `${caller} calls ${method} ${route}`).not.toBe(403);
    callers[`${method} ${route}`] = [...new Set([...(callers[`${method} ${route}`] ?? []), caller])];
  };
  const log = pino({ level: 'debug' }, { write: record });
  const { sandbox, control } = await startTestSandbox({ log });
  control.restrictKey(RESTRICTED, listKeyPermissions());
  const payments = createStripePayments({
    secretKey: RESTRICTED,
    apiBase: sandbox.url,
    webhookSecrets: [],
    priceIds: { Creator: toMonthlyPrices('price_creator'), Pro: toMonthlyPrices('price_pro') },
    sandboxUrl: sandbox.url,
    now: Date.now,
  });
  /** Notes each call of a method before it is made. */
  const watch = <T extends object>(object: T): T =>
    new Proxy(object, {
      get: (target, name: string) => {
        const value = target[name as keyof T];
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          caller = name;
          called.add(name);
          return value.apply(target, args);
        };
      },
    });
  return { control, payments: watch(payments), setup: watch(payments.setup), callers, called };
}

type Started = Awaited<ReturnType<typeof start>>;

/** A plan bought by a new customer. */
async function buy({ payments, control }: Started, key: string) {
  const { id: customerId } = await payments.createCustomer({ userId: 1, email: 'ada@example.com', name: 'Ada' }, key);
  const session = await payments.createCheckoutSession(
    {
      userId: 1,
      customerId,
      priceId: 'price_creator',
      quantity: 1,
      trialDays: 0,
      takesPromotionCodes: false,
      productId: 4,
      planKey: 'Creator',
      successUrl: 'http://localhost/success',
      cancelUrl: 'http://localhost/plans',
      tax: {
        isAutomatic: false,
        asksTaxNumber: false,
        rate: { name: 'USt.', percent: 20, country: 'AT', isInclusive: true },
      },
    },
    `${key}-session`,
  );
  await payments.createCheckoutSession(
    {
      userId: 1,
      customerId,
      priceId: 'price_creator',
      quantity: 1,
      trialDays: 0,
      takesPromotionCodes: false,
      productId: 4,
      planKey: 'Creator',
      successUrl: 'http://localhost/success',
      cancelUrl: 'http://localhost/plans',
      tax: { isAutomatic: true, asksTaxNumber: true, rate: null },
    },
    `${key}-with-stripe-tax`,
  );
  await control.pay(session.id, { card: '4000000000000259', billing: { address: { country: 'AT' } } });
  const { subscriptionId, invoiceId } = await payments.getCheckoutSession(session.id);
  return { customerId, sessionId: session.id, subscriptionId: subscriptionId ?? '', invoiceId: invoiceId ?? '' };
}

const drain = async (items: AsyncIterable<unknown>): Promise<void> => {
  for await (const _item of items);
};

const AUTUMN = {
  code: 'AUTUMN',
  percentOff: null,
  amountOff: 250,
  currency: 'usd',
  duration: 'repeating',
  durationMonths: 3,
  productIds: ['prod_pro'],
  maxRedemptions: 100,
  expiresAt: Date.parse('2099-01-01T00:00:00Z'),
} as const;

/** One life of a customer, in which every method of the port is called. */
async function live(started: Started): Promise<void> {
  const { payments, control } = started;
  const { customerId, sessionId, subscriptionId, invoiceId } = await buy(started, 'first');
  const code = await payments.createPromotionCode(AUTUMN, 'code');
  expect(await payments.hasPromotionCodes()).toBe(true);
  expect(await payments.listPromotionCodes()).toEqual([code]);
  expect(code).toMatchObject({ ...AUTUMN, isActive: true, timesRedeemed: 0 });
  expect(await payments.deactivatePromotionCode(code.id)).toEqual({ ...code, isActive: false });
  await payments.expireCheckoutSession(sessionId);
  await payments.updateCustomer(customerId, { email: 'grace@example.com', name: 'Grace' });
  await payments.hasCustomer(customerId);
  await payments.getCard(customerId, subscriptionId);
  await payments.listSubscriptions(customerId);
  await drain(payments.listAllSubscriptions());
  const change = { subscriptionId, priceId: 'price_pro', prorationAt: null };
  await payments.previewChange(change);
  await payments.scheduleChange(change, 'schedule');
  const rate = { name: 'VAT', percent: 25, country: null, isInclusive: true };
  expect((await payments.setTaxRate(subscriptionId, rate, 'rate')).tax.nextRates).toMatchObject([{ percent: 25 }]);
  await payments.releaseSchedule(subscriptionId);
  expect((await payments.setTaxRate(subscriptionId, null, 'no-rate')).tax.rates).toEqual([]);
  await payments.changeNow(change, 'change');
  await payments.setCancelAtPeriodEnd(subscriptionId, true, { feedback: 'unused', comment: 'Bye' });
  await payments.setCancelAtPeriodEnd(subscriptionId, false);
  const coupon = await payments.createCoupon(
    { name: 'Sorry', percentOff: 10, amountOff: null, currency: null, duration: 'once', months: null },
    'coupon',
  );
  expect(await payments.listCoupons()).toContainEqual(coupon);
  await payments.setDiscounts(subscriptionId, [{ couponId: coupon.id }], 'discounts');
  expect(await payments.listDiscounts(subscriptionId)).toMatchObject([{ coupon }]);
  await payments.setDiscounts(subscriptionId, [], 'no-discounts');
  await control.dashboard.createCreditNote({ invoice: invoiceId, amount: 50 });
  await payments.getInvoice(invoiceId);
  await payments.listInvoices(customerId);
  await drain(payments.listAllInvoices(0));
  await payments.refundInvoice(invoiceId, { amount: 100, reason: 'duplicate', refundedBefore: 0 }, 'refund');
  const [charge, refund, dispute] = [control.list('charge')[0], control.list('refund')[0], control.list('dispute')[0]];
  for (const [kind, object] of Object.entries({ charge, refund, dispute })) {
    const found = await payments.findInvoicesOfPayment(kind as 'charge', object?.id ?? '');
    expect(found, kind).toEqual([{ id: invoiceId }]);
  }
  const now = control.now() * 1000;
  expect(await payments.listReversedInvoices({ since: now - DAY_MS, until: now + DAY_MS })).toContainEqual({
    id: invoiceId,
  });
  expect(await payments.listReversedInvoices({ since: now + DAY_MS, until: now + 2 * DAY_MS })).toEqual([]);
  await payments.createPortalSession({ customerId, returnUrl: 'http://localhost/', flow: 'payment_method' });
  await drain(payments.listEvents(0));

  await control.dashboard.replaceCard(customerId, '4000000000000341');
  const { currentPeriodEnd } = await payments.getSubscription(subscriptionId);
  await control.advanceTo(currentPeriodEnd / 1000 + HOUR);
  await control.dashboard.replaceCard(customerId, '4242424242424242');
  const paid = await payments.payWithNewCard(subscriptionId);
  expect(paid).not.toBeNull();
  await payments.keepPayingCard(subscriptionId, paid ?? '');
  await control.dashboard.replaceCard(customerId, '4000000000000341');
  const renewed = await payments.getSubscription(subscriptionId);
  await control.advanceTo(renewed.currentPeriodEnd / 1000 + HOUR);
  await payments.voidOpenInvoices(subscriptionId);
  await payments.extendUntil(subscriptionId, (control.now() + 86_400) * 1000, 'extension');
  await payments.cancelNow(subscriptionId);
  await payments.deleteCustomer(customerId);
}

/** What the check of the account asks. */
async function checkSetUp({ control, setup }: Started): Promise<void> {
  await setup.connect();
  expect(await setup.listMissingPermissions()).toEqual([]);
  await setup.findPrice('price_pro');
  const { id: priceId, productId } = await setup.createPrice(
    {
      planKey: 'Crew',
      name: 'GenMate Crew',
      productId: null,
      amount: 149_00,
      currency: 'NOK',
      interval: 'year',
      taxBehavior: 'inclusive',
    },
    'price',
  );
  await setup.renameProduct(productId ?? '', 'GenMate Team');
  await setup.touchProduct(productId ?? '', control.now() * 1000);
  await setup.archivePrice(priceId);
  const { id } = await control.dashboard.createEndpoint({ url: 'http://127.0.0.1:1/', enabled_events: [] });
  await setup.listEndpoints();
  await setup.addEndpointEvents(id, ['invoice.paid']);
  await setup.listUndelivered(0);
  await setup.checkPortal();
}

const listMethods = (object: object): string[] =>
  Object.entries(object).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));

it('The sandbox serves the routes that the adapter or the comparison with Stripe calls, and no other', async () => {
  const started = await start();
  await live(started);
  await checkSetUp(started);
  const methods = [...listMethods(started.payments), ...listMethods(started.setup)];
  expect(methods.filter((name) => !LOCAL.has(name) && !started.called.has(name))).toEqual([]);
  const served = routes.map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual([...Object.keys(started.callers), ...BEYOND_THE_ADAPTER].toSorted());
  const callers = Object.entries(started.callers).map(([route, names]) => [route, names.join(', ')]);
  expect(Object.fromEntries(callers)).toEqual(CALLERS);
  const called = Object.entries(started.callers)
    .filter(([route, names]) => route !== UNPERMITTED && names.some((name) => name !== 'listMissingPermissions'))
    .map(([route]) => route);
  expect(keyPermissions.flatMap(({ routes: listed }) => listed).toSorted()).toEqual(called.toSorted());
});
