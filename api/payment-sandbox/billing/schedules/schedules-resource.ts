import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { listRoute, retrieveRoute } from '../../http/lists.ts';
import { boolean, mergeMetadata, metadata, text } from '../../http/params.ts';
import { type Call, type Resource, route } from '../../http/resource.ts';
import type { Transaction } from '../../state/transaction.ts';
import { buildPhaseItem, buildSchedule, buildSchedulePhase, toPhaseDiscounts } from '../objects/schedule.ts';
import type { Schedule, SchedulePhase } from '../objects/stored.ts';
import { endOfPeriod } from '../subscriptions/cancel-flags.ts';
import { cancelNow } from '../subscriptions/cancel-now.ts';
import { detachSchedule } from './detach-schedule.ts';
import { phaseParams, resolvePhases } from './resolve-phases.ts';
import { applyPhase } from './start-due-phase.ts';

const PATH = '/v1/subscription_schedules';

const createParams = z.strictObject({
  from_subscription: text().optional(),
  end_behavior: z.enum(['cancel', 'release']).optional(),
  metadata: metadata().optional(),
  phases: z.array(phaseParams).optional(),
});

const create = route({
  method: 'POST',
  path: PATH,
  params: createParams,
  handle: ({ tx, params: { from_subscription: id, ...others } }) => {
    if (id === undefined) {
      throw refuse('Missing required param: from_subscription.', {
        code: 'parameter_missing',
        param: 'from_subscription',
      });
    }
    const [other] = Object.keys(others);
    if (other) {
      throw refuse(`You cannot set \`${other}\` if \`from_subscription\` is set.`, { param: other });
    }
    return createFromSubscription(tx, id);
  },
});

/** A schedule with one phase: the current period with the current items. */
function createFromSubscription(tx: Transaction, id: string): Schedule {
  const before = requireObject(tx, 'subscription', id, 'from_subscription');
  if (before.schedule) {
    throw refuse(`You cannot migrate a subscription that is already attached to a schedule: \`${before.schedule}\`.`, {
      param: 'from_subscription',
    });
  }
  if (before.status === 'canceled' || before.status === 'incomplete_expired') {
    throw refuse('You cannot migrate a canceled subscription to a schedule.', { param: 'from_subscription' });
  }
  const start = before.items.data[0]?.current_period_start ?? before.created;
  const phase = buildSchedulePhase({
    currency: before.currency,
    start_date: start,
    end_date: before.cancel_at ?? endOfPeriod(before),
    discounts: toPhaseDiscounts(before.discounts.map(String)),
    items: before.items.data.map(({ price, quantity }) => buildPhaseItem(price.id, quantity ?? 1)),
  });
  const schedule = tx.put(
    'subscription_schedule',
    buildSchedule({
      id: tx.createId('subscription_schedule'),
      created: tx.now(before.test_clock),
      customer: before.customer,
      current_phase: { start_date: phase.start_date, end_date: phase.end_date },
      end_behavior: before.cancel_at === null ? 'release' : 'cancel',
      phases: [phase],
      status: 'active',
      subscription: before.id,
      test_clock: before.test_clock,
    }),
  );
  tx.emit('subscription_schedule.created', schedule);
  // A planned cancellation is now the end of the schedule.
  const after = tx.update('subscription', id, { schedule: schedule.id });
  tx.emit('customer.subscription.updated', after, before);
  return schedule;
}

const updateParams = z.strictObject({
  end_behavior: z.enum(['cancel', 'release']).optional(),
  metadata: metadata().optional(),
  phases: z.array(phaseParams).optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
});

const update = route({
  method: 'POST',
  path: `${PATH}/:id`,
  params: updateParams,
  handle: ({ tx, id, params }) => {
    const before = requireObject(tx, 'subscription_schedule', id);
    checkRunning(before, 'updated');
    const phases = params.phases ? resolvePhases(tx, before, params.phases) : before.phases;
    const current = phases.find(({ start_date }) => start_date === before.current_phase?.start_date);
    const after = tx.update('subscription_schedule', id, {
      end_behavior: params.end_behavior ?? before.end_behavior,
      metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      phases: [...phases],
      current_phase: current ? { start_date: current.start_date, end_date: current.end_date } : before.current_phase,
    });
    tx.emit('subscription_schedule.updated', after, before);
    if (current)
      applyCurrent(tx, after, { ...current, proration_behavior: params.proration_behavior ?? 'create_prorations' });
    return after;
  },
});

/** If the current phase gets other items, the subscription changes at once. */
function applyCurrent(tx: Transaction, { subscription: id }: Schedule, phase: SchedulePhase): void {
  const before = tx.get('subscription', id);
  const now = tx.now(before.test_clock);
  const isSame = phase.items.every(({ price, quantity }, index) => {
    const item = before.items.data[index];
    return item?.price.id === price && item.quantity === quantity;
  });
  if (isSame && phase.items.length === before.items.data.length) return;
  tx.emit('customer.subscription.updated', applyPhase(tx, before, { phase, now }), before);
}

function checkRunning(schedule: Schedule, verb: string): void {
  if (schedule.status === 'active' || schedule.status === 'not_started') return;
  throw refuse(
    `You cannot use a subscription schedule that is currently in the \`${schedule.status}\` status: only \`not_started\` or \`active\` schedules can be ${verb}.`,
  );
}

const release = route({
  method: 'POST',
  path: `${PATH}/:id/release`,
  params: z.strictObject({ preserve_cancel_date: boolean().optional() }),
  handle: ({ tx, id, params }) => {
    const schedule = requireObject(tx, 'subscription_schedule', id);
    checkRunning(schedule, 'released');
    const before = tx.get('subscription', schedule.subscription);
    const released = detachSchedule(tx, id, 'released');
    tx.emit('subscription_schedule.updated', released, schedule);
    const keepsEnd = params.preserve_cancel_date && schedule.end_behavior === 'cancel';
    const after = tx.update('subscription', before.id, {
      schedule: null,
      ...(keepsEnd && { cancel_at: schedule.phases.at(-1)?.end_date ?? null }),
    });
    tx.emit('customer.subscription.updated', after, before);
    return released;
  },
});

const cancel = route({
  method: 'POST',
  path: `${PATH}/:id/cancel`,
  params: z.strictObject({ invoice_now: boolean().optional(), prorate: boolean().optional() }),
  handle: (call: Call<{ invoice_now?: boolean; prorate?: boolean }>) => {
    const { tx, id, params } = call;
    const schedule = requireObject(tx, 'subscription_schedule', id);
    checkRunning(schedule, 'canceled');
    cancelNow(call, tx.get('subscription', schedule.subscription), {
      details: undefined,
      isInvoiced: params.invoice_now ?? true,
      isProrated: params.prorate ?? true,
    });
    return tx.get('subscription_schedule', id);
  },
});

export const schedulesResource: Resource = {
  routes: [
    create,
    listRoute({
      path: PATH,
      kind: 'subscription_schedule',
      filters: { customer: text().optional(), scheduled: boolean().optional() },
      matches: (schedule, { customer, scheduled }) =>
        (customer === undefined || schedule.customer === customer) &&
        (scheduled === undefined || (schedule.status === 'not_started') === scheduled),
    }),
    release,
    cancel,
    update,
    retrieveRoute(`${PATH}/:id`, 'subscription_schedule'),
  ],
};
