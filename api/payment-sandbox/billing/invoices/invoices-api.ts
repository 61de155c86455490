import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, createdSince, text, unsettable } from '../../http/params.ts';
import { type Call, type ExpandOnly, listRoute, retrieveRoute, type Route, route } from '../../http/route.ts';
import type { Invoice } from '../../objects/invoice.ts';
import { endOfPeriod, isEnded, type Subscription } from '../../objects/subscription.ts';
import { embedList } from '../../objects/wire.ts';
import { requireOwnMethod } from '../../cards/payment-methods.ts';
import type { Transaction } from '../../state/transaction.ts';
import { startDuePhase } from '../schedules/start-due-phase.ts';
import { endDueTrial, startNextPeriods } from '../subscriptions/advance-subscription.ts';
import { itemsParams, putItems } from '../subscriptions/change-items.ts';
import { closeInvoice, collectInvoice } from './collect-invoice.ts';
import { draftInvoice } from './draft-invoice.ts';
import { finalizeInvoice } from './finalize-invoice.ts';
import { paymentError } from './pay-invoice.ts';

const previewParams = z.strictObject({
  subscription: text(),
  subscription_details: z
    .strictObject({ ...itemsParams, default_tax_rates: unsettable(z.array(text())).optional() })
    .optional(),
});

/** Runs the real change, copies its invoice and discards all changes, so that preview and invoice have the same amounts. */
function createPreview({ tx, params }: Call<z.output<typeof previewParams>>): Invoice {
  const before = requireObject(tx, 'subscription', params.subscription, 'subscription');
  if (isEnded(before)) throw noUpcoming();
  const { default_tax_rates: rates, ...details } = params.subscription_details ?? {};
  const subscription =
    rates === undefined
      ? before
      : tx.update('subscription', before.id, {
          default_tax_rates: (rates ?? []).map((id) => requireObject(tx, 'tax_rate', id, 'default_tax_rates[0]')),
        });
  const draft =
    (params.subscription_details && putItems(tx, subscription, details)) ?? draftNextCycle(tx, subscription.id);
  tx.discard();
  if (draft.lines.data.length === 0) throw noUpcoming();
  return { ...draft, billing_reason: 'upcoming', id: draft.id.replace(/^in_/, 'upcoming_in_'), auto_advance: false };
}

/** The draft of the next renewal. A scheduled phase that begins then is started first. */
function draftNextCycle(tx: Transaction, id: string): Invoice {
  const current: Subscription = tx.get('subscription', id);
  const end = endOfPeriod(current);
  tx.setNow(end);
  const isCanceled = current.cancel_at !== null && current.cancel_at <= end;
  const phased = isCanceled ? current : startDuePhase(tx, current);
  if (isCanceled || isEnded(phased)) return draftInvoice(tx, phased, { reason: 'upcoming', cycleItems: [] });
  const begun = endDueTrial(tx, phased);
  if (isEnded(begun)) return draftInvoice(tx, begun, { reason: 'upcoming', cycleItems: [] });
  const data = startNextPeriods(begun, end);
  const moved = tx.update('subscription', id, { items: { ...begun.items, data } });
  const cycleItems = data.filter((item, index) => item !== begun.items.data[index]);
  // A phase that keeps the anchor may leave its items in the middle of a period.
  if (cycleItems.length === 0) return draftNextCycle(tx, id);
  return draftInvoice(tx, moved, { reason: 'upcoming', cycleItems });
}

const noUpcoming = () => refuse('No upcoming invoices for customer.', { code: 'invoice_upcoming_none', status: 404 });

const payParams = z.strictObject({ payment_method: text().optional(), off_session: boolean().optional() });

function pay(call: Call<z.output<typeof payParams>>): Invoice {
  const { payment_method: method, off_session: isOffSession = false } = call.params;
  const invoice = requirePayable(call);
  if (method) requireOwnMethod(call.tx, invoice.customer, method, 'payment_method');
  const open = invoice.status === 'draft' ? finalizeInvoice(call, invoice) : invoice;
  if (open.status === 'paid') return open;
  const outcome = collectInvoice(call, open, { paymentMethod: method, isOffSession });
  if (outcome.status === 'paid') return outcome.invoice;
  throw paymentError(outcome.payment);
}

function requirePayable({ tx, id }: Call<unknown>): Invoice {
  const invoice = requireObject(tx, 'invoice', id);
  if (invoice.status === 'paid') throw refuse('Invoice is already paid');
  if (invoice.status === 'void') throw refuse('This invoice is void.');
  return invoice;
}

export const invoiceRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/v1/invoices/create_preview', params: previewParams, handle: createPreview }),
  route({ method: 'POST', path: '/v1/invoices/:id/pay', params: payParams, handle: pay }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: z.strictObject({}),
    handle: (call) => closeInvoice(call.tx, requirePayable(call)),
  }),
  // Nothing of an invoice is changed: this finds out whether the key may.
  route({
    method: 'POST',
    path: '/v1/invoices/:id',
    params: z.strictObject({}),
    handle: ({ tx, id }) => requireObject(tx, 'invoice', id),
  }),
  retrieveRoute('/v1/invoices/:id', 'invoice'),
  listRoute({
    path: '/v1/invoices',
    kind: 'invoice',
    filters: {
      created: createdSince(),
      customer: text().optional(),
      status: z.enum(['open']).optional(),
      subscription: text().optional(),
    },
    matches: (invoice, { created, customer, status, subscription }) =>
      (created === undefined || invoice.created >= created.gte) &&
      (customer === undefined || invoice.customer === customer) &&
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || invoice.parent.subscription_details.subscription === subscription),
  }),
  listRoute({
    path: '/v1/invoice_payments',
    kind: 'invoice_payment',
    filters: { payment: z.strictObject({ type: z.enum(['payment_intent']), payment_intent: text() }) },
    matches: ({ payment }, { payment: wanted }) => payment.payment_intent === wanted.payment_intent,
  }),
];

export const expandedInvoice: ExpandOnly['invoice'] = {
  payments: (tx, { id }) =>
    embedList(
      tx.list('invoice_payment', ({ invoice }) => invoice === id).reverse(),
      `/v1/invoice_payments?invoice=${id}`,
    ),
};
