import type Stripe from 'stripe';
import type { DeepPlace } from './place.ts';

type PriceFields = Partial<Stripe.PriceCreateParams> & { unit_amount: number };

/** A monthly price in US dollars, unless said otherwise, of a product of its own. Both are archived at the end. */
export async function makePrice({ stripe, atEnd }: DeepPlace, fields: PriceFields): Promise<string> {
  const { id, product } = await stripe.prices.create({
    currency: 'usd',
    recurring: { interval: 'month' },
    product_data: { name: 'stripe:check' },
    ...fields,
  });
  atEnd(async () => {
    await stripe.prices.update(id, { active: false });
    await stripe.products.update(String(product), { active: false });
  });
  return id;
}

export async function makeCoupon({ stripe, atEnd }: DeepPlace, params: Stripe.CouponCreateParams): Promise<string> {
  const { id } = await stripe.coupons.create(params);
  atEnd(() => stripe.coupons.del(id));
  return id;
}

export async function makeTaxRate({ stripe, atEnd }: DeepPlace, inclusive: boolean): Promise<string> {
  const { id } = await stripe.taxRates.create({ display_name: 'stripe:check', percentage: 20, inclusive });
  atEnd(() => stripe.taxRates.update(id, { active: false }));
  return id;
}

/** A checkout session for a new customer; it expires at the end. */
export async function makeSession(
  place: DeepPlace,
  price: string,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  const session = await place.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: await place.createCustomer({ email: 'check@example.com' }),
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://example.com/',
    ...params,
  });
  place.atEnd(() => place.stripe.checkout.sessions.expire(session.id));
  return session;
}

/** A subscription of a new customer with a card. */
export async function makeSubscription(
  place: DeepPlace,
  price: string,
  params: Partial<Stripe.SubscriptionCreateParams> & { quantity?: number } = {},
): Promise<Stripe.Subscription> {
  const { quantity = 1, customer = await place.createCustomer({ email: 'check@example.com' }), ...rest } = params;
  return place.stripe.subscriptions.create({
    customer,
    items: [{ price, quantity }],
    default_payment_method: await place.addCard(customer),
    billing_mode: { type: 'flexible' },
    payment_behavior: 'error_if_incomplete',
    ...rest,
  });
}

/** The only item with another price or quantity, as `subscriptions.update` takes it. */
export const changeItem = ({ items }: Stripe.Subscription, change: { price?: string; quantity?: number }) => {
  const [item] = items.data;
  return [{ id: item?.id ?? '', price: item?.price.id, quantity: item?.quantity ?? 1, ...change }];
};

/** Amounts of lines and what was paid, of each invoice that has been finalized, the newest first. */
export async function readInvoices({ stripe }: DeepPlace, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription });
  return data
    .filter(({ status }) => status !== 'draft')
    .map(({ lines, amount_paid: paid }) => ({
      lines: lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b),
      paid,
    }));
}

/** Seconds from the start of the place to the period of the item. */
export async function readPeriod({ stripe, start }: DeepPlace, subscription: string) {
  const { items, billing_cycle_anchor: anchor } = await stripe.subscriptions.retrieve(subscription);
  const [item] = items.data;
  const days = (seconds = 0) => Math.round(((seconds - start) / 86_400) * 100) / 100;
  return { anchor: days(anchor), from: days(item?.current_period_start), to: days(item?.current_period_end) };
}

/** How a request was refused; that it wasn't, else. Words differ by version, so only their beginning counts. */
export async function readRefusal(request: Promise<unknown>, words = 0) {
  try {
    await request;
    return 'not refused';
  } catch (error) {
    const { statusCode, code, message = '' } = error as Partial<Stripe.errors.StripeError>;
    return { status: statusCode, ...(code && { code }), ...(words > 0 && { words: message.slice(0, words) }) };
  }
}
