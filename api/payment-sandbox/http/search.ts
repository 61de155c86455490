import { z } from 'zod';
import type { Kind, Kinds } from '../state/kinds.ts';
import { refuse } from './errors.ts';
import { integer, text } from './params.ts';
import { type Route, route } from './resource.ts';
import { type Clause, parseQuery } from './search-query.ts';

type Searched = { kind: Kind; path: Route['path']; fields: readonly string[] };

/** What can be searched, and by which fields. */
const SEARCHES: readonly Searched[] = [
  { kind: 'customer', path: '/v1/customers/search', fields: ['created', 'email', 'metadata', 'name', 'phone'] },
  {
    kind: 'product',
    path: '/v1/products/search',
    fields: ['active', 'description', 'metadata', 'name', 'shippable', 'url'],
  },
  {
    kind: 'price',
    path: '/v1/prices/search',
    fields: ['active', 'currency', 'lookup_key', 'metadata', 'product', 'type'],
  },
  { kind: 'subscription', path: '/v1/subscriptions/search', fields: ['created', 'metadata', 'status'] },
  {
    kind: 'invoice',
    path: '/v1/invoices/search',
    fields: [
      'created',
      'currency',
      'customer',
      'metadata',
      'number',
      'receipt_number',
      'status',
      'subscription',
      'total',
    ],
  },
  {
    kind: 'charge',
    path: '/v1/charges/search',
    fields: ['amount', 'created', 'currency', 'customer', 'metadata', 'status'],
  },
  {
    kind: 'payment_intent',
    path: '/v1/payment_intents/search',
    fields: ['amount', 'created', 'currency', 'customer', 'metadata', 'status'],
  },
];

const searchRoute = ({ kind, path, fields }: Searched): Route =>
  route({
    method: 'GET',
    path,
    params: z.strictObject({ query: text(), limit: integer().optional(), page: text().optional() }),
    handle: ({ tx, params: { query, limit = 10, page } }) => {
      const { clauses, joins } = parseQuery(query);
      for (const { field } of clauses) checkField(field, fields);
      const matches = (object: Kinds[Kind]) =>
        joins === 'OR'
          ? clauses.some((clause) => meets(object, clause))
          : clauses.every((clause) => meets(object, clause));
      const found = tx.list(kind, matches).reverse();
      const start = page === undefined ? 0 : Number(Buffer.from(page, 'base64url').toString());
      if (!Number.isInteger(start) || limit < 1 || limit > 100) {
        throw refuse('Invalid page or limit.', { param: Number.isInteger(start) ? 'limit' : 'page' });
      }
      const hasMore = found.length > start + limit;
      return {
        object: 'search_result',
        url: path,
        has_more: hasMore,
        next_page: hasMore ? Buffer.from(String(start + limit)).toString('base64url') : null,
        data: found.slice(start, start + limit),
      };
    },
  });

function checkField(field: string, fields: readonly string[]): void {
  const name = field.split('.')[0] ?? '';
  if (!fields.includes(name)) {
    throw refuse(`Field \`${name}\` is an unsupported search field for this resource.`, { param: 'query' });
  }
}

function meets(object: Kinds[Kind], { field, operator, value, isNegated }: Clause): boolean {
  const actual = readField(object as unknown as Record<string, unknown>, field);
  return compare(actual, operator, value) !== isNegated;
}

function readField(object: Record<string, unknown>, field: string): unknown {
  if (field.startsWith('metadata.'))
    return (object.metadata as Record<string, string>)[field.slice('metadata.'.length)];
  if (object.object === 'invoice' && field === 'subscription') {
    return (object.parent as { subscription_details?: { subscription: string } } | null)?.subscription_details
      ?.subscription;
  }
  return object[field];
}

function compare(actual: unknown, operator: Clause['operator'], value: Clause['value']): boolean {
  if (value === null) return actual === undefined || actual === null;
  if (actual === undefined || actual === null) return false;
  const [left, right] = typeof actual === 'number' ? [actual, Number(value)] : [fold(actual), fold(value)];
  switch (operator) {
    case ':':
      return left === right;
    case '~':
      return String(left).includes(String(right));
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
  }
}

/** Texts are compared without regard to case. */
const fold = (value: unknown): string => String(value).toLowerCase();

/** These come before the routes with `:id`, which would match `search` too. */
export const searches = { routes: SEARCHES.map(searchRoute) };
