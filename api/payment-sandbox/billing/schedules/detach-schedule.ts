import type { Transaction } from '../../state/transaction.ts';
import type { Schedule } from '../objects/stored.ts';

/** Ends a schedule. The caller sets `schedule` of the subscription to null. */
export function detachSchedule(tx: Transaction, id: string, status: 'canceled' | 'released' | 'completed'): Schedule {
  const before = tx.get('subscription_schedule', id);
  const now = tx.now(before.test_clock);
  const ended = tx.update('subscription_schedule', id, {
    current_phase: null,
    status,
    ...(status === 'canceled' && { canceled_at: now }),
    ...(status === 'completed' && { completed_at: now }),
    ...(status === 'released' && {
      released_at: now,
      released_subscription: before.subscription as string | null,
      subscription: null,
    }),
  });
  tx.emit(`subscription_schedule.${status}`, ended);
  return ended;
}
