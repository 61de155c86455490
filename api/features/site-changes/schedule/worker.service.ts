import type { Deps } from '#api/deps.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import type { AnySitePart } from '#api/features/site-changes/site-changes.service.ts';
import { findNextScheduleAt, listDueSchedules, type PublishDeps, publishSchedule } from './schedule.service.ts';

type Options = PublishDeps & Pick<Deps, 'log' | 'space'> & { parts: readonly AnySitePart[] };

/** Publishes changes of the site at their time. What can’t be published says why, beside the changes. */
export class SiteScheduleWorker extends PollingWorker {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, 'schedules', 'publishing scheduled changes of the site failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return findNextScheduleAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock, log, parts } = this.#options;
    const due = await listDueSchedules(db, clock.now());
    for (const schedule of due) {
      if (this.isStopped) break;
      const result = await publishSchedule(this.#options, parts, schedule);
      log[result === 'published' ? 'info' : 'warn']({ schedule: schedule.id, result }, 'scheduled changes of the site');
    }
    return due.length;
  }
}
