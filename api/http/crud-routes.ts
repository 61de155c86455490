import { Hono, type MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { documentRoute, validateRequest } from './openapi.ts';
import { idParams } from './pagination.ts';

type Operation = 'list' | 'get' | 'create' | 'reorder' | 'update' | 'delete';
type Guard<Caller> = MiddlewareHandler<{ Variables: { caller: Caller } }>;
type Output<Schema extends z.ZodType> = NonNullable<Schema['~standard']['types']>['output'];

type CrudOptions<Caller, Request extends z.ZodType, Order extends z.ZodType, Item, List> = {
  tag: string;
  summaries: Record<Operation, string>;
  /** May list and get. */
  reader: Guard<Caller>;
  /** May do the rest. */
  manager: Guard<Caller>;
  request: Request;
  order: Order;
  response: z.ZodType;
  listResponse: z.ZodType;
  /** Operations that answer `conflict` as well; reordering always may. */
  conflicts?: readonly Operation[];
  list(caller: Caller): Promise<List>;
  get(caller: Caller, id: number): Promise<Item>;
  create(actorId: number, input: Output<Request>): Promise<Item>;
  reorder(actorId: number, order: Output<Order>): Promise<void>;
  update(actorId: number, id: number, input: Output<Request>): Promise<Item>;
  delete(actorId: number, id: number): Promise<void>;
};

/** The routes of items in an order of their own: GET all, GET, POST, PUT the order, PUT and DELETE one. */
export function createCrudRoutes<
  Caller extends { user: { id: number } },
  Request extends z.ZodType,
  Order extends z.ZodType,
  Item extends object,
  List extends object,
>(options: CrudOptions<Caller, Request, Order, Item, List>) {
  const { tag, summaries, reader, manager, request, order, response, listResponse } = options;
  const describe = (operation: Operation, fails: ErrorCode[], ok: { ok?: z.ZodType; status?: number }) => {
    const conflict: ErrorCode[] = options.conflicts?.includes(operation) ? ['conflict'] : [];
    return documentRoute({ summary: summaries[operation], tag, fails: [...fails, ...conflict], ...ok });
  };
  return new Hono()
    .get('/', reader, describe('list', [], { ok: listResponse }), async (context) =>
      context.json(await options.list(context.var.caller)),
    )
    .get(
      '/:id',
      reader,
      describe('get', ['not_found'], { ok: response }),
      validateRequest('param', idParams),
      async (context) => context.json(await options.get(context.var.caller, context.req.valid('param').id)),
    )
    .post(
      '/',
      manager,
      describe('create', [], { ok: response, status: 201 }),
      validateRequest('json', request),
      async (context) => context.json(await options.create(context.var.caller.user.id, context.req.valid('json')), 201),
    )
    .put(
      '/order',
      manager,
      describe('reorder', ['conflict'], { status: 204 }),
      validateRequest('json', order),
      async (context) => {
        await options.reorder(context.var.caller.user.id, context.req.valid('json'));
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      manager,
      describe('update', ['not_found'], { ok: response }),
      validateRequest('param', idParams),
      validateRequest('json', request),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await options.update(context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      manager,
      describe('delete', ['not_found'], { status: 204 }),
      validateRequest('param', idParams),
      async (context) => {
        await options.delete(context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
