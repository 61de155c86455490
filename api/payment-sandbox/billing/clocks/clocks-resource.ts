import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { listRoute, retrieveRoute } from '../../http/lists.ts';
import { integer, text } from '../../http/params.ts';
import { type Resource, route } from '../../http/resource.ts';
import type { Transaction } from '../../state/transaction.ts';
import { deleteCustomer } from '../customers/delete-customer.ts';
import { buildTestClock } from '../objects/portal.ts';
import { addIntervals, addMonths } from '../periods.ts';

const PATH = '/v1/test_helpers/test_clocks';

const create = route({
  method: 'POST',
  path: PATH,
  params: z.strictObject({ frozen_time: integer(), name: text(300).optional() }),
  handle: ({ tx, params }) => {
    const clock = buildTestClock({
      id: tx.createId('test_helpers.test_clock'),
      created: tx.now(),
      frozen_time: params.frozen_time,
      name: params.name ?? null,
    });
    tx.put('test_helpers.test_clock', clock);
    tx.emit('test_helpers.test_clock.created', clock);
    return clock;
  },
});

const advance = route({
  method: 'POST',
  path: `${PATH}/:id/advance`,
  params: z.strictObject({ frozen_time: integer() }),
  handle: ({ tx, id, params }) => {
    const clock = requireObject(tx, 'test_helpers.test_clock', id);
    const target = params.frozen_time;
    if (target <= clock.frozen_time) {
      throw refuse('A test clock can only be advanced to a time after its current frozen time.', {
        param: 'frozen_time',
      });
    }
    if (target > findFurthest(tx, id, clock.frozen_time)) {
      throw refuse(
        'The requested frozen time is too far in the future. You can only advance a test clock up to two intervals from the current frozen time for the shortest subscription on it.',
        { param: 'frozen_time' },
      );
    }
    const advancing = tx.update('test_helpers.test_clock', id, {
      status: 'advancing',
      status_details: { advancing: { target_frozen_time: target } },
    });
    tx.emit('test_helpers.test_clock.advancing', advancing);
    return advancing;
  },
});

/** Two intervals of the shortest subscription; two years without one. */
function findFurthest(tx: Transaction, clock: string, now: number): number {
  const ends = tx
    .list('subscription', (each) => each.test_clock === clock && each.status !== 'canceled')
    .flatMap(({ items }) => items.data)
    .map(({ price }) => addIntervals(now, price.recurring ?? { interval: 'month', interval_count: 1 }, 2));
  return Math.min(addMonths(now, 24), ...ends);
}

const remove = route({
  method: 'DELETE',
  path: `${PATH}/:id`,
  params: z.strictObject({}),
  handle: ({ tx, id }) => {
    const clock = requireObject(tx, 'test_helpers.test_clock', id);
    for (const customer of tx.list('customer', (each) => each.test_clock === id)) deleteCustomer(tx, customer);
    tx.emit('test_helpers.test_clock.deleted', clock);
    tx.delete('test_helpers.test_clock', id);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  },
});

export const clocksResource: Resource = {
  routes: [
    create,
    listRoute({ path: PATH, kind: 'test_helpers.test_clock', filters: {}, matches: () => true }),
    retrieveRoute(`${PATH}/:id`, 'test_helpers.test_clock'),
    advance,
    remove,
  ],
};
