import { z } from 'zod';
import { refuse } from '../../http/errors.ts';
import { integer, mergeMetadata, metadata, text } from '../../http/params.ts';
import type { Transaction } from '../../state/transaction.ts';
import { discountParams, redeem } from '../discounts.ts';
import { buildPhaseItem, buildSchedulePhase, toPhaseDiscounts } from '../objects/schedule.ts';
import type { Schedule, SchedulePhase } from '../objects/stored.ts';
import { addIntervals } from '../periods.ts';
import { requireRecurringPrice } from '../subscriptions/require-price.ts';

const PHASES_MAX = 10;

export const phaseParams = z.strictObject({
  duration: z
    .strictObject({ interval: z.enum(['day', 'month', 'week', 'year']), interval_count: integer().optional() })
    .optional(),
  discounts: discountParams().optional(),
  end_date: integer().optional(),
  items: z.array(z.strictObject({ price: text(), quantity: integer().optional() })).min(1),
  metadata: metadata().optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  start_date: z.union([integer(), z.literal('now')]).optional(),
});
type PhaseParams = z.output<typeof phaseParams>;

/** The phases of a schedule after an update, in order. A request may leave out past phases: they are kept. */
export function resolvePhases(tx: Transaction, schedule: Schedule, given: readonly PhaseParams[]): SchedulePhase[] {
  if (given.length > PHASES_MAX) {
    throw refuse(`You can pass at most ${PHASES_MAX} phases.`, { param: 'phases' });
  }
  const current = schedule.current_phase;
  const isPast = ({ end_date }: SchedulePhase) => current !== null && end_date <= current.start_date;
  const past = schedule.phases.filter(isPast);
  const rest = given.filter(({ start_date }) => !past.some((phase) => phase.start_date === start_date));
  const [first] = rest;
  if (current && first?.start_date !== current.start_date) {
    throw refuse(
      'You can not modify the start date of the current phase. Pass the current phase with its own `start_date` as the first of the phases.',
      { param: 'phases[0][start_date]' },
    );
  }
  const phases: SchedulePhase[] = [...past];
  for (const [index, phase] of rest.entries()) {
    const start = index === 0 ? (current?.start_date ?? schedule.created) : (phases.at(-1)?.end_date ?? 0);
    phases.push(buildPhase(tx, schedule, { phase, index, start }));
  }
  return phases;
}

type PhasePlace = { phase: PhaseParams; index: number; start: number };

function buildPhase(tx: Transaction, schedule: Schedule, { phase, index, start }: PhasePlace): SchedulePhase {
  const place = `phases[${index}]`;
  if (index > 0 && phase.start_date !== undefined && phase.start_date !== start) {
    throw refuse('A phase must start when the one before it ends.', { param: `${place}[start_date]` });
  }
  const known = schedule.phases.find(({ start_date }) => start_date === start);
  // A phase that already exists may keep a price that has been archived since.
  const prices = phase.items.map(({ price }, item) =>
    known?.items.some((each) => each.price === price)
      ? tx.get('price', price)
      : requireRecurringPrice(tx, price, `${place}[items][${item}][price]`),
  );
  const end = resolveEnd(phase, { start, place });
  if (end <= start)
    throw refuse('The end date of a phase must be after its start date.', { param: `${place}[end_date]` });
  return buildSchedulePhase({
    currency: prices[0]?.currency ?? 'usd',
    start_date: start,
    end_date: end,
    discounts: toPhaseDiscounts(
      redeem(tx, { ...schedule, id: String(schedule.subscription) }, phase.discounts ?? null),
    ),
    items: phase.items.map(({ price, quantity }) => buildPhaseItem(price, quantity ?? 1)),
    metadata: mergeMetadata({}, phase.metadata),
    proration_behavior: phase.proration_behavior ?? 'create_prorations',
  });
}

function resolveEnd(
  { duration, end_date: end }: PhaseParams,
  { start, place }: { start: number; place: string },
): number {
  if (duration && end !== undefined) {
    throw refuse('You may only specify one of these parameters: duration, end_date.', { param: `${place}[duration]` });
  }
  if (end !== undefined) return end;
  if (!duration) {
    throw refuse('A phase needs a `duration` or an `end_date`.', {
      code: 'parameter_missing',
      param: `${place}[end_date]`,
    });
  }
  return addIntervals(start, { interval: duration.interval, interval_count: duration.interval_count ?? 1 }, 1);
}
