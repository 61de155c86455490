import { z } from 'zod';
import type { Kind, Kinds } from '../objects/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { noSuch, refuse, requireObject } from './errors.ts';
import { integer, text } from './params.ts';

/** `id` is `:id` of the path, '' without one. `baseUrl` is the origin of the sandbox, for addresses of its pages. */
export type Call<Params> = { tx: Transaction; params: Params; id: string; baseUrl: string };

/**
 * One route. `params` is a strict object of what the adapter sends (`params.ts`); `expand` is taken out before and applied to the
 * answer afterwards. `handle` is synchronous: it reads and writes through `tx` and returns the object to answer with, or throws a
 * StripeError.
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: `/v1/${string}`;
  params: z.ZodType;
  handle(call: Call<unknown>): object;
};

/** Infers the type of `params` for `handle`. */
export const route = <Params extends z.ZodType>(definition: {
  method: Route['method'];
  path: Route['path'];
  params: Params;
  handle(call: Call<z.output<Params>>): object;
}): Route => definition as Route;

/** Fields that an object has only when a request expands them. */
export type ExpandOnly = {
  [K in Kind]?: Record<string, (tx: Transaction, object: Kinds[K]) => unknown>;
};

/** GET of one object by its id. */
export const retrieveRoute = (path: Route['path'], kind: Kind): Route =>
  route({ method: 'GET', path, params: z.strictObject({}), handle: ({ tx, id }) => requireObject(tx, kind, id) });

type Page = { limit?: number; starting_after?: string };

/** GET of a list, newest first. */
export const listRoute = <K extends Kind, Shape extends z.ZodRawShape>(definition: {
  path: Route['path'];
  kind: K;
  filters: Shape;
  matches(object: Kinds[K], filters: z.output<z.ZodObject<Shape>>): boolean;
}): Route =>
  route({
    method: 'GET',
    path: definition.path,
    params: z.strictObject({ ...definition.filters, limit: integer().optional(), starting_after: text().optional() }),
    handle: ({ tx, params }) => {
      const { kind, path: url } = definition;
      const filters = params as z.output<z.ZodObject<Shape>> & Page;
      const objects = tx.list(kind, (object) => definition.matches(object, filters)).reverse();
      const { limit = 10, starting_after: after } = filters;
      if (limit < 1 || limit > 100) throw refuse('This value must be from 1 to 100.', { param: 'limit' });
      const start = after === undefined ? 0 : objects.findIndex(({ id }) => id === after) + 1;
      if (after !== undefined && start === 0) throw noSuch(kind, after, 'starting_after');
      const has_more = objects.length > start + limit;
      return { object: 'list', url, has_more, data: objects.slice(start, start + limit) };
    },
  });
