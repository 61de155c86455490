import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { postForm } from '../../support/payments/post-form.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { CARD_FAILING, CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { BUOY_ID, SOLO } from '../../support/payments/tideworks.ts';

const HOUR_SECONDS = 3_600;

let test: PaymentApp;
let user: Subscriber;
let id: string;
let customerId: string;
let badCard: string;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

/** A subscriber whose renewal was declined. */
beforeEach(async () => {
  user = await createSubscriber(test);
  id = await user.subscribe(SOLO);
  const { customerId: customer, currentPeriodEnd } = await test.payments.getSubscription(id);
  customerId = customer;
  badCard = (await test.control.dashboard.addCard(customer, CARD_FAILING)).id;
  await test.stripe.subscriptions.update(id, { default_payment_method: badCard });
  await test.control.advanceTo(currentPeriodEnd / 1_000 + 2 * HOUR_SECONDS);
  await test.deliver();
});

/** The event of the new card, and then those of the payment that it led to. */
async function settle() {
  await test.deliver();
  await test.deliver();
}

const getStatus = async () => (await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`)).body.subscription?.status;
const findOpenInvoice = async () => (await test.stripe.invoices.list({ subscription: id, status: 'open' })).data[0];
const getDefaultCard = async () => (await test.stripe.subscriptions.retrieve(id)).default_payment_method;
const addCard = async (card: string) => (await test.control.dashboard.addCard(customerId, card)).id;
const addGoodCard = () => addCard(CARD_OK);

describe('an invoice whose payment failed', () => {
  it('is tried again with the card that the portal set on the subscription', async () => {
    expect(await getStatus()).toBe('past_due');
    const card = await addGoodCard();
    await test.stripe.subscriptions.update(id, { default_payment_method: card });
    await settle();
    expect(await getStatus()).toBe('active');
    expect(await findOpenInvoice()).toBeUndefined();
  });

  it('is tried again with the card that the portal set on the customer, which becomes that of the subscription', async () => {
    const card = await addGoodCard();
    await test.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } });
    await settle();
    expect(await getStatus()).toBe('active');
    expect(await getDefaultCard()).toBe(card);
  });

  it('leaves the card that paid it by ‘Pay now’ on the subscription', async () => {
    const invoice = await findOpenInvoice();
    await postForm(invoice?.hosted_invoice_url ?? '', {
      number: CARD_OK,
      expiry: '12 / 34',
      cvc: '123',
      name: 'Mere Tane',
    });
    await test.deliver();
    expect(await getStatus()).toBe('active');
    expect(await getDefaultCard()).not.toBe(badCard);
  });

  it('is not tried again with the card that failed', async () => {
    const before = (await test.stripe.charges.list({ customer: customerId })).data.length;
    await test.stripe.customers.update(customerId, { name: 'Mere Tane' });
    await test.stripe.subscriptions.update(id, { metadata: { note: 'looked at' } });
    await test.deliver();
    expect((await test.stripe.charges.list({ customer: customerId })).data).toHaveLength(before);
    expect(await getStatus()).toBe('past_due');
  });

  it('keeps the person’s own newer card when it is declined, too, and does not charge the old default again', async () => {
    await test.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: badCard } });
    const newCard = await addCard(CARD_FAILING);
    await test.stripe.subscriptions.update(id, { default_payment_method: newCard });
    await settle();
    const charges = (await test.stripe.charges.list({ customer: customerId })).data;
    expect(charges.map((charge) => charge.payment_method).slice(0, 2)).toEqual([newCard, badCard]);
    await settle();
    expect(await getDefaultCard()).toBe(newCard);
    expect((await test.stripe.charges.list({ customer: customerId })).data).toHaveLength(charges.length);
    const mails = await selectRows(
      test,
      "SELECT id FROM outbox WHERE kind = 'payment-failed' AND to_email = ?",
      user.email,
    );
    expect(mails).toHaveLength(1);
  });

  it('is not tried with a default of the customer that is older than the card that the person chose', async () => {
    const older = await addCard(CARD_OK);
    await test.control.advanceTo(test.control.now() + HOUR_SECONDS);
    const chosen = await addCard(CARD_FAILING);
    await test.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: older } });
    await test.stripe.subscriptions.update(id, { default_payment_method: chosen });
    await settle();
    await settle();
    expect(await getDefaultCard()).toBe(chosen);
    expect(await getStatus()).toBe('past_due');
  });

  it('can’t be paid for nothing once the subscription has ended', async () => {
    const invoice = await findOpenInvoice();
    await test.stripe.subscriptions.cancel(id);
    await test.deliver();
    expect((await test.stripe.invoices.retrieve(invoice?.id ?? '')).status).toBe('void');
    const { body } = await user.call('GET', `/user/${user.id}/billing`);
    expect(body.past_due).toBeNull();
  });

  it('of a subscription that had ended before its invoices were voided is voided at the next start', async () => {
    const invoice = await findOpenInvoice();
    await test.stripe.subscriptions.cancel(id);
    // As an earlier version left it: the end is written, the invoice is open.
    await selectRows(
      test,
      "UPDATE subscriptions SET status = 'canceled', ended_at = 1 WHERE stripe_subscription_id = ?",
      id,
    );
    const worker = new BillingWorker({ ...test.deps, payments: test.payments });
    worker.start();
    await vi.waitFor(async () => {
      const rows = await selectRows(test, 'SELECT status FROM invoices WHERE stripe_invoice_id = ?', invoice?.id ?? '');
      expect(rows).toEqual([{ status: 'void' }]);
    }, HANG_MS);
    await worker.stop();
    expect((await test.stripe.invoices.retrieve(invoice?.id ?? '')).status).toBe('void');
  });
});
