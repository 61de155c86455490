import type Stripe from 'stripe';

/** A permission of a restricted key, the calls of the port that need it, and a request that finds out whether a key has it. */
export type KeyPermission = {
  /** As Stripe's refusals call it: 'rak_coupon_write'. */
  resource: string;
  /** As the dashboard calls it. */
  label: string;
  access: 'read' | 'write';
  /** Without it nothing can be sold, or what was sold isn't known; else only what it is for fails. */
  isNeeded: boolean;
  use: string;
  /** Routes of the adapter; a test compares them with those that are really called. */
  routes: readonly string[];
  /** Changes nothing. It is refused for want of the permission first, whatever else is wrong with it. */
  probe: (stripe: Stripe) => Promise<unknown>;
};

/** An id that no object has. */
const NOWHERE = 'permission_check';

const needed = { isNeeded: true } as const;
const optional = { isNeeded: false } as const;

/** Everything that the adapter asks of Stripe. The name of the account, which needs a permission of its own, is done without. */
export const keyPermissions: readonly KeyPermission[] = [
  {
    ...needed,
    resource: 'customer',
    label: 'Customers',
    access: 'write',
    use: 'one customer for each person who buys, with their address',
    routes: ['POST /v1/customers', 'DELETE /v1/customers/:id', 'GET /v1/customers/:id', 'POST /v1/customers/:id'],
    probe: (stripe) => stripe.customers.update(`cus_${NOWHERE}`, {}),
  },
  {
    ...needed,
    resource: 'checkout_session',
    label: 'Checkout Sessions',
    access: 'write',
    use: 'the payment page',
    routes: ['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/:id', 'POST /v1/checkout/sessions/:id/expire'],
    probe: (stripe) => stripe.checkout.sessions.expire(`cs_test_${NOWHERE}`),
  },
  {
    ...needed,
    resource: 'subscription',
    label: 'Subscriptions',
    access: 'write',
    use: 'changes of plan, also scheduled ones, and cancellations',
    routes: [
      'POST /v1/subscription_schedules',
      'GET /v1/subscription_schedules/:id',
      'POST /v1/subscription_schedules/:id',
      'POST /v1/subscription_schedules/:id/release',
      'GET /v1/subscriptions',
      'DELETE /v1/subscriptions/:id',
      'GET /v1/subscriptions/:id',
      'POST /v1/subscriptions/:id',
    ],
    probe: (stripe) => stripe.subscriptions.update(`sub_${NOWHERE}`, {}),
  },
  {
    ...needed,
    resource: 'invoice',
    label: 'Invoices',
    access: 'write',
    use: 'previews of changes, open invoices, links',
    routes: [
      'GET /v1/invoice_payments',
      'GET /v1/invoices',
      'GET /v1/invoices/:id',
      'POST /v1/invoices/:id/pay',
      'POST /v1/invoices/:id/void',
      'POST /v1/invoices/create_preview',
    ],
    probe: (stripe) => stripe.invoices.update(`in_${NOWHERE}`, {}),
  },
  {
    ...needed,
    resource: 'charge',
    label: 'Charges and Refunds',
    access: 'write',
    use: 'refunds, and what was refunded',
    routes: ['GET /v1/charges', 'GET /v1/charges/:id', 'GET /v1/refunds', 'POST /v1/refunds', 'GET /v1/refunds/:id'],
    probe: (stripe) => stripe.refunds.create({ payment_intent: `pi_${NOWHERE}` }),
  },
  {
    ...needed,
    resource: 'payment_intent',
    label: 'PaymentIntents',
    access: 'read',
    use: 'which card failed, or paid',
    routes: ['GET /v1/payment_intents/:id'],
    probe: (stripe) => stripe.paymentIntents.retrieve(`pi_${NOWHERE}`),
  },
  {
    ...needed,
    resource: 'dispute',
    label: 'Disputes',
    access: 'read',
    use: 'payments that customers dispute',
    routes: ['GET /v1/disputes', 'GET /v1/disputes/:id'],
    probe: (stripe) => stripe.disputes.retrieve(`du_${NOWHERE}`),
  },
  {
    ...optional,
    resource: 'credit_note',
    label: 'Credit notes',
    access: 'read',
    use: 'credit notes of the dashboard, in the books of a month',
    routes: ['GET /v1/credit_notes'],
    probe: (stripe) => stripe.creditNotes.list({ limit: 1 }),
  },
  {
    ...needed,
    resource: 'payment_method',
    label: 'Payment Methods',
    access: 'read',
    use: 'the card that pays next',
    routes: [],
    probe: (stripe) => stripe.paymentMethods.retrieve(`pm_${NOWHERE}`),
  },
  {
    ...needed,
    resource: 'coupon',
    label: 'Coupons',
    access: 'read',
    use: 'discounts of subscriptions',
    routes: ['GET /v1/coupons'],
    probe: (stripe) => stripe.coupons.list({ limit: 1 }),
  },
  {
    ...optional,
    resource: 'coupon',
    label: 'Coupons',
    access: 'write',
    use: 'new coupons for a user, and promotion codes',
    routes: ['POST /v1/coupons'],
    probe: (stripe) => stripe.coupons.update(NOWHERE, {}),
  },
  {
    ...optional,
    resource: 'promotion_code',
    label: 'Promotion Codes',
    access: 'read',
    use: 'the field for a code on the payment page',
    routes: ['GET /v1/promotion_codes'],
    probe: (stripe) => stripe.promotionCodes.list({ limit: 1 }),
  },
  {
    ...optional,
    resource: 'promotion_code',
    label: 'Promotion Codes',
    access: 'write',
    use: 'promotion codes that are created on Plans',
    routes: ['POST /v1/promotion_codes', 'POST /v1/promotion_codes/:id'],
    probe: (stripe) => stripe.promotionCodes.update(`promo_${NOWHERE}`, {}),
  },
  {
    ...needed,
    resource: 'customer_portal',
    label: 'Customer portal',
    access: 'write',
    use: 'the page where people change their card and their billing details',
    routes: [
      'GET /v1/billing_portal/configurations',
      'POST /v1/billing_portal/configurations',
      'POST /v1/billing_portal/sessions',
    ],
    probe: (stripe) => stripe.billingPortal.sessions.create({ customer: `cus_${NOWHERE}` }),
  },
  {
    ...needed,
    resource: 'product',
    label: 'Products',
    access: 'read',
    use: 'the comparison with what the site says',
    routes: [],
    probe: (stripe) => stripe.products.list({ limit: 1 }),
  },
  {
    ...optional,
    resource: 'product',
    label: 'Products',
    access: 'write',
    use: 'products that follow the names of their plans, and the webhook that a rehearsal waits for',
    routes: ['POST /v1/products/:id'],
    probe: (stripe) => stripe.products.update(`prod_${NOWHERE}`, {}),
  },
  {
    ...needed,
    resource: 'price',
    label: 'Prices',
    access: 'read',
    use: 'the comparison with what the site says',
    routes: ['GET /v1/prices/:id'],
    probe: (stripe) => stripe.prices.list({ limit: 1 }),
  },
  {
    ...optional,
    resource: 'price',
    label: 'Prices',
    access: 'write',
    use: 'prices that are created on Plans',
    routes: ['POST /v1/prices', 'POST /v1/prices/:id'],
    probe: (stripe) => stripe.prices.update(`price_${NOWHERE}`, {}),
  },
  {
    ...optional,
    resource: 'tax_rate',
    label: 'Tax Rates',
    access: 'read',
    use: 'names of taxes on receipts and in the books',
    routes: ['GET /v1/tax_rates', 'GET /v1/tax_rates/:id'],
    probe: (stripe) => stripe.taxRates.list({ limit: 1 }),
  },
  {
    ...optional,
    resource: 'tax_rate',
    label: 'Tax Rates',
    access: 'write',
    use: 'purchases where the settings say ‘Charge this rate’',
    routes: ['POST /v1/tax_rates'],
    probe: (stripe) => stripe.taxRates.update(`txr_${NOWHERE}`, {}),
  },
  {
    ...optional,
    resource: 'balance',
    label: 'Balance',
    access: 'read',
    use: 'fees in the books',
    routes: [],
    // The permission to read charges is needed in any case, and has a row of its own.
    probe: (stripe) => stripe.charges.list({ limit: 1, expand: ['data.balance_transaction'] }),
  },
  {
    ...needed,
    resource: 'event',
    label: 'Events',
    access: 'read',
    use: 'events that didn’t arrive',
    routes: ['GET /v1/events'],
    probe: (stripe) => stripe.events.list({ limit: 1 }),
  },
  {
    ...needed,
    resource: 'webhook_endpoint',
    label: 'Webhook Endpoints',
    access: 'read',
    use: 'the check of the webhook',
    routes: ['GET /v1/webhook_endpoints', 'GET /v1/webhook_endpoints/:id'],
    probe: (stripe) => stripe.webhookEndpoints.list({ limit: 1 }),
  },
  {
    ...optional,
    resource: 'webhook_endpoint',
    label: 'Webhook Endpoints',
    access: 'write',
    use: 'missing events that the check adds by itself',
    routes: ['POST /v1/webhook_endpoints/:id'],
    probe: (stripe) => stripe.webhookEndpoints.update(`we_${NOWHERE}`, {}),
  },
];

/** 'Coupons: Write' */
export const formatPermission = ({ label, access }: Pick<KeyPermission, 'label' | 'access'>): string =>
  `${label}: ${access === 'write' ? 'Write' : 'Read'}`;
