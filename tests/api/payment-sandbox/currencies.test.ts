import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startCheckout } from '../../support/payments/subscribe.ts';

const CARD = '4242424242424242';
const REFUSAL =
  'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency usd.';

async function start() {
  const started = await startTestSandbox();
  const { stripe, control } = started;
  const createPrice = (currency: string, unit_amount: number) =>
    stripe.prices.create({ currency, unit_amount, recurring: { interval: 'month' }, product: 'prod_pro' });
  const euros = await createPrice('eur', 2000);
  const { customer, session } = await startCheckout(started);
  await control.pay(session.id, { card: CARD });
  const open = (price: string) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://shop.example/success',
    });
  return { ...started, createPrice, euros: euros.id, customer: customer.id, open };
}

describe('a customer has one currency, case 13', () => {
  it('and is refused a checkout or a subscription in another while one runs', async () => {
    const { stripe, euros, customer, open } = await start();
    await expect(open(euros)).rejects.toMatchObject({ message: REFUSAL, type: 'StripeInvalidRequestError' });
    const create = stripe.subscriptions.create({
      customer,
      items: [{ price: euros }],
      payment_behavior: 'error_if_incomplete',
      trial_period_days: 7,
    });
    await expect(create).rejects.toMatchObject({ message: REFUSAL });
    expect((await open('price_pro')).status).toBe('open');
  });

  it('also on a page that was opened before', async () => {
    const { sandbox, stripe, control, euros, customer, open } = await start();
    const [first] = control.list('subscription');
    await stripe.subscriptions.cancel(first?.id ?? '');
    const [session, other] = [await open(euros), await open('price_pro')];
    await control.pay(other.id, { card: CARD });
    const page = await postForm(`${sandbox.url}/checkout/${session.id}`, { card: CARD });
    expect(page.status).toBe(402);
    expect(await page.text()).toContain('You cannot combine currencies on a single customer.');
    expect(control.list('charge').filter((charge) => charge.customer === customer)).toHaveLength(2);
  });

  it('until what it has has ended; what was credited stays in its currency', async () => {
    const { stripe, control, euros, customer, open } = await start();
    const [first] = control.list('subscription');
    await stripe.customers.update(customer, { balance: -700 });
    await stripe.subscriptions.cancel(first?.id ?? '');
    const session = await open(euros);
    await control.pay(session.id, { card: CARD });
    expect(control.list('charge').map(({ amount, currency }) => [amount, currency])).toEqual([
      [1000, 'usd'],
      [2000, 'eur'],
    ]);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0, currency: 'eur' });
    const [second] = control.list('subscription').filter(({ status }) => status === 'active');
    await stripe.subscriptions.cancel(second?.id ?? '');
    await control.pay((await open('price_creator')).id, { card: CARD });
    expect(control.list('charge').at(-1)).toMatchObject({ amount: 300, currency: 'usd' });
  });
});

describe('an amount', () => {
  it.each([
    ['isk', 199_050, 'unit_amount'],
    ['ugx', 1, 'unit_amount'],
    ['kwd', 1005, 'unit_amount'],
    ['usd', 1_000_000_000, 'unit_amount'],
    ['usd', -1, 'unit_amount'],
    ['xxx', 1000, 'currency'],
  ])('of %s %i is no price', async (currency, amount, param) => {
    const { createPrice } = await start();
    await expect(createPrice(currency, amount)).rejects.toMatchObject({ param });
  });

  it.each([
    ['isk', 199_000],
    ['kwd', 1010],
    ['huf', 199_050],
    ['jpy', 1990],
  ])('of %s %i is one', async (currency, unit_amount) => {
    const { createPrice } = await start();
    expect(await createPrice(currency, unit_amount)).toMatchObject({ currency, unit_amount });
  });

  it('below the smallest charge can’t be checked out', async () => {
    const { stripe, createPrice } = await start();
    const { id } = await createPrice('huf', 17_400);
    await expect(startCheckout({ stripe }, id)).rejects.toMatchObject({
      code: 'amount_too_small',
      message: expect.stringMatching(
        /^The Checkout Session's total amount due must add up to at least HUF\s175.00 huf$/,
      ),
    });
  });

  it('that is refunded keeps the steps of its currency', async () => {
    const { stripe, control, createPrice } = await start();
    const { id } = await createPrice('isk', 199_000);
    const { session } = await startCheckout({ stripe }, id);
    await control.pay(session.id, { card: CARD });
    const intent = String(control.list('charge').at(-1)?.payment_intent);
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 150 })).rejects.toMatchObject({
      param: 'amount',
    });
    expect(await stripe.refunds.create({ payment_intent: intent, amount: 100 })).toMatchObject({ amount: 100 });
  });
});
