import type Stripe from 'stripe';
import type { SandboxControl } from '#api/payment-sandbox/payment-sandbox.ts';
import { startTestSandbox } from './sandbox.ts';

type Place = { stripe: Stripe; control: SandboxControl };
type Options = { price?: string; card?: string; customer?: Stripe.CustomerCreateParams };

/** A customer who has bought a plan on the hosted page. */
export async function subscribe(
  { stripe, control }: Place,
  { price = 'price_creator', card, customer: details }: Options = {},
) {
  const customer = await stripe.customers.create({ email: 'ada@example.com', ...details });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost/success?session_id={CHECKOUT_SESSION_ID}',
    subscription_data: { metadata: { user: 'user_1' } },
  });
  const result = await control.pay(session.id, { card: card ?? '4242424242424242' });
  if (result.status !== 'complete') throw new Error(`checkout is ${result.status}`);
  const subscription = await stripe.subscriptions.retrieve(result.session.subscription ?? '');
  return { customer, session, subscription };
}

/** A plan bought on a test clock that starts at `frozenTime`. */
export async function startOnClock(frozenTime: number, options: Options = {}) {
  const { stripe, control } = await startTestSandbox();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozenTime });
  const bought = await subscribe({ stripe, control }, { ...options, customer: { test_clock: clock.id } });
  const advance = async (time: number) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time });
    return stripe.testHelpers.testClocks.retrieve(clock.id);
  };
  return { stripe, control, clock, advance, ...bought };
}

/** Each call returns the types of the events since the call before. */
export function typesSince(control: SandboxControl): () => string[] {
  let count = control.events().length;
  return () => {
    const types = control
      .events()
      .slice(count)
      .map(({ type }) => type);
    count += types.length;
    return types;
  };
}

/** The only item of a subscription. */
export function firstItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('the subscription has no item');
  return item;
}

type Bought = { stripe: Stripe; customer: Stripe.Customer; subscription: Stripe.Subscription };

/** The subscription pays with another card from now on. */
export async function replaceDefaultCard({ stripe, customer, subscription }: Bought, token: string) {
  const method = await stripe.paymentMethods.attach(token, { customer: customer.id });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
  return method;
}
