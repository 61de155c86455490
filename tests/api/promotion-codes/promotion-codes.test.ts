import { describe, expect, it } from 'vitest';
import { PaymentError } from '#api/adapters/payments.ts';
import { createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';

const CODES = '/api/admin/promotion-codes';
const AUTUMN = {
  code: 'AUTUMN',
  percent_off: 20,
  amount_off: null,
  duration: 'repeating',
  months: 3,
  plans: null,
  max_redemptions: null,
  last_day: null,
};
let keys = 0;
const toRequest = (change: object = {}) => ({ ...AUTUMN, idempotency_key: `key-of-the-test-${++keys}`, ...change });
const create = (site: OwnSite, change: object = {}) => site.admin.call('POST', CODES, toRequest(change));
const list = async (site: OwnSite) => (await site.admin.call('GET', CODES)).body.promotion_codes;

describe('a promotion code', () => {
  it('is created, listed, taken off the price that a buyer pays, and counted', async () => {
    const site = await createOwnSite();
    expect(await create(site, { code: 'Autumn', max_redemptions: 100 })).toMatchObject({
      status: 201,
      body: { promotion_code: { code: 'AUTUMN', words: '20% off for 3 months', covers: null, is_active: true } },
    });
    const buyer = await site.createBuyer();
    const { body } = await buyer.checkout('Crew');
    await site.control.pay(body.sessionId, { card: CARD_OK, promotionCode: 'autumn' });
    const paid = await buyer.call('GET', `/checkout/${body.sessionId}`);
    expect(paid.body.subscription).toMatchObject({ next_payment: { amount: 2400 } });
    expect(await list(site)).toMatchObject([{ code: 'AUTUMN', times_redeemed: 1, max_redemptions: 100 }]);
    expect((await listAuditEntries(site)).map(({ action }) => action)).toContain('promotion_code.created');
  });

  it('is for the plans that were chosen alone', async () => {
    const site = await createOwnSite();
    const { key } = await site.findPlan('Solo');
    expect(await create(site, { plans: [key] })).toMatchObject({
      status: 201,
      body: { promotion_code: { covers: ['Buoy Solo'] } },
    });
    const buyer = await site.createBuyer();
    const { body } = await buyer.checkout('Crew');
    await expect(site.control.pay(body.sessionId, { card: CARD_OK, promotionCode: 'AUTUMN' })).rejects.toThrow();
    expect(await create(site, { code: 'FREE', plans: [(await site.findPlan('Deckhand')).key] })).toMatchObject({
      status: 400,
      body: { message: 'Deckhand has no price at Stripe, so it can’t have a code. Create its price first.' },
    });
  });

  it('for all plans of a product is listed by the product, and one for a product of Stripe alone says so', async () => {
    const site = await createOwnSite();
    const plans = await Promise.all(['Solo', 'Crew', 'Fleet'].map(site.findPlan));
    expect(await create(site, { plans: plans.map(({ key }) => key) })).toMatchObject({
      body: { promotion_code: { covers: ['Buoy'] } },
    });
    const [code] = await site.payments.listPromotionCodes();
    site.deps.payments = {
      ...site.payments,
      listPromotionCodes: async () => (code ? [{ ...code, productIds: ['prod_of_another_program'] }] : []),
    };
    expect(await list(site)).toMatchObject([{ covers: ['Another product of Stripe'] }]);
  });

  it('ends with its last day in the time zone of the company', async () => {
    const site = await createOwnSite();
    expect(await create(site, { last_day: '2126-07-01' })).toMatchObject({
      status: 201,
      body: { promotion_code: { expires_at: expect.stringContaining('2126-07-01T11:59:59') } },
    });
  });

  it('is made once, however often its request is sent', async () => {
    const site = await createOwnSite();
    const request = toRequest();
    await create(site, request);
    expect(await create(site, request)).toMatchObject({ status: 201 });
    expect(await list(site)).toHaveLength(1);
  });

  it('of an amount is in the currency that the company sells in', async () => {
    const site = await createOwnSite();
    expect(await create(site, { percent_off: null, amount_off: 500, duration: 'once', months: null })).toMatchObject({
      status: 201,
      body: { promotion_code: { amount_off: 500, currency: 'nzd', words: '$5.00 off the first payment' } },
    });
  });

  it('is deactivated once, and its name can be used again', async () => {
    const site = await createOwnSite();
    const { promotion_code } = (await create(site)).body;
    const taken = { path: 'code', message: 'An active code is called the same. Choose another one.' };
    for (const change of [{ code: 'autumn' }, { code: 'autumn', percent_off: 30 }])
      expect(await create(site, change)).toMatchObject({ status: 400, body: { issues: [taken] } });
    const path = `${CODES}/${promotion_code.id}/deactivate`;
    expect(await site.admin.call('POST', path)).toMatchObject({
      status: 200,
      body: { promotion_code: { is_active: false } },
    });
    expect(await site.admin.call('POST', path)).toMatchObject({ status: 200 });
    expect(await create(site)).toMatchObject({ status: 201 });
    expect(await site.admin.call('POST', `${CODES}/promo_nowhere/deactivate`)).toMatchObject({ status: 404 });
  });

  it.each([
    [{ code: 'ab' }, 'code', 'Enter a code of 3 to 40 letters, digits and hyphens.'],
    [{ code: 'two words' }, 'code', 'Enter a code of 3 to 40 letters, digits and hyphens.'],
    [{ percent_off: null }, 'percent_off', 'Enter a percentage or an amount.'],
    [{ amount_off: 500 }, 'percent_off', 'Enter a percentage or an amount.'],
    [{ percent_off: 0 }, 'percent_off', 'Enter a percentage above 0, up to 100, with two decimals at most.'],
    [{ percent_off: 120 }, 'percent_off', 'Enter a percentage above 0, up to 100, with two decimals at most.'],
    [{ percent_off: 2.125 }, 'percent_off', 'Enter a percentage above 0, up to 100, with two decimals at most.'],
    [{ percent_off: null, amount_off: 0 }, 'amount_off', 'Enter an amount above 0.'],
    [{ months: null }, 'months', 'Enter a number of months from 1 to 36.'],
    [{ duration: 'once' }, 'months', 'Enter a number of months from 1 to 36.'],
    [{ plans: [] }, 'plans', 'Choose at least one plan.'],
    [{ plans: ['none'] }, 'plans', 'One of these plans isn’t sold. Reload the page and choose again.'],
    [{ max_redemptions: 0 }, 'max_redemptions', 'Enter a whole number, or leave this empty.'],
    [{ last_day: '2001-01-01' }, 'last_day', 'This day has passed.'],
  ])('is refused with %j', async (change, path, message) => {
    const site = await createOwnSite({ products: [] });
    const { status, body } = await create(site, change);
    expect([status, body.issues]).toEqual([400, [expect.objectContaining({ path, message })]]);
  });

  it('that Stripe refuses or doesn’t answer for says why', async () => {
    const site = await createOwnSite({ products: [] });
    const { payments } = site;
    const fail = (error: PaymentError) => {
      site.deps.payments = { ...payments, createPromotionCode: () => Promise.reject(error) };
      return create(site);
    };
    expect(await fail(new PaymentError('unavailable', 'No answer.'))).toMatchObject({ status: 503 });
    expect(await fail(new PaymentError('unavailable', 'Not allowed.', { status: 403 }))).toMatchObject({
      status: 409,
      body: {
        message:
          'Stripe says: ‘Not allowed.’ Allow ‘Coupons: Write’ and ‘Promotion Codes: Write’ for the key in Stripe, then try again.',
      },
    });
    site.deps.payments = {
      ...payments,
      listPromotionCodes: () => Promise.reject(new PaymentError('unavailable', 'No answer.')),
    };
    expect(await site.admin.call('GET', CODES)).toMatchObject({ status: 503 });
  });

  it('can’t be made without Stripe', async () => {
    const site = await createOwnSite({ products: [] });
    site.deps.payments = null;
    expect((await site.admin.call('GET', CODES)).body).toEqual({ is_connected: false, promotion_codes: [] });
    expect(await create(site)).toMatchObject({ status: 409 });
  });

  it('is for those who manage settings', async () => {
    const site = await createOwnSite({ products: [] });
    const editor = await createApiCaller(site, 'editor');
    expect(await editor.call('GET', CODES)).toMatchObject({ status: 403 });
    expect(await editor.call('POST', CODES, toRequest())).toMatchObject({ status: 403 });
  });
});
