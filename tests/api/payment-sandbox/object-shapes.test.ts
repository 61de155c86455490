import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import type { Kind } from '#api/payment-sandbox/state/kinds.ts';
import shapes from '../../support/payments/object-shapes.json' with { type: 'json' };
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, replaceDefaultCard, subscribe } from '../../support/payments/subscribe.ts';

/** What the API does not send any more or only expanded, the object of one event, and keys of metadata. */
const NOT_SENT = /^invoice\.subscription$|^charge\.refunds|^event\.data\.object\.|\.metadata\./;

/** Fields since the samples were taken: never missing. */
const ENDIVE: Record<string, string[]> = {
  'checkout.session': ['allowed_payment_method_types'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  setup_intent: ['allowed_payment_method_types'],
  subscription_item: ['current_trial'],
  subscription_schedule: ['pause_schedules'],
  product: ['tax_details'],
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The paths of the sample that the object lacks. Nothing is asked of what is null or an empty list. */
function findMissing(kind: string, object: unknown): string[] {
  const paths = [
    ...Object.keys((shapes as Record<string, Record<string, string>>)[kind] ?? {}),
    ...(ENDIVE[kind] ?? []),
  ];
  return paths.filter((path) => {
    const full = `${kind}.${path}`;
    if (NOT_SENT.test(full)) return false;
    const names = path.replaceAll('[]', '.0').split('.');
    let current: unknown = object;
    for (const name of names) {
      if (!isObject(current)) return false;
      if (Array.isArray(current) && current.length === 0) return false;
      if (!(name in current)) return true;
      current = current[name];
    }
    return false;
  });
}

it('every object has every field of Stripe’s objects', async () => {
  const { stripe, control } = await startTestSandbox();
  const bought = await subscribe({ stripe, control });
  const { subscription, customer } = bought;
  const item = { id: firstItem(subscription).id, price: 'price_pro' };
  await replaceDefaultCard({ stripe, ...bought }, 'pm_card_chargeCustomerFail');
  await stripe.subscriptions.update(subscription.id, {
    items: [item],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data.filter(({ paid }) => paid);
  await stripe.refunds.create({ charge: charge?.id ?? '' });
  const configuration = await stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: true }, payment_method_update: { enabled: true } },
  });
  await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: configuration.id,
    return_url: 'http://localhost/',
    flow_data: { type: 'payment_method_update' },
  });
  await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  const setup = await stripe.checkout.sessions.create({
    mode: 'setup',
    customer: customer.id,
    currency: 'usd',
    success_url: 'http://localhost/',
  });
  await control.pay(setup.id, { card: '4242424242424242' });
  await stripe.webhookEndpoints.create({ url: 'http://localhost/hook', enabled_events: ['*'] });

  const kinds: Kind[] = [
    'customer',
    'product',
    'price',
    'checkout.session',
    'subscription',
    'subscription_schedule',
    'invoice',
    'invoiceitem',
    'invoice_payment',
    'payment_method',
    'payment_intent',
    'setup_intent',
    'charge',
    'refund',
    'event',
    'billing_portal.session',
    'billing_portal.configuration',
    'test_helpers.test_clock',
    'webhook_endpoint',
  ];
  const parts = {
    subscription_item: control.list('subscription').flatMap(({ items }) => items.data),
    line_item: control.list('invoice').flatMap(({ lines }) => lines.data),
  };
  const listed = [
    ...kinds.map((kind) => ({ kind: kind as string, objects: control.list(kind) as readonly unknown[] })),
    ...Object.entries(parts).map(([kind, objects]) => ({ kind, objects: objects as readonly unknown[] })),
  ];
  for (const { kind, objects } of listed) expect(objects, kind).not.toHaveLength(0);
  const missing = listed.flatMap(({ kind, objects }) =>
    objects.flatMap((object) => findMissing(kind, object).map((path) => `${kind}.${path}`)),
  );
  expect([...new Set(missing)]).toEqual([]);
  const invoice: Stripe.Invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string);
  expect(['subscription', 'payment_intent', 'charge', 'paid', 'payments'].filter((name) => name in invoice)).toEqual(
    [],
  );
  expect('current_period_end' in subscription).toBe(false);
});
