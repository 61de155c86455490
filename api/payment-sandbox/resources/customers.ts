import { z } from 'zod';
import { noSuch, refuse, requireObject } from '../http/errors.ts';
import { embedList, listRoute, pageParams, paginate } from '../http/lists.ts';
import { email, integer, isWithin, mergeMetadata, metadata, text, timeFilter, unsettable } from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import { buildBalanceTransaction } from '../billing/objects/payment.ts';
import { attachPaymentMethod, resolvePaymentMethod } from '../payments/payment-methods.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';

type Customer = Kinds['customer'];

const address = z.strictObject({
  city: unsettable(text()).optional(),
  country: unsettable(text()).optional(),
  line1: unsettable(text()).optional(),
  line2: unsettable(text()).optional(),
  postal_code: unsettable(text()).optional(),
  state: unsettable(text()).optional(),
});
const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const fields = {
  address: unsettable(address).optional(),
  description: unsettable(text()).optional(),
  email: unsettable(email()).optional(),
  invoice_settings: z.strictObject({ default_payment_method: unsettable(text()).optional() }).optional(),
  metadata: metadata().optional(),
  name: unsettable(text(256)).optional(),
  phone: unsettable(text(20)).optional(),
  preferred_locales: z.array(text()).optional(),
  tax_exempt: unsettable(z.enum(['none', 'exempt', 'reverse'])).optional(),
};
const createParams = z.strictObject({ ...fields, payment_method: text().optional(), test_clock: text().optional() });
const updateParams = z.strictObject({ ...fields, balance: integer().optional() });
type Fields = z.output<typeof updateParams>;

function createCustomer(tx: Transaction, params: z.output<typeof createParams>): Customer {
  const clock = params.test_clock
    ? requireObject(tx, 'test_helpers.test_clock', params.test_clock, 'test_clock')
    : null;
  const inUse = clock ? tx.list('customer', (each) => each.test_clock === clock.id).length : 0;
  if (inUse >= 3) throw refuse('You can only create up to 3 customers per test clock.', { param: 'test_clock' });
  const customer = buildCustomer(tx, { test_clock: clock?.id ?? null });
  tx.put('customer', customer);
  if (params.payment_method) {
    const method = resolvePaymentMethod(tx, params.payment_method);
    tx.emit('payment_method.attached', attachPaymentMethod(tx, method.id, customer.id));
  }
  const created = tx.update('customer', customer.id, changeFields(tx, customer, params));
  tx.emit('customer.created', created);
  return created;
}

/** A new customer without any detail; the caller puts it and emits `customer.created`. */
export function buildCustomer(tx: Transaction, given: Partial<Customer> = {}): Customer {
  const id = tx.createId('customer');
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: tx.now(given.test_clock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  };
}

function changeFields(tx: Transaction, customer: Customer, params: Fields): Partial<Customer> {
  const { address, metadata: changedMetadata, invoice_settings: settings, tax_exempt: taxExempt, ...plain } = params;
  const { payment_method, test_clock, ...values } = plain as typeof plain & {
    payment_method?: string;
    test_clock?: string;
  };
  const method = settings?.default_payment_method;
  if (method && tx.find('payment_method', method)?.customer !== customer.id) {
    const message = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`;
    throw tx.find('payment_method', method)
      ? refuse(message, { param: 'invoice_settings[default_payment_method]', code: 'resource_missing' })
      : noSuch('payment_method', method, 'invoice_settings[default_payment_method]');
  }
  return {
    ...values,
    ...(address !== undefined && { address: address && { ...NO_ADDRESS, ...customer.address, ...address } }),
    ...(taxExempt !== undefined && { tax_exempt: taxExempt ?? 'none' }),
    ...(method !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: method },
    }),
    metadata: mergeMetadata(customer.metadata ?? {}, changedMetadata),
  } as Partial<Customer>;
}

/** Writes the change and its event, if anything changed. */
export function updateCustomer(tx: Transaction, id: string, changes: Partial<Customer>): Customer {
  const before = tx.get('customer', id);
  const after = tx.update('customer', id, changes);
  if (JSON.stringify(before) !== JSON.stringify(after)) tx.emit('customer.updated', after, before);
  return after;
}

/** Someone has changed the balance by hand; before the first payment in the currency of the account, which is that of its first price. */
function recordAdjustment(tx: Transaction, { id, balance, currency, test_clock }: Customer, before: number): void {
  const transaction = buildBalanceTransaction({
    id: tx.createId('customer_balance_transaction'),
    amount: balance - before,
    created: tx.now(test_clock),
    currency: currency ?? tx.list('price', () => true)[0]?.currency ?? '',
    customer: id,
    ending_balance: balance,
    invoice: null,
    type: 'adjustment',
  });
  tx.put('customer_balance_transaction', transaction);
}

export const customers: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/customers',
      params: createParams,
      handle: ({ tx, params }) => createCustomer(tx, params),
    }),
    listRoute({
      path: '/v1/customers',
      kind: 'customer',
      filters: { email: text().optional(), created: timeFilter().optional(), test_clock: text().optional() },
      matches: (customer, { email, created, test_clock }) =>
        (email === undefined || customer.email === email) &&
        (test_clock === undefined || customer.test_clock === test_clock) &&
        isWithin(customer.created, created),
    }),
    route({
      method: 'GET',
      path: '/v1/customers/:id',
      params: z.strictObject({}),
      handle: ({ tx, id }) => tx.find('sandbox.deleted_customer', id) ?? requireObject(tx, 'customer', id),
    }),
    route({
      method: 'POST',
      path: '/v1/customers/:id',
      params: updateParams,
      handle: ({ tx, params, id }) => {
        const customer = requireObject(tx, 'customer', id);
        const updated = updateCustomer(tx, id, changeFields(tx, customer, params));
        if (updated.balance !== customer.balance) recordAdjustment(tx, updated, customer.balance);
        return updated;
      },
    }),
    route({
      method: 'GET',
      path: '/v1/customers/:id/payment_methods',
      params: z.strictObject({ type: text().optional(), allow_redisplay: text().optional(), ...pageParams }),
      handle: ({ tx, params, id }) => {
        requireObject(tx, 'customer', id);
        const methods = tx.list(
          'payment_method',
          (method) => method.customer === id && (params.type ?? 'card') === 'card',
        );
        return paginate(methods.reverse(), params, {
          url: `/v1/customers/${id}/payment_methods`,
          kind: 'payment_method',
        });
      },
    }),
    route({
      method: 'GET',
      path: '/v1/customers/:id/balance_transactions',
      params: z.strictObject(pageParams),
      handle: ({ tx, params, id }) => {
        requireObject(tx, 'customer', id);
        const transactions = tx.list('customer_balance_transaction', ({ customer }) => customer === id).reverse();
        const url = `/v1/customers/${id}/balance_transactions`;
        return paginate(transactions, params, { url, kind: 'customer_balance_transaction' });
      },
    }),
  ],
  expandOnly: {
    customer: {
      subscriptions: (tx, { id }) =>
        embedList(
          tx.list('subscription', (each) => each.customer === id && each.status !== 'canceled').reverse(),
          `/v1/customers/${id}/subscriptions`,
        ),
      sources: (_tx, { id }) => embedList([], `/v1/customers/${id}/sources`),
      tax_ids: (_tx, { id }) => embedList([], `/v1/customers/${id}/tax_ids`),
      tax: () => ({ automatic_tax: 'unrecognized_location', ip_address: null, location: null }),
    },
  },
};
