import { isGuardRollback, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { endStatements, enqueueEndEmailStatement } from './complimentary-plans.service.ts';
import * as queries from './complimentary-plans.queries.ts';

const BATCH_SIZE = 50;

type Options = Pick<Deps, 'db' | 'clock' | 'log' | 'space' | 'secrets' | 'outboxWorker' | 'subscriptionWebhooks'>;

/** Ends plans that were given free of charge when their day comes, and tells their users and products. */
export class ComplimentaryPlanWorker extends PollingWorker {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, 'complimentary-plans', 'ending plans that were given free of charge failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextEndAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock, outboxWorker, subscriptionWebhooks } = this.#options;
    const now = clock.now();
    const due = await queries.listDueComplimentaryPlans(db, now, BATCH_SIZE);
    for (const { plan, user } of due) {
      if (this.isStopped) break;
      const end = endStatements(this.#options, plan, { reason: 'day_reached', actorId: null, now });
      const email = enqueueEndEmailStatement(this.#options, plan, { user, now });
      await write(db, [...end, email]).catch(ignoreRollback);
    }
    if (due.length > 0) {
      outboxWorker.wake();
      subscriptionWebhooks.wake();
    }
    return due.length;
  }
}

/** Somebody has ended it meanwhile. */
function ignoreRollback(error: unknown): void {
  if (!isGuardRollback(error)) throw error;
}
