import type { DueWork, FindDueWork } from '../../state/engine.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { TestClock } from '../objects/stored.ts';

/** The next step of a test clock that advances: one piece of its due work, or its arrival at the target. */
export function findClockWork(tx: Transaction, now: number, findDueWork: FindDueWork): DueWork | null {
  const [clock] = tx.list('test_helpers.test_clock', ({ status }) => status === 'advancing');
  if (!clock) return null;
  const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time;
  const due = findDueWork(tx, clock.id, target);
  return {
    time: now,
    id: clock.id,
    run: (inner) => {
      if (!due) {
        arrive(inner, clock, target);
        return;
      }
      inner.setNow(clock.id, due.time);
      due.run(inner);
      inner.update('test_helpers.test_clock', clock.id, { frozen_time: Math.max(due.time, clock.frozen_time) });
    },
  };
}

function arrive(tx: Transaction, clock: TestClock, target: number): void {
  const ready = tx.update('test_helpers.test_clock', clock.id, {
    frozen_time: target,
    status: 'ready',
    status_details: {},
  });
  tx.emit('test_helpers.test_clock.ready', ready);
}
