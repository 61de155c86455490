import { expect, it, onTestFinished } from 'vitest';
import { syncUser } from '#api/features/subscriptions/sync/sync.service.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import type { Rewrite } from '../../support/payments/rewriting-proxy.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';

const AT_NUMBER = { type: 'eu_vat', value: 'ATU12345678' };

/** Two rates on one invoice of a company in Vienna. */
const taxInvoice: Rewrite = (object) => {
  if (object.object !== 'invoice') return;
  const tax = (amount: number, taxable: number) => ({
    amount,
    tax_behavior: 'exclusive',
    tax_rate_details: null,
    taxability_reason: 'standard_rated',
    taxable_amount: taxable,
    type: 'tax_rate_details',
  });
  Object.assign(object, {
    customer_name: 'Huber GmbH',
    customer_address: {
      line1: 'Neubaugasse 1',
      line2: null,
      city: 'Wien',
      state: null,
      postal_code: '1070',
      country: 'AT',
    },
    customer_tax_ids: [AT_NUMBER],
    total: 1160,
    total_taxes: [tax(120, 600), tax(40, 400)],
  });
};

async function createApp(options: Parameters<typeof createPaymentApp>[0] = {}): Promise<PaymentApp> {
  const test = await createPaymentApp(options);
  onTestFinished(() => test.close());
  return test;
}

async function readReceipt(test: PaymentApp, email: string): Promise<string> {
  const [mail] = await selectRows(
    test,
    "SELECT data FROM outbox WHERE kind = 'payment-receipt' AND to_email = ?",
    email,
  );
  return renderEmail(test.deps, 'payment-receipt', JSON.parse(String(mail?.data))).text;
}

it('A receipt lists net and tax by rate, the total, what the card paid, and the buyer in the order of their country', async () => {
  const test = await createApp({ rewrite: taxInvoice });
  const user = await createSubscriber(test);
  await user.subscribe();
  const text = await readReceipt(test, user.email);
  expect(text).toMatch(
    /Receipt: 000001\nPaid on: .*\nNet: .*10\.00\n20% Tax of .*6\.00: .*1\.20\n10% Tax of .*4\.00: .*0\.40\nTotal: .*11\.60\nPaid by card: /,
  );
  expect(text).toContain('Billed to Huber GmbH · Neubaugasse 1 · 1070 Wien · Austria · ATU12345678.');
});

it('A receipt of a price that includes tax which Stripe doesn’t know says how much of it is tax', async () => {
  const tax = { prices_include_tax: true, label: 'USt.', rate: 20, is_automatic: false };
  const test = await createApp({ settings: { tax } });
  const user = await createSubscriber(test);
  await user.subscribe();
  expect(await readReceipt(test, user.email)).toMatch(
    /Net: .*8\.33\n20% USt\.: .*1\.67\nTotal: .*10\.00\nPaid by card: .*10\.00/,
  );
});

it('Receipts are numbered in one sequence without a gap, each payment once, however often it is read', async () => {
  const test = await createApp();
  const users = [await createSubscriber(test), await createSubscriber(test), await createSubscriber(test)];
  await Promise.all(users.map((user) => user.subscribe()));
  for (const user of users) await syncUser({ ...test.deps, payments: test.payments }, user.id);
  await test.deliver();
  const numbers = await selectRows(test, 'SELECT number FROM receipt_numbers ORDER BY number');
  expect(numbers).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  const texts = await Promise.all(users.map(({ email }) => readReceipt(test, email)));
  expect(new Set(texts.map((text) => /Receipt: (\d+)/.exec(text)?.[1]))).toEqual(
    new Set(['000001', '000002', '000003']),
  );
});

it('A company without Stripe Tax charges its own rate, as one tax rate at Stripe that all invoices have', async () => {
  const tax = { prices_include_tax: false, label: 'USt.', rate: 20, is_automatic: false, charges_rate: true };
  const test = await createApp({ settings: { tax } });
  const users = [await createSubscriber(test), await createSubscriber(test)];
  for (const user of users) await user.subscribe();
  expect((await test.stripe.taxRates.list()).data).toMatchObject([
    { display_name: 'USt.', percentage: 20, inclusive: false },
  ]);
  expect(await readReceipt(test, users[1]?.email ?? '')).toMatch(
    /Net: .*10\.00\n20% USt\.: .*2\.00\nTotal: .*12\.00\nPaid by card: .*12\.00/,
  );
});

it('Emails about refunds in part say net and tax by rate, correct the invoice, name both companies, and their tax adds up to that of the invoice', async () => {
  const tax = { prices_include_tax: false, label: 'USt.', rate: 20, is_automatic: false, charges_rate: true };
  const rewrite: Rewrite = (object) => {
    if (object.object === 'invoice')
      Object.assign(object, { customer_name: 'Huber GmbH', customer_tax_ids: [AT_NUMBER] });
  };
  const test = await createApp({ settings: { tax }, rewrite });
  const user = await createSubscriber(test);
  await user.subscribe();
  const [invoice] = await selectRows(test, 'SELECT stripe_invoice_id AS id, number FROM invoices');
  let refundedBefore = 0;
  for (const amount of [100, 100, 1000]) {
    const refund = { amount, reason: null, refundedBefore };
    await test.payments.refundInvoice(String(invoice?.id), refund, `refund-${refundedBefore}`);
    await test.deliver();
    refundedBefore += amount;
  }
  const mails = await selectRows(test, "SELECT data FROM outbox WHERE kind = 'payment-refunded' ORDER BY id");
  const texts = mails.map(({ data }) => renderEmail(test.deps, 'payment-refunded', JSON.parse(String(data))).text);
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(/Refunded on: .*\nNet: .*0\.83\n20% USt\.: .*0\.17\nRefunded: .*1\.00/);
  expect(texts[1]).toMatch(/Refunded on: .*\nNet: .*0\.84\n20% USt\.: .*0\.16\nRefunded: .*1\.00/);
  expect(texts[2]).toMatch(/Refunded on: .*\nNet: .*8\.33\n20% USt\.: .*1\.67\nRefunded: .*10\.00/);
  for (const text of texts) {
    expect(text).toContain('Billed to Huber GmbH');
    expect(text).toContain('ATU12345678');
    expect(text).toMatch(new RegExp(`This email corrects invoice ${String(invoice?.number)} of .*\\d{4}\\. Keep it`));
    expect(text).toMatch(/Sold by /);
  }
});
