import type { ProviderSubscription } from '#api/adapters/payments.ts';
import { findPlanByKey, findProductName, getPlanName } from '#api/domain/catalogue.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { findRateOfChange } from '#api/domain/charged-rate.ts';
import { isEnded } from '#api/domain/entitlements.ts';
import type { PriceMoveObstacle } from '#api/domain/enums.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { formatComingPayments } from '#api/domain/payment-words.ts';
import { findRenewal } from '#api/domain/price-moves.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { recordChangeRequest } from '#api/features/subscriptions/sync/change-requests.service.ts';
import {
  type MoveDeps,
  type MoveKind,
  type MoveOptions,
  SubscriberMoveWorker,
} from '#api/features/subscriptions/sync/subscriber-moves.service.ts';
import { type Statement, write } from '#db/write.ts';
import { forecastOwnPayments } from './own-payments.service.ts';
import * as queries from './price-moves.queries.ts';

/** After the end of a period Stripe has renewed the subscription (ms). */
const RENEWAL_MS = 60 * 60_000;

type Work = { due: queries.DueMember; current: ProviderSubscription; now: number };

/**
 * Moves subscribers to another price: tells each once, schedules the change at Stripe for the first renewal after the notice, and looks
 * whether it came about. What Stripe has already is not done again, so a stop at any point leaves nothing half done.
 */
const priceMove: MoveKind<queries.DueMember> = {
  name: 'price-moves',
  messages: {
    failed: 'moving subscribers to another price failed; trying again',
    refused: 'subscriber not moved; trying again',
  },
  findNextAttemptAt: queries.findNextAttemptAt,
  listDueMembers: queries.listDueMembers,
  advance: (deps, work) => advanceMember(deps, { ...work, now: deps.clock.now() }),
  postpone: queries.postponeMember,
  describeRefusal: () => 'Stripe refused the change.',
};

export class PriceMoveWorker extends SubscriberMoveWorker<queries.DueMember> {
  constructor(options: MoveOptions) {
    super(options, priceMove);
  }
}

function advanceMember(deps: MoveDeps, work: Work): Promise<void> {
  if (work.due.move.cancelledAt !== null) return putBack(deps, work);
  return work.due.member.state === 'scheduled' ? confirm(deps, work) : moveWaiting(deps, work);
}

/** Tells the subscriber, and schedules the change once the next renewal is the first one after the notice. */
async function moveWaiting(deps: MoveDeps, { due, current, now }: Work): Promise<void> {
  const { member, move } = due;
  const isDone = isScheduled(current, due);
  const obstacle = isDone ? null : findObstacle(current, due);
  if (obstacle !== null) return finish(deps, due, { state: 'left_out', obstacle });
  const movesAt = findRenewal(current, move.effectiveFrom);
  const emails = member.toldAt === null ? listEmails(deps, due, { at: movesAt, now, isCancelled: false, current }) : [];
  const told = { toldAt: member.toldAt ?? now, lastError: null, nextAttemptAt: current.currentPeriodEnd + RENEWAL_MS };
  if (current.currentPeriodEnd < move.effectiveFrom) return store(deps, due, { ...told, movesAt }, emails);
  if (!isDone) await schedule(deps, due, current);
  return store(deps, due, { ...told, state: 'scheduled', movesAt: current.currentPeriodEnd }, emails);
}

/** Whether Stripe has the change of this move already. An end counts only after the subscriber was told: it may be their own. */
const isScheduled = ({ pending, cancelAt }: ProviderSubscription, { move, member }: queries.DueMember): boolean =>
  move.toPriceId === null ? cancelAt !== null && member.toldAt !== null : pending?.priceId === move.toPriceId;

async function schedule(
  deps: MoveDeps,
  { member, move, productId }: queries.DueMember,
  { scheduleId }: ProviderSubscription,
): Promise<unknown> {
  const { db, payments, site } = deps;
  // One in its last phase, which an earlier change of the subscriber left: it would refuse another.
  if (scheduleId !== null) await payments.releaseSchedule(member.subscriptionId);
  if (move.toPriceId === null) {
    await recordChangeRequest(db, member.subscriptionId, { isByStaff: true, act: 'end_plan' });
    return payments.setCancelAtPeriodEnd(member.subscriptionId, true);
  }
  const rate = findRateOfChange(site.settings, productId);
  const change = { subscriptionId: member.subscriptionId, priceId: move.toPriceId, rate, prorationAt: null };
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
async function confirm(deps: MoveDeps, { due, current, now }: Work): Promise<void> {
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
async function putBack(deps: MoveDeps, { due, current, now }: Work): Promise<void> {
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

const finish = (deps: MoveDeps, due: queries.DueMember, change: queries.MemberChange): Promise<void> =>
  store(deps, due, { ...change, nextAttemptAt: null, lastError: null }, []);

async function store(
  { db }: MoveDeps,
  { member }: queries.DueMember,
  change: queries.MemberChange,
  emails: readonly Statement[],
): Promise<void> {
  await write(db, [queries.updateMemberStatement(db, member.id, change), ...emails]);
}

type Told = { at: number; now: number; isCancelled: boolean; current?: ProviderSubscription };

type OwnWords = { payments: string | null; hasDiscount: boolean; seats: number | null };
const NO_OWN_WORDS: OwnWords = { payments: null, hasDiscount: false, seats: null };

/** Payments of a subscriber at the new price, where they are another amount. */
function describePayments(deps: MoveDeps, { move, productId }: queries.DueMember, told: Told): OwnWords {
  const { payments, site } = deps;
  const { at, current } = told;
  const plan = findPlanByKey(move.planKey);
  if (!current || !plan || move.toPriceId === null) return NO_OWN_WORDS;
  const interval: PlanInterval = current.interval === 'year' ? 'year' : 'month';
  const isNow = payments.findPriceId(plan.key, interval) === move.toPriceId;
  const own = isNow ? forecastOwnPayments(site.settings, plan, { ...current, productId, interval }, at) : null;
  const { quantity, currency } = current;
  if (own === null || (!own.hasDiscount && !own.hasTax && quantity === 1)) return NO_OWN_WORDS;
  const words = { currency, interval, interval_count: 1, timeZone: site.timeZone };
  return {
    payments: formatComingPayments(own.payments, words),
    hasDiscount: own.hasDiscount,
    seats: quantity === 1 || (own.hasTax && !own.hasDiscount) ? null : quantity,
  };
}

/** None for a subscription whose user is gone. */
function listEmails(deps: MoveDeps, due: queries.DueMember, told: Told): Statement[] {
  const { at, now, isCancelled } = told;
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
      ...(isCancelled ? NO_OWN_WORDS : describePayments(deps, due, told)),
      message: move.message,
      isCancelled,
    },
    now,
  });
  return [email];
}
