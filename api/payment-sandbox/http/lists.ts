import { z } from 'zod';
import type { Kind, Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import { noSuch, refuse } from './errors.ts';
import { integer, text } from './params.ts';
import { type Route, route } from './resource.ts';

export const pageParams = {
  limit: integer().optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

type Page = { limit?: number; starting_after?: string; ending_before?: string };

/** One page of `objects`, which are newest first. */
export function paginate<T extends { id: string }>(
  objects: readonly T[],
  page: Page,
  { url, kind }: { url: string; kind: Kind },
) {
  const limit = page.limit ?? 10;
  if (limit < 1 || limit > 100) {
    const message =
      limit < 1 ? 'This value must be greater than or equal to 1.' : 'This value must be less than or equal to 100.';
    throw refuse(message, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const findIndex = (id: string, param: string) => {
    const index = objects.findIndex((object) => object.id === id);
    if (index === -1) throw noSuch(kind, id, param);
    return index;
  };
  if (page.ending_before !== undefined) {
    const before = objects.slice(0, findIndex(page.ending_before, 'ending_before'));
    return { object: 'list' as const, url, has_more: before.length > limit, data: before.slice(-limit) };
  }
  const start = page.starting_after === undefined ? 0 : findIndex(page.starting_after, 'starting_after') + 1;
  const data = objects.slice(start, start + limit);
  return { object: 'list' as const, url, has_more: objects.length > start + limit, data };
}

/** A complete list inside an object. */
export const embedList = <T>(data: readonly T[], url: string) => ({
  object: 'list' as const,
  data: [...data],
  has_more: false,
  url,
});

/**
 * GET of a list, newest first. Objects on a test clock are left out unless the request filters by customer, subscription or test_clock.
 */
export const listRoute = <K extends Kind, Shape extends z.ZodRawShape>(definition: {
  path: Route['path'];
  kind: K;
  filters: Shape;
  matches(object: Kinds[K], filters: z.output<z.ZodObject<Shape>>, tx: Transaction): boolean;
}): Route =>
  route({
    method: 'GET',
    path: definition.path,
    params: z.strictObject({ ...definition.filters, ...pageParams }),
    handle: ({ tx, params }) => {
      const filters = params as z.output<z.ZodObject<Shape>> & Page;
      const showsClocks = ['customer', 'subscription', 'test_clock'].some((key) => key in filters);
      const objects = tx
        .list(definition.kind, (object) => showsClocks || !(object as { test_clock?: string | null }).test_clock)
        .filter((object) => definition.matches(object, filters, tx));
      return paginate(objects.reverse(), filters, { url: definition.path, kind: definition.kind });
    },
  });

/** GET of one object by its id. */
export const retrieveRoute = (path: Route['path'], kind: Kind): Route =>
  route({
    method: 'GET',
    path,
    params: z.strictObject({}),
    handle: ({ tx, id }) => {
      const object = tx.find(kind, id);
      if (!object) throw noSuch(kind, id);
      return object;
    },
  });
