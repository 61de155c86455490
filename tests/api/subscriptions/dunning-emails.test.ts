import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { CARD_FAILING, createSubscriber } from '../../support/payments/subscriber.ts';
import { SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

it('the emails about a failed payment lead to where it is paid without signing in; the last says why the subscription ended', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  const { customerId, currentPeriodEnd } = await test.payments.getSubscription(id);
  const bad = await test.control.dashboard.addCard(customerId, CARD_FAILING);
  await test.stripe.subscriptions.update(id, { default_payment_method: bad.id });
  await test.control.advanceTo(currentPeriodEnd / 1_000 + 2 * 3600);
  await test.deliver();
  const readMails = async () =>
    (await selectRows(test, 'SELECT kind, data FROM outbox WHERE to_email = ? ORDER BY id', user.email)).map((row) => ({
      kind: String(row.kind),
      ...renderEmail(test.deps, row.kind as 'payment-failed', JSON.parse(String(row.data))),
    }));
  const failed = (await readMails()).find(({ kind }) => kind === 'payment-failed');
  const link = /https?:\S+\/api\/subscriptions\/pay\/\S+/.exec(failed?.text ?? '')?.[0] ?? '';
  const open = async (url: string) => (await test.app.request(new URL(url).pathname)).headers.get('location');
  const { latestInvoiceId } = await test.payments.getSubscription(id);
  const { hostedUrl } = await test.payments.getInvoice(String(latestInvoiceId));
  expect(await open(link)).toBe(hostedUrl);
  expect(await open(`${link.slice(0, -4)}AAAA`)).toBe(`${test.deps.site.url}/subscriptions`);

  await test.control.advanceTo(currentPeriodEnd / 1_000 + 40 * 24 * 3600);
  await test.deliver();
  const last = (await readMails()).at(-1);
  expect(last?.kind).toBe('subscription-cancelled');
  expect(last?.subject).toBe('Buoy Solo has ended because the payment failed');
  expect(last?.text).toContain('because we couldn’t take your payment');
  // Nothing is to be paid for what nobody gets any more.
  expect(await open(link)).toBe(`${test.deps.site.url}/subscriptions`);
  const { body } = await user.call('GET', `/user/${user.id}`);
  expect(body.subscriptions).toMatchObject([{ is_ended_unpaid: true, ended_at: expect.any(String) }]);
  expect(Date.parse(body.subscriptions[0].ended_at)).toBeLessThan(Date.parse(body.subscriptions[0].current_period_end));
});
