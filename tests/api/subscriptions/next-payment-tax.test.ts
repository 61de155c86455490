import { afterEach, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
afterEach(() => test.close());

/** A subscriber whose invoices have a rate of the company, in or on top of the price. */
async function subscribe(prices_include_tax: boolean) {
  const tax = { prices_include_tax, label: 'VAT', rate: 20, charges_rate: true, is_automatic: false };
  test = await createPaymentApp({ settings: { tax } });
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await test.deliver();
  const readNext = async () => (await user.call('GET', `/user/${user.id}`)).body.subscriptions[0].next_payment;
  return { user, id, readNext };
}

it.each([
  ['that comes on top', false],
  ['that is a part of the price', true],
])(
  'The next payment of a subscription, and that after a change, is what Stripe will charge with tax %s',
  async (_, included) => {
    const { user, id, readNext } = await subscribe(included);
    const due = async () => (await test.stripe.invoices.createPreview({ subscription: id })).amount_due;
    expect(await readNext()).toEqual({ amount: await due(), currency: 'nzd' });
    expect(await due()).toBe(included ? 1000 : 1200);
    const { body: offer } = await user.change('change-preview', id, { planName: CREW });
    await user.change('change', id, { planName: CREW, prorationDate: offer.proration_date });
    expect(offer.next_payment).toBe(await due());
    expect(await due()).toBe(included ? 3000 : 3600);
  },
);
