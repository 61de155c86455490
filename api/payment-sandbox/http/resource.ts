import type { z } from 'zod';
import type { Kind, Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';

/** `id` is `:id` of the path, '' without one. `baseUrl` is the origin of the sandbox, for addresses of its pages. */
export type Call<Params> = { tx: Transaction; params: Params; id: string; baseUrl: string };

/**
 * One route. `params` is a strict object (`params.ts`); `expand` is taken out before and applied to the answer afterwards.
 * `handle` is synchronous: it reads and writes through `tx` and returns the object to answer with, or throws a StripeError.
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

/** Routes of one folder. Of two that match, the first answers: put `/v1/invoices/create_preview` before `/v1/invoices/:id`. */
export type Resource = { routes: readonly Route[]; expandOnly?: ExpandOnly };
