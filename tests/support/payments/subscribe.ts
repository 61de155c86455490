import type Stripe from 'stripe';
import type { SandboxControl } from '#api/payment-sandbox/payment-sandbox.ts';
import { startTestSandbox } from './sandbox.ts';

type Place = { stripe: Stripe; control: SandboxControl };
type Options = { price?: string; card?: string };

/** A customer and an open checkout session for a plan. */
export async function startCheckout(
  { stripe }: Pick<Place, 'stripe'>,
  price = 'price_creator',
  { subscription_data: data, ...options }: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'user_1',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://shop.example/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.example/pricing',
    subscription_data: { metadata: { user: 'user_1' }, ...data },
    ...options,
  });
  return { customer, session };
}

/** A customer who has bought a plan on the hosted page. */
export async function subscribe(
  { stripe, control }: Place,
  { price = 'price_creator', card = '4242424242424242' }: Options = {},
) {
  const { customer, session } = await startCheckout({ stripe }, price);
  const result = await control.pay(session.id, { card });
  if (result.status !== 'complete') throw new Error(`checkout is ${result.status}`);
  const subscription = await stripe.subscriptions.retrieve(result.session.subscription ?? '');
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  if (!charge) throw new Error('nothing was charged');
  return { customer, session, subscription, charge };
}

/** A plan bought at a time, Unix seconds, at which the sandbox's clock stands still until it is moved. */
export async function startAt(time: number, options: Options = {}) {
  const { stripe, control } = await startTestSandbox({ now: () => time * 1000 });
  return { stripe, control, ...(await subscribe({ stripe, control }, options)) };
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

/** `items` of an update that changes the plan. */
export const changeTo = (subscription: Stripe.Subscription, price: string) => [
  { id: firstItem(subscription).id, price, quantity: 1 },
];

/** The newest invoice of a subscription. */
export async function readLatestInvoice({ stripe }: Pick<Place, 'stripe'>, id: string): Promise<Stripe.Invoice> {
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id);
  return stripe.invoices.retrieve(String(latest));
}

type Bought = Place & { customer: Stripe.Customer; subscription: Stripe.Subscription };

/** The subscription pays with another card from now on. */
export async function replaceDefaultCard({ stripe, control, customer, subscription }: Bought, card: string) {
  const method = await control.dashboard.addCard(customer.id, card);
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
  return method;
}
