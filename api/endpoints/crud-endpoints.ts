import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { Permission } from '#api/domain/permissions.ts';
import type { Caller } from './access.ts';
import { endpoints } from './endpoints.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { idParams } from '#api/http/pagination.ts';

type Operation = 'list' | 'get' | 'create' | 'reorder' | 'update' | 'delete';

type CrudOptions<Request extends z.ZodType, Order extends z.ZodType, Item, List> = {
  tag: string;
  summaries: Record<Operation, string>;
  /** May list and get. */
  reader: 'reader' | Permission;
  /** May do the rest. */
  manager: Permission;
  request: Request;
  /** Of a request that creates or updates; 256 KB by default. */
  maxBytes?: number;
  order: Order;
  response: z.ZodType<Item>;
  listResponse: z.ZodType<List>;
  /** Operations that answer `conflict` as well; reordering always may. */
  conflicts?: readonly Operation[];
  list(caller: Caller): Promise<List>;
  get(caller: Caller, id: number): Promise<Item>;
  create(actorId: number, input: z.output<Request>): Promise<Item>;
  reorder(actorId: number, order: z.output<Order>): Promise<void>;
  update(actorId: number, id: number, input: z.output<Request>): Promise<Item>;
  delete(actorId: number, id: number): Promise<void>;
};

/** The routes of items in an order of their own: GET all, GET, POST, PUT the order, PUT and DELETE one. */
export function crudEndpoints<
  Request extends z.ZodType,
  Order extends z.ZodType,
  Item extends object,
  List extends object,
>(deps: Deps, options: CrudOptions<Request, Order, Item, List>) {
  const { tag, reader, manager, request, order, response, listResponse, maxBytes } = options;
  const describe = (operation: Operation, ...fails: ErrorCode[]) => ({
    summary: options.summaries[operation],
    fails: options.conflicts?.includes(operation) ? ([...fails, 'conflict'] as const) : fails,
  });
  const size = maxBytes === undefined ? {} : { maxBytes };
  return endpoints(deps, { tag, access: manager })
    .get('/', { ...describe('list'), access: reader, answer: listResponse }, ({ caller }) => options.list(caller))
    .get(
      '/:id',
      { ...describe('get', 'not_found'), access: reader, params: idParams, answer: response },
      ({ params, caller }) => options.get(caller, params.id),
    )
    .post('/', { ...describe('create'), ...size, body: request, answer: response, status: 201 }, ({ body, caller }) =>
      options.create(caller.user.id, body as z.output<Request>),
    )
    .put('/order', { ...describe('reorder', 'conflict'), body: order }, ({ body, caller }) =>
      options.reorder(caller.user.id, body as z.output<Order>),
    )
    .put(
      '/:id',
      { ...describe('update', 'not_found'), ...size, params: idParams, body: request, answer: response },
      ({ params, body, caller }) => options.update(caller.user.id, params.id, body as z.output<Request>),
    )
    .delete('/:id', { ...describe('delete', 'not_found'), params: idParams }, ({ params, caller }) =>
      options.delete(caller.user.id, params.id),
    );
}
