import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startWebhookReceiver } from '../../support/payments/webhook-receiver.ts';

const SUCCESS_URL = 'http://localhost/subscription/success?session_id={CHECKOUT_SESSION_ID}';

describe('a checkout session', () => {
  it('makes subscription and paid invoice only when the card is charged, and announces them in Stripe’s order', async () => {
    const receiver = await startWebhookReceiver();
    const { stripe, control } = await startTestSandbox({ webhook: receiver });
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      client_reference_id: 'user_1',
      line_items: [{ price: 'price_creator', quantity: 1 }],
      success_url: SUCCESS_URL,
      subscription_data: { metadata: { user: 'user_1' }, billing_mode: { type: 'flexible' } },
    });
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
      invoice: null,
      payment_intent: null,
      amount_total: 1000,
      expires_at: session.created + 86_400,
      customer_details: null,
    });

    const result = await control.pay(session.id, { card: '4242424242424242' });
    expect(result).toMatchObject({
      status: 'complete',
      redirectUrl: `http://localhost/subscription/success?session_id=${session.id}`,
    });
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments', 'line_items'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'ada@example.com' },
      line_items: { data: [{ amount_total: 1000, price: { id: 'price_creator' } }] },
      subscription: {
        status: 'active',
        metadata: { user: 'user_1' },
        items: { data: [{ price: { id: 'price_creator' }, quantity: 1 }] },
        latest_invoice: {
          status: 'paid',
          billing_reason: 'subscription_create',
          amount_due: 1000,
          amount_paid: 1000,
          amount_remaining: 0,
          attempt_count: 1,
          parent: { subscription_details: { metadata: { user: 'user_1' } } },
          lines: { data: [{ description: '1 × Creator (at $10.00 / month)', amount: 1000 }] },
          payments: { data: [{ status: 'paid', is_default: true, payment: { type: 'payment_intent' } }] },
        },
      },
    });
    await control.whenDelivered();
    expect(receiver.types()).toEqual([
      'customer.created',
      'charge.succeeded',
      'payment_method.attached',
      'customer.updated',
      'checkout.session.completed',
      'customer.subscription.created',
      'payment_intent.succeeded',
      'payment_intent.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'invoice.updated',
    ]);
  });
});
