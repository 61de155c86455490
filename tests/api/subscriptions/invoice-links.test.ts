import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '#api/features/subscriptions/reconciliation/reconciliation.service.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { CARD_FAILING, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

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
  await user.subscribe(SOLO);
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

  it('lead from an upgrade that waits for its payment to where Stripe takes it now, for its viewer and for a day', async () => {
    const [row] = (await user.call('GET', `/user/${user.id}`)).body.subscriptions;
    const { customer } = await test.stripe.subscriptions.retrieve(row.stripe_subscription_id);
    const card = await test.control.dashboard.addCard(String(customer), CARD_FAILING);
    await test.stripe.subscriptions.update(row.stripe_subscription_id, { default_payment_method: card.id });
    const { body } = await user.change('change', row.stripe_subscription_id, { planName: CREW });
    const link = body.subscription.unpaid_upgrade_url;
    const { id } = await getInvoice();
    await test.db.client.execute({ sql: `UPDATE invoices SET hosted_url = 'https://expired.example/'`, args: [] });
    const { hosted_invoice_url: page } = await test.stripe.invoices.retrieve(id);
    expect(await open(link)).toEqual({ status: 303, location: page });
    test.clock.advance(25 * HOUR_MS);
    expect((await open(link)).status).toBe(410);
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
    const run = await reconcile({ ...test.deps, payments: test.payments }, { actorId: null });
    const drifts = 'SELECT field FROM billing_drifts WHERE reconciliation_id = ? AND user_id = ?';
    expect(await selectRows(test, drifts, run, user.id)).toEqual([]);
  });
});
