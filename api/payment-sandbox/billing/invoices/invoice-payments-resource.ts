import { z } from 'zod';
import { listRoute, retrieveRoute } from '../../http/lists.ts';
import { isWithin, text, timeFilter } from '../../http/params.ts';
import type { Resource } from '../../http/resource.ts';

/** Payments of invoices: they lead from a payment intent to its invoice. */
export const invoicePaymentsResource: Resource = {
  routes: [
    listRoute({
      path: '/v1/invoice_payments',
      kind: 'invoice_payment',
      filters: {
        created: timeFilter().optional(),
        invoice: text().optional(),
        payment: z
          .strictObject({
            type: z.enum(['payment_intent', 'payment_record']),
            payment_intent: text().optional(),
          })
          .optional(),
        status: z.enum(['canceled', 'open', 'paid']).optional(),
      },
      matches: (record, { created, invoice, payment, status }) =>
        (invoice === undefined || record.invoice === invoice) &&
        (payment === undefined ||
          (record.payment.type === payment.type &&
            (payment.payment_intent === undefined || record.payment.payment_intent === payment.payment_intent))) &&
        (status === undefined || record.status === status) &&
        isWithin(record.created, created),
    }),
    retrieveRoute('/v1/invoice_payments/:id', 'invoice_payment'),
  ],
};
