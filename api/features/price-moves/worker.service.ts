import { PaymentError, type Payments, type ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { isEnded } from '#api/domain/entitlements.ts';
import type { PriceMoveObstacle } from '#api/domain/enums.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { findRenewal } from '#api/domain/price-moves.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { type Statement, write } from '#db/write.ts';
import * as queries from './price-moves.queries.ts';

const BATCH_SIZE = 20;
/** After the end of a period Stripe has renewed the subscription (ms). */
const RENEWAL_MS = 60 * 60_000;
const ATTEMPT_BACKOFF = { baseMs: 30_000, maxMs: 60 * 60_000 };

type Options = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'space' | 'secrets' | 'site' | 'payments' | 'outboxWorker' | 'subscriptionWebhooks'
>;
type Provided = Options & { payments: Payments };
type Work = { due: queries.DueMember; current: ProviderSubscription; now: number };

/**
 * Moves subscribers to another price: tells each once, schedules the change at Stripe for the first renewal after the notice, and looks
 * whether it came about. What Stripe has already is not done again, so a stop at any point leaves nothing half done.
 */
export class PriceMoveWorker extends PollingWorker {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, 'moving subscribers to another price failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextAttemptAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock, payments, outboxWorker } = this.#options;
    if (!payments) return 0;
    const due = await queries.listDueMembers(db, clock.now(), { limit: BATCH_SIZE });
    for (const each of due) if (!this.isStopped) await this.#advance({ ...this.#options, payments }, each);
    if (due.length > 0) outboxWorker.wake();
    return due.length;
  }

  async #advance(deps: Provided, { member, user }: queries.DueMember): Promise<void> {
    try {
      await runExclusive(deps.db, `user ${user?.id ?? member.subscriptionId}`, async (db) => {
        // Read again under the lock: another server that led a moment ago may have done it.
        const [due] = await queries.listDueMembers(db, deps.clock.now(), { limit: 1, id: member.id });
        if (!due) return;
        const current = await deps.payments.getSubscription(member.subscriptionId);
        await advanceMember({ ...deps, db }, { due, current, now: deps.clock.now() });
        await syncSubscription({ ...deps, db }, { id: current.id, customerId: current.customerId });
      });
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      const attempts = member.attempts + 1;
      deps.log.warn({ subscription: member.subscriptionId, attempt: attempts }, 'subscriber not moved; trying again');
      await queries.postponeMember(deps.db, member.id, {
        attempts,
        lastError: error.kind === 'unavailable' ? 'Stripe didn’t answer.' : 'Stripe refused the change.',
        nextAttemptAt: deps.clock.now() + computeBackoffMs(attempts, ATTEMPT_BACKOFF),
      });
    }
  }
}

function advanceMember(deps: Provided, work: Work): Promise<void> {
  if (work.due.move.cancelledAt !== null) return putBack(deps, work);
  return work.due.member.state === 'scheduled' ? confirm(deps, work) : moveWaiting(deps, work);
}

/** Tells the subscriber, and schedules the change once the next renewal is the first one after the notice. */
async function moveWaiting(deps: Provided, { due, current, now }: Work): Promise<void> {
  const { member, move } = due;
  const isDone = isScheduled(current, due);
  const obstacle = isDone ? null : findObstacle(current, due);
  if (obstacle !== null) return finish(deps, due, { state: 'left_out', obstacle });
  const movesAt = findRenewal(current, move.effectiveFrom);
  const emails = member.toldAt === null ? listEmails(deps, due, { at: movesAt, now, isCancelled: false }) : [];
  const told = { toldAt: member.toldAt ?? now, lastError: null, nextAttemptAt: current.currentPeriodEnd + RENEWAL_MS };
  if (current.currentPeriodEnd < move.effectiveFrom) return store(deps, due, { ...told, movesAt }, emails);
  if (!isDone) await schedule(deps, due);
  return store(deps, due, { ...told, state: 'scheduled', movesAt: current.currentPeriodEnd }, emails);
}

/** Whether Stripe has the change of this move already. An end counts only after the subscriber was told: it may be their own. */
const isScheduled = ({ pending, cancelAt }: ProviderSubscription, { move, member }: queries.DueMember): boolean =>
  move.toPriceId === null ? cancelAt !== null && member.toldAt !== null : pending?.priceId === move.toPriceId;

function schedule({ payments }: Provided, { member, move }: queries.DueMember): Promise<unknown> {
  if (move.toPriceId === null) return payments.setCancelAtPeriodEnd(member.subscriptionId, true);
  const change = { subscriptionId: member.subscriptionId, priceId: move.toPriceId, prorationAt: null };
  return payments.scheduleChange(change, `price-move-${move.id}-${member.id}-${member.attempts}`);
}

/** Null where the subscriber can be moved. */
function findObstacle(current: ProviderSubscription, { member }: queries.DueMember): PriceMoveObstacle | null {
  const { status, cancelAt, pending, pendingUpdate, priceId } = current;
  if (isEnded(status)) return 'ended';
  if (status === 'paused') return 'paused';
  if (status !== 'active' && status !== 'trialing') return 'past_due';
  if (cancelAt !== null) return 'set_to_end';
  if (pending !== null || pendingUpdate !== null) return 'other_change';
  return priceId === member.fromPriceId ? null : 'other_price';
}

/** Looks whether what was scheduled came about. */
async function confirm(deps: Provided, { due, current, now }: Work): Promise<void> {
  const { move, member } = due;
  const isMoved = move.toPriceId === null ? isEnded(current.status) : current.priceId === move.toPriceId;
  if (isMoved) return finish(deps, due, { state: 'moved' });
  if (isEnded(current.status)) return finish(deps, due, { state: 'left_out', obstacle: 'ended' });
  if (isScheduled(current, due)) {
    return store(deps, due, { nextAttemptAt: Math.max(member.movesAt ?? now, now) + RENEWAL_MS }, []);
  }
  return finish(deps, due, { state: 'left_out', obstacle: current.cancelAt === null ? 'other_change' : 'set_to_end' });
}

/** After the move was cancelled: releases what is scheduled, and tells who was told. */
async function putBack(deps: Provided, { due, current, now }: Work): Promise<void> {
  const { member, move } = due;
  if (move.toPriceId !== null && current.priceId === move.toPriceId) return finish(deps, due, { state: 'moved' });
  if (isEnded(current.status)) return finish(deps, due, { state: 'cancelled' });
  if (isScheduled(current, due)) {
    if (move.toPriceId !== null) await deps.payments.releaseSchedule(current.id);
    else if (member.state === 'scheduled') await deps.payments.setCancelAtPeriodEnd(current.id, false);
  }
  const at = member.movesAt ?? findRenewal(current, move.effectiveFrom);
  const emails = member.toldAt === null ? [] : listEmails(deps, due, { at, now, isCancelled: true });
  return store(deps, due, { state: 'cancelled', nextAttemptAt: null, lastError: null }, emails);
}

const finish = (deps: Provided, due: queries.DueMember, change: queries.MemberChange): Promise<void> =>
  store(deps, due, { ...change, nextAttemptAt: null, lastError: null }, []);

async function store(
  { db }: Provided,
  { member }: queries.DueMember,
  change: queries.MemberChange,
  emails: readonly Statement[],
): Promise<void> {
  await write(db, [queries.updateMemberStatement(db, member.id, change), ...emails]);
}

type Told = { at: number; now: number; isCancelled: boolean };

/** None for a subscription whose user is gone. */
function listEmails(deps: Provided, due: queries.DueMember, { at, now, isCancelled }: Told): Statement[] {
  const { member, move, productId, user } = due;
  if (!user) return [];
  const email = enqueueEmailStatement(deps, {
    kind: 'price-move',
    dedupeKey: `price-move:${move.id}:${member.id}:${isCancelled}`,
    to: { email: user.email },
    data: {
      firstName: user.firstName,
      productName: findProductName(productId) ?? '',
      planName: getPlanName(move.planKey),
      before: member.fromPrice,
      after: move.toPriceId === null ? null : move.toPrice,
      startsOn: formatBillingDate(at, deps.site.timeZone),
      message: move.message,
      isCancelled,
    },
    now,
  });
  return [email];
}
