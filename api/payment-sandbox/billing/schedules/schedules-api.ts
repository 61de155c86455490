import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, integer, text } from '../../http/params.ts';
import { retrieveRoute, type Route, route } from '../../http/route.ts';
import { endOfPeriod, isEnded, type Schedule, type SchedulePhase } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { discountParams, redeem } from '../discounts.ts';
import { addIntervals } from '../periods.ts';
import { endSchedule } from '../subscriptions/cancel.ts';
import { requireActivePrice } from '../subscriptions/change-items.ts';
import { checkTaxation } from '../taxes/compute-taxes.ts';

const PATH = '/v1/subscription_schedules';

/** A schedule with one phase: the current period with the current items. */
function createFromSubscription(tx: Transaction, id: string): Schedule {
  const before = requireObject(tx, 'subscription', id, 'from_subscription');
  if (before.schedule) {
    throw refuse(`You cannot migrate a subscription that is already attached to a schedule: \`${before.schedule}\`.`, {
      param: 'from_subscription',
    });
  }
  if (isEnded(before)) {
    throw refuse('You cannot migrate a canceled subscription to a schedule.', { param: 'from_subscription' });
  }
  const phase: SchedulePhase = {
    billing_cycle_anchor: null,
    trial_end: before.status === 'trialing' ? before.trial_end : null,
    automatic_tax: { enabled: before.automatic_tax.enabled },
    default_tax_rates: before.default_tax_rates,
    discounts: before.discounts.map((discount) => ({ discount })),
    start_date: before.items.data[0]?.current_period_start ?? before.created,
    end_date: endOfPeriod(before),
    items: before.items.data.map(({ price, quantity, tax_rates }) => ({ price: price.id, quantity, tax_rates })),
  };
  const schedule = tx.put('subscription_schedule', {
    id: tx.createId('subscription_schedule'),
    object: 'subscription_schedule',
    created: tx.now(),
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: before.customer,
    // A planned cancellation is now the end of the schedule.
    end_behavior: before.cancel_at === null ? 'release' : 'cancel',
    phases: [phase],
    released_subscription: null,
    status: 'active',
    subscription: before.id,
  });
  tx.emit('subscription_schedule.created', schedule);
  tx.emit('customer.subscription.updated', tx.update('subscription', id, { schedule: schedule.id }));
  return schedule;
}

const phaseParams = z.strictObject({
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  billing_cycle_anchor: z.enum(['automatic', 'phase_start']).optional(),
  default_tax_rates: z.array(text()).optional(),
  discounts: discountParams(),
  duration: z.strictObject({ interval: z.enum(['month', 'year']), interval_count: integer() }).optional(),
  end_date: integer().optional(),
  items: z.array(z.strictObject({ price: text(), quantity: integer(), tax_rates: z.array(text()).optional() })).min(1),
  proration_behavior: z.enum(['none']).optional(),
  start_date: integer().optional(),
  trial_end: integer().optional(),
});
type PhaseParams = z.output<typeof phaseParams>;

const findCurrentPhase = ({ phases, current_phase: running }: Schedule): SchedulePhase | undefined =>
  phases.find(({ start_date: start }) => start === running?.start_date);

/** The current phase as it is, and the one that follows it, if any; phases that are over are left out, and stay. */
function resolvePhases(tx: Transaction, schedule: Schedule, given: readonly PhaseParams[]): SchedulePhase[] {
  const current = findCurrentPhase(schedule);
  const [first, next, ...rest] = given;
  if (!current || !first || rest.length > 0) {
    throw refuse('The payment sandbox takes the current phase and the next.', { param: 'phases' });
  }
  const isSame =
    first.start_date === current.start_date &&
    first.end_date === current.end_date &&
    // A phase that does not name its trial would end it.
    (first.trial_end ?? null) === (current.trial_end ?? null) &&
    JSON.stringify(first.items.map(toSold)) === JSON.stringify(current.items.map(toSold));
  if (!isSame) {
    throw refuse('You can not modify the current phase: pass it as it is as the first of the phases.', {
      param: 'phases[0]',
    });
  }
  const toDiscounts = ({ discounts }: PhaseParams) => {
    const ids = redeem(tx, tx.get('subscription', schedule.subscription), discounts);
    return ids.map((discount) => ({ discount }));
  };
  const begun = [
    ...schedule.phases.filter(({ end_date: end }) => end <= current.start_date),
    { ...current, ...resolveTaxes(tx, first), discounts: toDiscounts(first), items: resolveItems(tx, first) },
  ];
  if (!next) return begun;
  const { duration } = next;
  const endDate = duration ? addIntervals(current.end_date, duration, 1) : next.end_date;
  if (endDate === undefined || next.proration_behavior !== 'none') {
    throw refuse('The next phase needs a `duration` or an `end_date`, and prorates nothing.', { param: 'phases[1]' });
  }
  const isKnown = (price: string) => current.items.some((item) => item.price === price);
  // A price that is kept may have been archived since.
  for (const { price } of next.items) if (!isKnown(price)) requireActivePrice(tx, price, 'phases[1][items][0][price]');
  return [
    ...begun,
    {
      ...resolveTaxes(tx, next),
      billing_cycle_anchor: next.billing_cycle_anchor ?? null,
      discounts: toDiscounts(next),
      start_date: current.end_date,
      end_date: endDate,
      items: resolveItems(tx, next),
    },
  ];
}

/** The rates of the current phase are those of the subscription. */
function applyCurrentRates(tx: Transaction, schedule: Schedule): void {
  const { subscription: id } = schedule;
  if (id === null) return;
  const { default_tax_rates: before } = tx.get('subscription', id);
  const rates = findCurrentPhase(schedule)?.default_tax_rates ?? [];
  const listIds = (each: readonly { id: string }[]) => each.map((rate) => rate.id).join(' ');
  if (listIds(before) === listIds(rates)) return;
  tx.emit('customer.subscription.updated', tx.update('subscription', id, { default_tax_rates: rates }));
}

const toSold = ({ price, quantity }: { price: string; quantity: number }) => [price, quantity];

/** A phase that names no rates has none; one that says nothing of Stripe Tax keeps it. @throws StripeError for rates that contradict a price. */
function resolveTaxes(tx: Transaction, { automatic_tax, default_tax_rates: rates = [], items }: PhaseParams) {
  const isAutomatic = automatic_tax?.enabled ?? false;
  for (const { price } of items) checkTaxation(tx, { isAutomatic, rates }, tx.get('price', price));
  return { ...(automatic_tax && { automatic_tax }), default_tax_rates: readRates(tx, rates) };
}

const resolveItems = (tx: Transaction, { items }: PhaseParams): SchedulePhase['items'] =>
  items.map(({ price, quantity, tax_rates: rates = [] }) => ({ price, quantity, tax_rates: readRates(tx, rates) }));

const readRates = (tx: Transaction, ids: readonly string[]) =>
  ids.map((id) => requireObject(tx, 'tax_rate', id, 'phases[0][default_tax_rates][0]'));

function requireRunning(tx: Transaction, id: string, verb: string): Schedule {
  const schedule = requireObject(tx, 'subscription_schedule', id);
  if (schedule.status === 'active') return schedule;
  throw refuse(
    `You cannot use a subscription schedule that is currently in the \`${schedule.status}\` status: only \`active\` schedules can be ${verb}.`,
  );
}

export const scheduleRoutes: readonly Route[] = [
  retrieveRoute(`${PATH}/:id`, 'subscription_schedule'),
  route({
    method: 'POST',
    path: PATH,
    params: z.strictObject({ from_subscription: text() }),
    handle: ({ tx, params }) => createFromSubscription(tx, params.from_subscription),
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id`,
    params: z.strictObject({ end_behavior: z.enum(['release', 'cancel']), phases: z.array(phaseParams) }),
    handle: ({ tx, id, params }) => {
      const before = requireRunning(tx, id, 'updated');
      const phases = resolvePhases(tx, before, params.phases);
      const after = tx.update('subscription_schedule', id, { end_behavior: params.end_behavior, phases });
      tx.emit('subscription_schedule.updated', after);
      applyCurrentRates(tx, after);
      return after;
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id/release`,
    params: z.strictObject({}),
    handle: ({ tx, id }) => {
      const schedule = requireRunning(tx, id, 'released');
      const released = endSchedule(tx, id, 'released');
      tx.emit('subscription_schedule.updated', released);
      const after = tx.update('subscription', String(schedule.subscription), { schedule: null });
      tx.emit('customer.subscription.updated', after);
      return released;
    },
  }),
];
