import { afterEach, expect, it } from 'vitest';
import { syncIncomplete } from '#api/features/subscriptions/sync/sync.service.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import type { Rewrite } from '../../support/payments/rewriting-proxy.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
afterEach(() => test.close());

/** An invoice as Stripe answers it for a company in Vienna, with 20 % on top. */
const taxInvoice: Rewrite = (object) => {
  if (object.object !== 'invoice') return;
  Object.assign(object, {
    customer_name: 'Tischlerei Huber GmbH',
    customer_address: {
      line1: 'Neubaugasse 1',
      line2: null,
      city: 'Wien',
      state: null,
      postal_code: '1070',
      country: 'AT',
    },
    customer_tax_ids: [{ type: 'eu_vat', value: 'ATU12345678' }],
    total: 1200,
    total_taxes: [
      {
        amount: 200,
        tax_behavior: 'exclusive',
        tax_rate_details: null,
        taxability_reason: 'standard_rated',
        taxable_amount: 1000,
        type: 'tax_rate_details',
      },
    ],
  });
};

const readInvoice = async () => {
  const [row] = await selectRows(test, 'SELECT * FROM invoices ORDER BY id LIMIT 1');
  return row;
};

it('An invoice is stored with its taxes by rate, the customer, their number and what the payment cost', async () => {
  test = await createPaymentApp({ rewrite: taxInvoice });
  const user = await createSubscriber(test);
  await user.subscribe();
  const row = await readInvoice();
  expect(row).toMatchObject({
    subtotal: 1000,
    discount: 0,
    tax: 200,
    total: 1200,
    quantity: 1,
    balance_used: 0,
    customer_name: 'Tischlerei Huber GmbH',
    customer_country: 'AT',
    customer_tax_number: 'ATU12345678',
    fee: 40,
    fee_currency: 'nzd',
    exchange_rate: null,
  });
  expect(row?.issued_at).not.toBeNull();
  expect(JSON.parse(String(row?.taxes))).toEqual([
    {
      name: 'Tax',
      percent: 20,
      country: 'AT',
      isInclusive: false,
      taxable: 1000,
      amount: 200,
      reason: 'standard_rated',
    },
  ]);
  expect(JSON.parse(String(row?.customer_address))).toMatchObject({ city: 'Wien', postalCode: '1070' });
});

it('The name and address of a customer leave the invoices with the account, the country and the tax number stay', async () => {
  test = await createPaymentApp({ rewrite: taxInvoice });
  const user = await createSubscriber(test);
  await user.subscribe();
  await test.db.client.execute('UPDATE invoices SET user_id = NULL, subtotal = NULL');
  await test.db.client.execute({ sql: 'DELETE FROM users WHERE id = ?', args: [user.id] });
  await syncIncomplete({ ...test.deps, payments: test.payments });
  expect(await readInvoice()).toMatchObject({
    subtotal: 1000,
    customer_name: null,
    customer_address: null,
    customer_country: 'AT',
    customer_tax_number: 'ATU12345678',
  });
});

it('An invoice of an earlier version gets its taxes by the next hourly comparison', async () => {
  test = await createPaymentApp({ rewrite: taxInvoice });
  const user = await createSubscriber(test);
  await user.subscribe();
  await test.db.client.execute('UPDATE invoices SET subtotal = NULL, tax = NULL, taxes = NULL, fee = NULL');
  await syncIncomplete({ ...test.deps, payments: test.payments });
  expect(await readInvoice()).toMatchObject({ subtotal: 1000, tax: 200, fee: 40 });
});

it('A price that includes tax which Stripe doesn’t know has it on the invoice, as it was when the invoice was issued', async () => {
  test = await createPaymentApp();
  const { settings } = test.deps.site;
  Object.assign(settings.tax, { prices_include_tax: true, label: 'USt.', rate: 20, is_automatic: false });
  settings.company.country = 'AT';
  const user = await createSubscriber(test);
  await user.subscribe();
  const taxes = [
    { name: 'USt.', percent: 20, country: 'AT', isInclusive: true, taxable: 833, amount: 167, reason: null },
  ];
  expect(JSON.parse(String((await readInvoice())?.taxes))).toEqual(taxes);
  settings.tax.rate = 10;
  await user.call('GET', '/');
  await test.deliver();
  expect(JSON.parse(String((await readInvoice())?.taxes))).toEqual(taxes);
});

it('A refund and a dispute are stored with what they cost and did to the balance', async () => {
  test = await createPaymentApp();
  const user = await createSubscriber(test);
  await user.subscribe(SOLO, '4000000000000259');
  await test.deliver();
  const [dispute] = await selectRows(test, 'SELECT stripe_dispute_id, movements FROM disputes');
  expect(JSON.parse(String(dispute?.movements))).toMatchObject([{ amount: -1000, fee: 2000, currency: 'nzd' }]);
  await test.control.dashboard.closeDispute(String(dispute?.stripe_dispute_id), 'won');
  await test.deliver();
  const [won] = await selectRows(test, 'SELECT movements FROM disputes');
  expect(JSON.parse(String(won?.movements))).toMatchObject([{ amount: -1000 }, { amount: 1000, fee: 0 }]);
});
