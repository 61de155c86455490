import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';

const HOUR_MS = 60 * 60_000;

let test: PaymentApp;
let user: Subscriber;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.control.clearFaults();
  user = await createSubscriber(test);
  await user.subscribe('Creator');
});

const getInvoice = async () => (await user.call('GET', `/user/${user.id}/billing`)).body.invoices[0];

/** Opens a link as a browser does: without a session. */
async function open(link: string) {
  const response = await test.app.request(link);
  return { status: response.status, location: response.headers.get('Location') };
}

describe('the links to an invoice and its receipt', () => {
  it('lead to the address that Stripe gives now, whatever was stored', async () => {
    const { id, invoice_url: invoiceUrl, receipt_url: receiptUrl } = await getInvoice();
    const sql = `UPDATE invoices SET pdf_url = 'https://expired.example/', receipt_url = 'https://expired.example/' WHERE stripe_invoice_id = ?`;
    await test.db.client.execute({ sql, args: [id] });
    const { invoice_pdf: pdf } = await test.stripe.invoices.retrieve(id);
    expect(await open(invoiceUrl)).toEqual({ status: 303, location: pdf });
    const receipt = await open(receiptUrl);
    expect(receipt).toEqual({ status: 303, location: expect.stringMatching(/^http:\/\/127\.0\.0\.1/) });
  });

  it('lead to the last known address while Stripe doesn’t answer', async () => {
    const { invoice_url: link } = await getInvoice();
    test.control.setFault({ match: { path: '/v1/invoices/:id' }, kind: '503', times: 5 });
    expect(await open(link)).toEqual({ status: 303, location: expect.stringMatching(/^http/) });
  });

  it('open for an admin who sees payments, and no more once the role is taken away', async () => {
    const admin = await createUser(test, { role: 'admin' });
    const init = toRequestInit(await createTestSession(test, admin), 'GET');
    const response = await test.app.request(`/api/admin/users/${user.id}/payments`, init);
    const link = (await response.json()).data.payments[0].invoice_url;
    expect((await open(link)).status).toBe(303);
    await test.db.client.execute({ sql: `UPDATE users SET role = 'user' WHERE id = ?`, args: [admin.id] });
    expect((await open(link)).status).toBe(404);
  });

  it('are refused when they are forged, changed to another invoice, or a day old', async () => {
    const { invoice_url: link } = await getInvoice();
    expect((await open(link.replace(/in_\w+:/, 'in_other:'))).status).toBe(404);
    expect((await open(link.replace(':invoice:', ':receipt:'))).status).toBe(404);
    test.clock.advance(25 * HOUR_MS);
    expect((await open(link)).status).toBe(410);
  });

  it('are no difference in the nightly comparison when Stripe has made new ones', async () => {
    const { id } = await getInvoice();
    const sql = `UPDATE invoices SET pdf_url = 'https://x.example/', hosted_url = 'https://x.example/', receipt_url = 'https://x.example/' WHERE stripe_invoice_id = ?`;
    await test.db.client.execute({ sql, args: [id] });
    const admin = await createUser(test, { role: 'admin' });
    const init = toRequestInit(await createTestSession(test, admin), 'POST');
    const path = `/api/admin/billing/users/${user.id}/resync`;
    expect(await (await test.app.request(path, init)).json()).toMatchObject({ repaired: 0 });
  });
});
