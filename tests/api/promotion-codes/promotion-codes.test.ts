import { describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../support/app/api-caller.ts';
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
  expires_at: null,
};
const create = (site: OwnSite, change: object = {}) => site.admin.call('POST', CODES, { ...AUTUMN, ...change });
const list = async (site: OwnSite) => (await site.admin.call('GET', CODES)).body.promotion_codes;

describe('a promotion code', () => {
  it('is created, listed, taken off the price that a buyer pays, and counted', async () => {
    const site = await createOwnSite();
    expect(await create(site)).toMatchObject({
      status: 201,
      body: { promotion_code: { code: 'AUTUMN', words: '20% off for 3 months', plans: null, is_active: true } },
    });
    const buyer = await site.createBuyer();
    const { body } = await buyer.checkout('Crew');
    await site.control.pay(body.sessionId, { card: CARD_OK, promotionCode: 'autumn' });
    const paid = await buyer.call('GET', `/checkout/${body.sessionId}`);
    expect(paid.body.subscription).toMatchObject({ next_payment: { amount: 2400 } });
    expect(await list(site)).toMatchObject([{ code: 'AUTUMN', times_redeemed: 1 }]);
    expect((await listAuditEntries(site)).map(({ action }) => action)).toContain('promotion_code.created');
  });

  it('is for the plans that were chosen alone', async () => {
    const site = await createOwnSite();
    const { key } = await site.findPlan('Solo');
    expect(await create(site, { plans: [key] })).toMatchObject({
      status: 201,
      body: { promotion_code: { plans: [{ key, name: 'Buoy Solo' }] } },
    });
    const buyer = await site.createBuyer();
    const { body } = await buyer.checkout('Crew');
    await expect(site.control.pay(body.sessionId, { card: CARD_OK, promotionCode: 'AUTUMN' })).rejects.toThrow();
    expect(await create(site, { code: 'FREE', plans: [(await site.findPlan('Deckhand')).key] })).toMatchObject({
      status: 400,
      body: { message: 'Deckhand has no price at Stripe, so it can’t have a code. Create its price first.' },
    });
  });

  it('of an amount is in the currency that the company sells in', async () => {
    const site = await createOwnSite();
    expect(await create(site, { percent_off: null, amount_off: 500, duration: 'once', months: null })).toMatchObject({
      status: 201,
      body: { promotion_code: { amount_off: 500, currency: 'nzd', words: '$5.00 off the next payment' } },
    });
  });

  it('is deactivated once, and its name can be used again', async () => {
    const site = await createOwnSite();
    const { promotion_code } = (await create(site)).body;
    expect(await create(site, { code: 'autumn' })).toMatchObject({
      status: 409,
      body: { message: 'There is an active code ‘autumn’ already. Choose another one.' },
    });
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
    [{ code: 'two words' }, 'Enter a code of letters, digits and dashes, such as AUTUMN-20.'],
    [{ percent_off: null }, 'Enter a percentage or an amount.'],
    [{ percent_off: 120 }, 'Enter at most 100%.'],
    [{ months: null }, 'Enter for how many months.'],
    [{ plans: [] }, 'Choose at least one plan.'],
    [{ expires_at: '2001-01-01T00:00:00Z' }, 'Choose a later time.'],
  ])('is refused with %j', async (change, message) => {
    const site = await createOwnSite({ products: [] });
    const { status, body } = await create(site, change);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });

  it('can’t be made without Stripe', async () => {
    const site = await createOwnSite({ products: [] });
    site.deps.payments = null;
    expect((await site.admin.call('GET', CODES)).body).toEqual({ is_connected: false, promotion_codes: [] });
    expect(await create(site)).toMatchObject({ status: 409 });
  });
});
