import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startCheckout, subscribe } from '../../support/payments/subscribe.ts';

const CARD = '4242424242424242';

/** A coupon of 25 % and its code. */
async function start(
  coupon: Stripe.CouponCreateParams = { percent_off: 25, duration: 'once' },
  code: Partial<Stripe.PromotionCodeCreateParams> = {},
) {
  const started = await startTestSandbox();
  const { stripe } = started;
  const { id } = await stripe.coupons.create({ name: 'Spring', ...coupon });
  const promotion = await stripe.promotionCodes.create({
    code: 'SPRING',
    promotion: { type: 'coupon', coupon: id },
    ...code,
  });
  return { ...started, coupon: id, promotion };
}

const open = ({ stripe }: { stripe: Stripe }, options: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  startCheckout({ stripe }, 'price_creator', { allow_promotion_codes: true, ...options });

describe('a promotion code', () => {
  it('is created, found by its name in any case, and switched off', async () => {
    const { stripe, coupon, promotion } = await start();
    expect(promotion).toMatchObject({
      object: 'promotion_code',
      active: true,
      code: 'SPRING',
      promotion: { type: 'coupon', coupon },
      times_redeemed: 0,
    });
    const { data } = await stripe.promotionCodes.list({
      code: 'spring',
      active: true,
      expand: ['data.promotion.coupon'],
    });
    expect(data).toMatchObject([{ id: promotion.id, promotion: { coupon: { percent_off: 25, valid: true } } }]);
    const again = stripe.promotionCodes.create({ code: 'Spring', promotion: { type: 'coupon', coupon } });
    await expect(again).rejects.toMatchObject({ param: 'code' });
    expect(await stripe.promotionCodes.update(promotion.id, { active: false })).toMatchObject({ active: false });
    expect((await stripe.promotionCodes.list({ active: true })).data).toEqual([]);
  });

  it('that is typed on the page lowers what is due, and is counted when it was paid', async () => {
    const { stripe, sandbox, control, coupon, promotion } = await start();
    const { session } = await open({ stripe });
    const url = `${sandbox.url}/checkout/${session.id}`;
    expect((await postForm(`${url}/code`, { code: ' spring ' })).status).toBe(303);
    const page = await (await fetch(url)).text();
    for (const part of ['SPRING', '-$2.50', '$7.50']) expect(page).toContain(part);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_subtotal: 1000,
      amount_total: 750,
      total_details: { amount_discount: 250 },
      discounts: [{ coupon, promotion_code: promotion.id }],
    });
    expect((await stripe.promotionCodes.retrieve(promotion.id)).times_redeemed).toBe(0);
    await control.pay(session.id, { card: CARD });
    expect(control.list('charge').map(({ amount }) => amount)).toEqual([750]);
    expect(control.list('discount')).toMatchObject([{ promotion_code: promotion.id, source: { coupon } }]);
    expect((await stripe.promotionCodes.retrieve(promotion.id)).times_redeemed).toBe(1);
    expect((await stripe.coupons.retrieve(coupon)).times_redeemed).toBe(1);
  });

  it('is taken away again by an empty field', async () => {
    const { stripe, sandbox } = await start();
    const { session } = await open({ stripe });
    const url = `${sandbox.url}/checkout/${session.id}/code`;
    await postForm(url, { code: 'SPRING' });
    await postForm(url, { code: '' });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ amount_total: 1000, discounts: [] });
  });

  it('that nobody made is refused on the page', async () => {
    const { stripe, sandbox } = await start();
    const { session } = await open({ stripe });
    const answer = await postForm(`${sandbox.url}/checkout/${session.id}/code`, { code: 'WINTER' });
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain('This code is invalid.');
  });

  it.each([
    ['was switched off', { active: false }],
    ['has expired', { expires_at: 1 }],
  ])('that %s can’t be redeemed', async (_, code) => {
    const { control, stripe } = await start(undefined, code);
    const { session } = await open({ stripe });
    await expect(control.pay(session.id, { card: CARD, promotionCode: 'SPRING' })).rejects.toThrow(
      'This promotion code is not active.',
    );
  });

  it('of a customer is redeemed by nobody else', async () => {
    const { control, stripe, coupon } = await start();
    const { customer, session } = await open({ stripe });
    const { id } = await stripe.promotionCodes.create({
      code: 'ADA',
      customer: customer.id,
      promotion: { type: 'coupon', coupon },
    });
    const { session: other } = await open({ stripe });
    const tried = control.pay(other.id, { card: CARD, promotionCode: 'ADA' });
    await expect(tried).rejects.toThrow('This promotion code is not active.');
    await control.pay(session.id, { card: CARD, promotionCode: 'ADA' });
    expect((await stripe.promotionCodes.retrieve(id)).times_redeemed).toBe(1);
  });

  it('for one redemption is used up by it', async () => {
    const { stripe, control, promotion } = await start(undefined, { max_redemptions: 1 });
    await control.pay((await open({ stripe })).session.id, { card: CARD, promotionCode: 'SPRING' });
    expect(await stripe.promotionCodes.retrieve(promotion.id)).toMatchObject({ active: false, times_redeemed: 1 });
    const late = control.pay((await open({ stripe })).session.id, { card: CARD, promotionCode: 'SPRING' });
    await expect(late).rejects.toThrow('This promotion code is not active.');
  });

  it('for new customers is refused to those who paid before', async () => {
    const { stripe, control, promotion } = await start(undefined, { restrictions: { first_time_transaction: true } });
    const { customer } = await subscribe({ stripe, control });
    const session = stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: 'price_pro', quantity: 1 }],
      success_url: 'http://shop.example/success',
      discounts: [{ promotion_code: promotion.id }],
    });
    await expect(session).rejects.toThrow(/prior transactions/);
  });

  it('in another currency is refused, as a coupon is', async () => {
    const { stripe, control } = await start({ amount_off: 500, currency: 'eur', duration: 'once' });
    const { session } = await open({ stripe });
    await expect(control.pay(session.id, { card: CARD, promotionCode: 'SPRING' })).rejects.toThrow(
      /only supports `eur`/,
    );
  });
});

describe('a checkout session', () => {
  it('takes either a discount or codes that are typed', async () => {
    const { stripe, coupon } = await start();
    await expect(open({ stripe }, { discounts: [{ coupon }] })).rejects.toMatchObject({
      message: 'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    });
    const { session } = await open({ stripe }, { allow_promotion_codes: undefined, discounts: [{ coupon }] });
    expect(session).toMatchObject({ amount_total: 750, total_details: { amount_discount: 250 } });
  });

  it('with a coupon of 100 % needs no payment, and no card where none is required', async () => {
    const { stripe, control, coupon } = await start({ percent_off: 100, duration: 'forever' });
    const { session } = await open(
      { stripe },
      { allow_promotion_codes: undefined, discounts: [{ coupon }], payment_method_collection: 'if_required' },
    );
    const result = await control.pay(session.id, { card: null });
    expect(result).toMatchObject({ status: 'complete', session: { payment_status: 'no_payment_required' } });
    expect(control.list('subscription')).toMatchObject([{ status: 'active', default_payment_method: null }]);
  });

  it('keeps a coupon of one payment through a trial, and uses it up with the first payment', async () => {
    const { stripe, control, coupon } = await start();
    const { session } = await open(
      { stripe },
      { allow_promotion_codes: undefined, discounts: [{ coupon }], subscription_data: { trial_period_days: 7 } },
    );
    await control.pay(session.id, { card: CARD });
    await control.advanceTo(control.now() + 45 * 86_400);
    const totals = (await stripe.invoices.list({ customer: session.customer as string })).data.map(
      ({ total }) => total,
    );
    expect(totals).toEqual([1000, 750, 0]);
  });

  it('sells several, and lets the payer choose how many within its range', async () => {
    const { stripe, sandbox, control } = await start();
    const line = {
      price: 'price_creator',
      quantity: 3,
      adjustable_quantity: { enabled: true, minimum: 2, maximum: 5 },
    };
    const { session } = await open({ stripe }, { line_items: [line] });
    expect(session.amount_total).toBe(3000);
    const url = `${sandbox.url}/checkout/${session.id}/quantity`;
    expect((await postForm(url, { quantity: '6' })).status).toBe(402);
    expect((await postForm(url, { quantity: '4' })).status).toBe(303);
    await control.pay(session.id, { card: CARD });
    expect(control.list('charge').map(({ amount }) => amount)).toEqual([4000]);
    expect(control.list('subscription')).toMatchObject([{ items: { data: [{ quantity: 4 }] } }]);
  });
});

describe('a coupon', () => {
  it('takes off a percentage or an amount with its currency, for a number of months if it repeats', async () => {
    const { stripe } = await startTestSandbox();
    await expect(stripe.coupons.create({ duration: 'once' })).rejects.toMatchObject({ param: 'percent_off' });
    await expect(stripe.coupons.create({ amount_off: 100 })).rejects.toMatchObject({ param: 'currency' });
    await expect(stripe.coupons.create({ percent_off: 10, duration: 'repeating' })).rejects.toMatchObject({
      param: 'duration_in_months',
    });
    expect(
      await stripe.coupons.create({ percent_off: 33.33, duration: 'repeating', duration_in_months: 3 }),
    ).toMatchObject({
      percent_off: 33.33,
      duration_in_months: 3,
      valid: true,
    });
  });

  it('that was deleted can’t be redeemed, and stays with those who have it', async () => {
    const { stripe, control, coupon, promotion } = await start({ percent_off: 25, duration: 'forever' });
    const { customer, session } = await open({ stripe });
    await control.pay(session.id, { card: CARD, promotionCode: 'SPRING' });
    expect(await stripe.coupons.del(coupon)).toMatchObject({ deleted: true });
    expect(await stripe.promotionCodes.retrieve(promotion.id)).toMatchObject({ active: false });
    const [subscription] = control.list('subscription');
    const update = stripe.subscriptions.update(subscription?.id ?? '', { discounts: [{ coupon }] });
    await expect(update).rejects.toMatchObject({ code: 'coupon_expired' });
    await control.advanceTo(control.now() + 32 * 86_400);
    expect((await stripe.invoices.list({ customer: customer.id })).data[0]?.total).toBe(750);
  });

  it('is given to a subscription and taken from it by an update', async () => {
    const { stripe, control, coupon } = await start({ percent_off: 25, duration: 'forever' });
    const { subscription } = await subscribe({ stripe, control });
    await stripe.subscriptions.update(subscription.id, { discounts: [{ coupon }] });
    expect((await stripe.invoices.createPreview({ subscription: subscription.id })).total).toBe(750);
    await stripe.subscriptions.update(subscription.id, { discounts: '' });
    expect((await stripe.invoices.createPreview({ subscription: subscription.id })).total).toBe(1000);
  });
});

describe('the catalogue', () => {
  it('names, archives and describes a product, and archives a price, which its subscribers keep', async () => {
    const { stripe, control } = await startTestSandbox();
    const product = await stripe.products.create({ name: 'Old' });
    expect(await stripe.products.update(product.id, { name: 'New', metadata: { key: 'a' } })).toMatchObject({
      name: 'New',
      metadata: { key: 'a' },
    });
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product: product.id,
    });
    expect(price.tax_behavior).toBe('unspecified');
    const { customer } = await subscribe({ stripe, control }, { price: price.id });
    await stripe.prices.update(price.id, { active: false });
    await expect(startCheckout({ stripe }, price.id)).rejects.toMatchObject({
      message: 'The price specified is inactive. This field only accepts active prices.',
    });
    await control.advanceTo(control.now() + 32 * 86_400);
    expect((await stripe.invoices.list({ customer: customer.id })).data.map(({ total }) => total)).toEqual([500, 500]);
  });

  it('sets the tax side of a price once', async () => {
    const { stripe } = await startTestSandbox();
    expect(await stripe.prices.update('price_pro', { tax_behavior: 'exclusive' })).toMatchObject({
      tax_behavior: 'exclusive',
    });
    await expect(stripe.prices.update('price_pro', { tax_behavior: 'inclusive' })).rejects.toMatchObject({
      param: 'tax_behavior',
    });
  });
});
