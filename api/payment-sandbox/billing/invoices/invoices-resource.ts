import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { embedList, listRoute, pageParams, paginate, retrieveRoute } from '../../http/lists.ts';
import { boolean, isWithin, mergeMetadata, metadata, text, timeFilter } from '../../http/params.ts';
import { type Call, type Resource, type Route, route } from '../../http/resource.ts';
import { requireOwnMethod } from '../subscriptions/require-method.ts';
import type { Invoice } from '../objects/stored.ts';
import type { Work } from '../work.ts';
import { markUncollectible, voidInvoice } from './close-invoice.ts';
import { finalizeInvoice, findInvoicePayment } from './finalize-invoice.ts';
import { paymentError, type PayOptions, type PayOutcome, payInvoice } from './pay-invoice.ts';
import { createPreview } from './preview-invoice.ts';
import { settleClosedInvoice, settleSubscription } from './settle-subscription.ts';

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** Pays an open invoice and settles its subscription: for the API, the hosted invoice page and retries. */
export function collectInvoice(work: Work, invoice: Invoice, options: PayOptions): PayOutcome {
  const outcome = payInvoice(work, invoice, options);
  settleSubscription(work.tx, outcome.invoice, outcome.status);
  return outcome;
}

/** A route on one invoice that must have one of `statuses`. */
const action = (
  name: string,
  {
    statuses,
    params,
    run,
  }: { statuses: readonly Invoice['status'][]; params: z.ZodType; run(call: Call<unknown>, invoice: Invoice): object },
): Route =>
  route({
    method: 'POST',
    path: `/v1/invoices/:id/${name}`,
    params,
    handle: (call) => {
      const invoice = requireObject(call.tx, 'invoice', call.id);
      if (invoice.status === 'paid') throw refuse('Invoice is already paid');
      if (!statuses.includes(invoice.status)) {
        throw refuse(`This invoice has the status \`${invoice.status}\`, so it cannot be used for \`${name}\`.`);
      }
      return run(call, invoice);
    },
  });

const payParams = z.strictObject({ payment_method: text().optional(), off_session: boolean().optional() });

const pay = action('pay', {
  statuses: ['draft', 'open', 'uncollectible'],
  params: payParams,
  run: (call, invoice) => {
    const { payment_method: method, off_session } = call.params as z.output<typeof payParams>;
    if (method) requireOwnMethod(call.tx, invoice.customer ?? '', method, 'payment_method');
    const open = invoice.status === 'draft' ? finalizeInvoice(call, invoice) : invoice;
    if (open.status === 'paid') return open;
    const outcome = collectInvoice(call, open, { paymentMethod: method, isOffSession: off_session ?? false });
    if (outcome.status === 'paid') return outcome.invoice;
    throw paymentError(outcome.payment, {
      actionCode: 'invoice_payment_intent_requires_action',
      keepsChanges: true,
    });
  },
});

const finalize = action('finalize', {
  statuses: ['draft'],
  params: z.strictObject({ auto_advance: boolean().optional() }),
  run: (call, invoice) => finalizeInvoice(call, invoice),
});

const voidRoute = action('void', {
  statuses: ['open', 'uncollectible'],
  params: z.strictObject({}),
  run: ({ tx }, invoice) => {
    const closed = voidInvoice(tx, invoice);
    settleClosedInvoice(tx, closed);
    return closed;
  },
});

const uncollectible = action('mark_uncollectible', {
  statuses: ['open'],
  params: z.strictObject({}),
  run: ({ tx }, invoice) => {
    const closed = markUncollectible(tx, invoice);
    settleClosedInvoice(tx, closed);
    return closed;
  },
});

const update = route({
  method: 'POST',
  path: '/v1/invoices/:id',
  params: z.strictObject({ auto_advance: boolean().optional(), metadata: metadata().optional() }),
  handle: ({ tx, id, params }) => {
    const before = requireObject(tx, 'invoice', id);
    const after = tx.update('invoice', id, {
      auto_advance: params.auto_advance ?? before.auto_advance,
      metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    });
    tx.emit('invoice.updated', after, before);
    return after;
  },
});

const lines = route({
  method: 'GET',
  path: '/v1/invoices/:id/lines',
  params: z.strictObject(pageParams),
  handle: ({ tx, id, params }) =>
    paginate(requireObject(tx, 'invoice', id).lines.data, params, { url: `/v1/invoices/${id}/lines`, kind: 'invoice' }),
});

const list = listRoute({
  path: '/v1/invoices',
  kind: 'invoice',
  filters: {
    customer: text().optional(),
    subscription: text().optional(),
    status: z.enum(STATUSES).optional(),
    created: timeFilter().optional(),
  },
  matches: (invoice, { customer, subscription, status, created }) =>
    (customer === undefined || invoice.customer === customer) &&
    (subscription === undefined || invoice.parent?.subscription_details?.subscription === subscription) &&
    (status === undefined || invoice.status === status) &&
    isWithin(invoice.created, created),
});

export const invoicesResource: Resource = {
  routes: [
    createPreview,
    list,
    lines,
    pay,
    finalize,
    voidRoute,
    uncollectible,
    update,
    retrieveRoute('/v1/invoices/:id', 'invoice'),
  ],
  expandOnly: {
    invoice: {
      payments: (tx, { id }) =>
        embedList(
          tx.list('invoice_payment', ({ invoice }) => invoice === id).reverse(),
          `/v1/invoice_payments?invoice=${id}`,
        ),
      confirmation_secret: (tx, { id }) => {
        const intent = findInvoicePayment(tx, id)?.payment.payment_intent as string | undefined;
        const secret = tx.find('payment_intent', intent)?.client_secret;
        return secret ? { client_secret: secret, type: 'payment_intent' } : null;
      },
    },
  },
};
