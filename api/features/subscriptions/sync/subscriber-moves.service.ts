import { PaymentError, type Payments, type ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { WorkName } from '#api/domain/work-names.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import type { Database } from '#db/client.ts';
import { runExclusive } from './lock.service.ts';
import { syncSubscription } from './sync.service.ts';

const BATCH_SIZE = 20;
const ATTEMPT_BACKOFF = { baseMs: 30_000, maxMs: 60 * 60_000 };

export type MoveOptions = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'space' | 'secrets' | 'site' | 'payments' | 'outboxWorker' | 'subscriptionWebhooks'
>;
export type MoveDeps = MoveOptions & { payments: Payments };

/** A subscriber of a move, as its table has them. */
type Due = {
  member: { id: number; subscriptionId: string; attempts: number };
  user: { id: number } | null;
};
type Postponement = { attempts: number; lastError: string; nextAttemptAt: number };

/** Everything by which moves of subscribers differ: their table, and the step that a subscriber is at. */
export type MoveKind<DueMember extends Due> = {
  name: WorkName;
  /** Log messages: of a run that failed, and of a subscriber whom Stripe didn't change. */
  messages: { failed: string; refused: string };
  /** When the next subscriber is to be looked at (UTC ms), or null. */
  findNextAttemptAt(db: Database): Promise<number | null>;
  /** Subscribers that are due, the longest due first; with `id` that one alone. */
  listDueMembers(db: Database, now: number, options: { limit: number; id?: number }): Promise<DueMember[]>;
  /** Takes a subscriber as far as Stripe allows by now. @throws PaymentError, after which it's tried again. */
  advance(deps: MoveDeps, work: { due: DueMember; current: ProviderSubscription }): Promise<void>;
  postpone(db: Database, id: number, change: Postponement): Promise<void>;
  describeRefusal(error: PaymentError): string;
};

/** Moves subscribers one after the other, each under the lock of its user, and tries again with growing pauses where Stripe fails. */
export class SubscriberMoveWorker<DueMember extends Due> extends PollingWorker {
  readonly #options: MoveOptions;
  readonly #kind: MoveKind<DueMember>;

  constructor(options: MoveOptions, kind: MoveKind<DueMember>) {
    super(options, kind.name, kind.messages.failed);
    this.#options = options;
    this.#kind = kind;
  }

  protected findNextAt(): Promise<number | null> {
    return this.#kind.findNextAttemptAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock, payments, outboxWorker } = this.#options;
    if (!payments) return 0;
    const due = await this.#kind.listDueMembers(db, clock.now(), { limit: BATCH_SIZE });
    for (const each of due) if (!this.isStopped) await this.#advance({ ...this.#options, payments }, each);
    if (due.length > 0) outboxWorker.wake();
    return due.length;
  }

  async #advance(deps: MoveDeps, { member, user }: DueMember): Promise<void> {
    const kind = this.#kind;
    try {
      await runExclusive(deps.db, `user ${user?.id ?? member.subscriptionId}`, async (db) => {
        // Read again under the lock: another server that led a moment ago may have done it.
        const [due] = await kind.listDueMembers(db, deps.clock.now(), { limit: 1, id: member.id });
        if (!due) return;
        const current = await deps.payments.getSubscription(member.subscriptionId);
        await kind.advance({ ...deps, db }, { due, current });
        await syncSubscription({ ...deps, db }, { id: current.id, customerId: current.customerId });
      });
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      const attempts = member.attempts + 1;
      deps.log.warn({ subscription: member.subscriptionId, attempt: attempts }, kind.messages.refused);
      await kind.postpone(deps.db, member.id, {
        attempts,
        lastError: error.kind === 'unavailable' ? 'Stripe didn’t answer.' : kind.describeRefusal(error),
        nextAttemptAt: deps.clock.now() + computeBackoffMs(attempts, ATTEMPT_BACKOFF),
      });
    }
  }
}
