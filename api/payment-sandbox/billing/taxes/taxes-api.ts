import { z } from 'zod';
import { requireObject } from '../../http/errors.ts';
import { boolean, integer, mergeMetadata, metadata, text } from '../../http/params.ts';
import { listRoute, retrieveRoute, type Route, route } from '../../http/route.ts';
import { buildTaxRate } from '../../objects/tax.ts';
import type { Transaction } from '../../state/transaction.ts';

const percentage = () =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, 'Invalid decimal')
    .transform(Number)
    .refine((value) => value <= 100, 'At most 100');

const fields = {
  active: boolean().optional(),
  country: z.string().length(2).optional(),
  description: text().optional(),
  jurisdiction: text(50).optional(),
  metadata: metadata().optional(),
  tax_type: text().optional(),
};

/** A number of a customer. It is not verified. */
export function addTaxId(tx: Transaction, customer: string, { type, value }: { type: string; value: string }) {
  const id = tx.createId('tax_id');
  const country = type === 'eu_vat' ? value.slice(0, 2).toUpperCase() : null;
  const taxId = tx.put('tax_id', { id, object: 'tax_id', country, created: tx.now(), customer, type, value });
  tx.emit('customer.tax_id.created', taxId);
  return taxId;
}

/** Rates that somebody chose, and numbers of customers. */
export const taxRoutes: readonly Route[] = [
  listRoute({
    path: '/v1/tax_rates',
    kind: 'tax_rate',
    filters: { active: boolean().optional(), inclusive: boolean().optional() },
    matches: (rate, { active, inclusive }) =>
      (active === undefined || rate.active === active) && (inclusive === undefined || rate.inclusive === inclusive),
  }),
  retrieveRoute('/v1/tax_rates/:id', 'tax_rate'),
  route({
    method: 'POST',
    path: '/v1/tax_rates',
    params: z.strictObject({ ...fields, display_name: text(50), inclusive: boolean(), percentage: percentage() }),
    handle: ({ tx, params }) => {
      const given = { ...params, metadata: mergeMetadata({}, params.metadata) };
      const rate = buildTaxRate({
        id: tx.createId('tax_rate'),
        created: tx.now(),
        effective_percentage: params.percentage,
        ...given,
      });
      tx.emit('tax_rate.created', tx.put('tax_rate', rate));
      return rate;
    },
  }),
  // Percentage and side never change: another rate has others.
  route({
    method: 'POST',
    path: '/v1/tax_rates/:id',
    params: z.strictObject({ ...fields, display_name: text(50).optional() }),
    handle: ({ tx, id, params }) => {
      const before = requireObject(tx, 'tax_rate', id);
      const after = tx.update('tax_rate', id, { ...params, metadata: mergeMetadata(before.metadata, params.metadata) });
      tx.emit('tax_rate.updated', after);
      return after;
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customers/:id/tax_ids',
    params: z.strictObject({ type: text(), value: text() }),
    handle: ({ tx, id, params }) => addTaxId(tx, requireObject(tx, 'customer', id).id, params),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id/tax_ids',
    params: z.strictObject({ limit: integer().optional() }),
    handle: ({ tx, id }) => ({
      object: 'list',
      url: `/v1/customers/${id}/tax_ids`,
      has_more: false,
      data: tx.list('tax_id', ({ customer }) => customer === id).reverse(),
    }),
  }),
];
