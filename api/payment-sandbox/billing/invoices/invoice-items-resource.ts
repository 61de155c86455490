import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { listRoute, retrieveRoute } from '../../http/lists.ts';
import { boolean, integer, mergeMetadata, metadata, text } from '../../http/params.ts';
import { type Resource, route } from '../../http/resource.ts';
import { buildInvoiceItem } from '../objects/invoice.ts';

/** Pending amounts, which the next invoice of a subscription collects. */
export const invoiceItemsResource: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/invoiceitems',
      params: z.strictObject({
        amount: integer(),
        currency: text(3),
        customer: text(),
        description: text().optional(),
        metadata: metadata().optional(),
        subscription: text().optional(),
      }),
      handle: ({ tx, params }) => {
        const customer = requireObject(tx, 'customer', params.customer, 'customer');
        const { subscription } = params;
        if (subscription) requireObject(tx, 'subscription', subscription, 'subscription');
        const now = tx.now(customer.test_clock);
        const item = tx.put(
          'invoiceitem',
          buildInvoiceItem({
            id: tx.createId('invoiceitem'),
            amount: params.amount,
            currency: params.currency,
            customer: customer.id,
            date: now,
            description: params.description ?? null,
            metadata: mergeMetadata({}, params.metadata),
            parent: subscription ? { type: 'subscription_details', subscription_details: { subscription } } : null,
            period: { start: now, end: now },
            pricing: null,
            test_clock: customer.test_clock ?? null,
          }),
        );
        tx.emit('invoiceitem.created', item);
        return item;
      },
    }),
    listRoute({
      path: '/v1/invoiceitems',
      kind: 'invoiceitem',
      filters: { customer: text().optional(), invoice: text().optional(), pending: boolean().optional() },
      matches: (item, { customer, invoice, pending }) =>
        (customer === undefined || item.customer === customer) &&
        (invoice === undefined || item.invoice === invoice) &&
        (pending === undefined || (item.invoice === null) === pending),
    }),
    route({
      method: 'DELETE',
      path: '/v1/invoiceitems/:id',
      params: z.strictObject({}),
      handle: ({ tx, id }) => {
        const item = requireObject(tx, 'invoiceitem', id);
        if (item.invoice) throw refuse('Attempted to delete an invoice item that is already attached to an invoice.');
        tx.delete('invoiceitem', id);
        tx.emit('invoiceitem.deleted', item);
        return { id, object: 'invoiceitem', deleted: true };
      },
    }),
    retrieveRoute('/v1/invoiceitems/:id', 'invoiceitem'),
  ],
};
