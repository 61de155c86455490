import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '#api/adapters/payments.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';

const CODES = '/api/admin/plans/codes';

let test: PaymentApp;
let admin: ApiCaller;
let keys = 0;
beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const request = (change: object = {}) => ({
  code: 'spring25',
  percent_off: 25,
  amount_off: null,
  duration: 'repeating',
  months: 3,
  product_id: null,
  max_redemptions: 100,
  last_day: null,
  idempotency_key: `key-of-the-test-${++keys}`,
  ...change,
});
const make = (change: object = {}) => admin.call('POST', CODES, request(change));
const list = async () => (await admin.call('GET', CODES)).body;

describe('promotion codes', () => {
  it('are made at Stripe, listed with what they take off, and written down', async () => {
    expect(await list()).toEqual({ is_connected: true, codes: [] });
    expect(await make()).toMatchObject({ status: 201, body: { code: { code: 'SPRING25', is_active: true } } });
    expect(
      await make({ code: 'FIVE', percent_off: null, amount_off: 500, duration: 'once', months: null }),
    ).toMatchObject({
      status: 201,
    });
    expect((await list()).codes).toMatchObject([
      { code: 'FIVE', terms: 'US$5.00 off the next payment', product_names: null },
      { code: 'SPRING25', terms: '25% off for 3 months', times_redeemed: 0, max_redemptions: 100, expires_at: null },
    ]);
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual([
      'catalogue.code_created',
      'catalogue.code_created',
    ]);
  });

  it('may be for one product, and end with a day of the company', async () => {
    const last_day = new Date(test.clock.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    expect(await make({ product_id: 4, last_day })).toMatchObject({
      status: 201,
      body: { code: { product_names: ['GenMate'], expires_at: expect.stringContaining(last_day) } },
    });
  });

  it('are deactivated, and can then be made again', async () => {
    const { code } = (await make()).body;
    expect(await make()).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } });
    expect(await admin.call('POST', `${CODES}/${code.id}/deactivate`)).toMatchObject({
      status: 200,
      body: { code: { is_active: false } },
    });
    expect(await make()).toMatchObject({ status: 201 });
  });

  it('are made once for one key', async () => {
    const body = request();
    await admin.call('POST', CODES, body);
    expect(await admin.call('POST', CODES, body)).toMatchObject({ status: 201 });
    expect((await list()).codes).toHaveLength(1);
  });

  it.each([
    [{ code: 'ab' }, 'code'],
    [{ code: 'spring 25' }, 'code'],
    [{ percent_off: 0 }, 'percent_off'],
    [{ percent_off: 101 }, 'percent_off'],
    [{ percent_off: 25, amount_off: 500 }, 'percent_off'],
    [{ percent_off: null }, 'percent_off'],
    [{ months: null }, 'months'],
    [{ last_day: '2020-01-01' }, 'last_day'],
    [{ product_id: 5 }, 'product_id'],
    [{ max_redemptions: 0 }, 'max_redemptions'],
  ])('with %j are refused', async (change, path) => {
    const { status, body } = await make(change);
    expect(status).toBe(400);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it('that Stripe refuses say why, and are nowhere without Stripe', async () => {
    test.deps.payments = {
      ...test.payments,
      listPromotionCodes: () => Promise.reject(new PaymentError('unavailable', 'No answer.')),
    };
    expect(await admin.call('GET', CODES)).toMatchObject({ status: 503 });
    test.deps.payments = null;
    expect(await list()).toEqual({ is_connected: false, codes: [] });
    expect(await make()).toMatchObject({ status: 409 });
  });

  it('are for those who manage settings', async () => {
    const editor = await createApiCaller(test, 'editor');
    expect(await editor.call('GET', CODES)).toMatchObject({ status: 403 });
    expect(await editor.call('POST', CODES, request())).toMatchObject({ status: 403 });
  });
});
