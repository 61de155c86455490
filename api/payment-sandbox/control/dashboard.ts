import { createCreditNote, voidCreditNote } from '../billing/invoices/credit-notes.ts';
import { payInvoice } from '../billing/invoices/pay-invoice.ts';
import { finalizeInvoice } from '../billing/invoices/finalize-invoice.ts';
import { closeDispute } from '../billing/payments.ts';
import { replaceCard } from '../billing/portal.ts';
import { createSubscription } from '../billing/subscriptions/create-subscription.ts';
import {
  buildCoupon,
  buildPrice,
  buildProduct,
  type Coupon,
  type Price,
  type Product,
  type Recurring,
} from '../objects/catalogue.ts';
import type { PaymentMethod } from '../objects/customer.ts';
import type { CreditNote } from '../objects/invoice.ts';
import type { WebhookEndpoint } from '../objects/pages.ts';
import type { Dispute } from '../objects/payment.ts';
import type { Subscription } from '../objects/subscription.ts';
import { attachPaymentMethod, createPaymentMethod } from '../cards/payment-methods.ts';
import type { Engine } from '../state/engine.ts';
import { createEndpoint, deleteEndpoint } from '../webhooks/endpoints.ts';

type Sale = { customer: string; price: string; quantity?: number; coupon?: string | undefined; paymentMethod: string };

/** What people do at Stripe, in its dashboard or portal, without a call of ours. */
export type Dashboard = {
  createProduct(fields: { name: string }): Promise<Product>;
  updateProduct(id: string, fields: Partial<Pick<Product, 'active' | 'description' | 'name'>>): Promise<Product>;
  createPrice(
    fields: Pick<Price, 'currency' | 'product' | 'unit_amount'> & { recurring: Pick<Recurring, 'interval'> },
  ): Promise<Price>;
  updatePrice(id: string, fields: { active: boolean }): Promise<Price>;
  createCoupon(fields: Partial<Coupon>): Promise<Coupon>;
  /** Saves a card for a customer. @throws StripeError for one that cannot be saved. */
  addCard(customer: string, number: string): Promise<PaymentMethod>;
  /** A new card pays all subscriptions of a customer, as after a visit to the portal. */
  replaceCard(customer: string, number: string): Promise<void>;
  /** Sells a subscription past the checkout. */
  createSubscription(sale: Sale & { metadata?: Record<string, string> }): Promise<Subscription>;
  /** Credits a part of a paid invoice to the balance of its customer. */
  createCreditNote(fields: { invoice: string; amount: number }): Promise<CreditNote>;
  voidCreditNote(id: string): Promise<CreditNote>;
  closeDispute(id: string, status: 'won' | 'lost'): Promise<Dispute>;
  createEndpoint(fields: { url: string; secret?: string; enabled_events?: string[] }): Promise<WebhookEndpoint>;
  deleteEndpoint(id: string): Promise<void>;
};

export const createDashboard = (engine: Engine, baseUrl: () => string): Dashboard => ({
  createProduct: (fields) =>
    engine.run((tx) => {
      const product = tx.put('product', buildProduct({ id: tx.createId('product'), created: tx.now(), ...fields }));
      tx.emit('product.created', product);
      return product;
    }),
  updateProduct: (id, fields) =>
    engine.run((tx) => {
      const product = tx.update('product', id, fields);
      tx.emit('product.updated', product);
      return product;
    }),
  createPrice: ({ recurring, ...fields }) =>
    engine.run((tx) => {
      const id = tx.createId('price');
      const monthly = { interval_count: 1, usage_type: 'licensed', ...recurring } as const;
      const price = tx.put('price', buildPrice({ id, created: tx.now(), recurring: monthly, ...fields }));
      tx.emit('price.created', price);
      return price;
    }),
  updatePrice: (id, fields) =>
    engine.run((tx) => {
      const price = tx.update('price', id, fields);
      tx.emit('price.updated', price);
      return price;
    }),
  createCoupon: (fields) =>
    engine.run((tx) => {
      const coupon = tx.put('coupon', buildCoupon({ id: tx.createId('coupon'), created: tx.now(), ...fields }));
      tx.emit('coupon.created', coupon);
      return coupon;
    }),
  addCard: (customer, number) =>
    engine.run((tx) => {
      const method = attachPaymentMethod(tx, createPaymentMethod(tx, { number }).id, customer);
      tx.emit('payment_method.attached', method);
      return method;
    }),
  replaceCard: (customer, number) => engine.run((tx) => void replaceCard(tx, customer, { card: { number } })),
  createSubscription: ({ price, quantity = 1, metadata = {}, coupon, ...sale }) =>
    engine.run((tx) => {
      const work = { tx, baseUrl: baseUrl() };
      const { subscription, draft } = createSubscription(tx, {
        ...sale,
        price: tx.get('price', price),
        quantity,
        metadata,
        discounts: coupon ? [{ coupon }] : [],
      });
      tx.emit('customer.subscription.created', subscription);
      tx.emit('invoice.created', draft);
      const open = finalizeInvoice(work, draft);
      if (open.status === 'open') payInvoice(work, open, { isOffSession: false });
      return subscription;
    }),
  createCreditNote: (fields) => engine.run((tx) => createCreditNote(tx, fields)),
  voidCreditNote: (id) => engine.run((tx) => voidCreditNote(tx, id)),
  closeDispute: (id, status) => engine.run((tx) => closeDispute(tx, id, status)),
  createEndpoint: (fields) => engine.run((tx) => createEndpoint(tx, fields)),
  deleteEndpoint: (id) => engine.run((tx) => deleteEndpoint(tx, id)),
});
