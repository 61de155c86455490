import { addSoldProductStatement } from '#db/queries/catalogue-products.ts';
import {
  type ComplimentaryRow,
  endComplimentaryStatement,
  listCurrentComplimentaryPlans,
} from '#db/queries/complimentary-plans.ts';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { isGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { findPlan, findProductName, formatPlanName, getPlanName, listPaidPlans } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import type { ComplimentaryEnd } from '#api/domain/enums.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { complimentaryWebhookStatement } from '#api/features/subscription-webhooks/enqueue.service.ts';
import type { GivePlanRequest, OwnComplimentaryJson } from './complimentary-plans.contract.ts';
import { toOwnComplimentaryJson } from './complimentary-plans.mapper.ts';
import * as queries from './complimentary-plans.queries.ts';

export { toComplimentaryJson } from './complimentary-plans.mapper.ts';

export type ComplimentaryDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'site' | 'outboxWorker' | 'subscriptionWebhooks' | 'complimentaryPlans'
>;
/** Whom a plan is given to or taken from. */
export type Recipient = { id: number; email: string; firstName: string | null };
type Act = { actorId: number; user: Recipient };
type Done = { message: string; undo: NonNullable<UndoJson> };

/** The plans that a user has free of charge. */
export const listOwnComplimentaryPlans = async (
  { db }: Pick<Deps, 'db'>,
  userId: number,
): Promise<OwnComplimentaryJson[]> => (await listCurrentComplimentaryPlans(db, userId)).map(toOwnComplimentaryJson);

/**
 * Gives a user a plan free of charge, at once, until a time or without an end. Nothing of it is at Stripe. The email waits until
 * it can't be undone any more.
 * @throws validation_failed; conflict for somebody who pays for a plan of the product, or was given one.
 */
export async function givePlan(
  deps: ComplimentaryDeps,
  { actorId, user }: Act,
  { planName, quantity, endsAt, reason }: GivePlanRequest,
): Promise<Done> {
  const { db, clock } = deps;
  const now = clock.now();
  const plan = requireGivable(planName);
  const until = endsAt === null ? null : Date.parse(endsAt);
  if (until !== null && until <= now) throw invalidFieldError('endsAt', 'Choose a day in the future.');
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
  const { key: planKey, productId } = plan;
  const row = { id: `comp_${generateId()}`, userId: user.id, productId, planKey, quantity, reason, endsAt: until };
  const given = { ...row, actorId, createdAt: now };
  const started = { ...given, endedAt: null, endReason: null };
  try {
    await write(db, [
      addSoldProductStatement(productId, now),
      queries.insertComplimentaryStatement(given),
      rollbackIfNoRows,
      ...recordUndoStatements(db, {
        id: undo.id,
        kind: 'complimentary_plan.given',
        actorId,
        now,
        snapshot: { planId: row.id },
      }),
      enqueueEmailStatement(deps, {
        kind: 'complimentary-plan',
        dedupeKey: `complimentary-plan:${row.id}`,
        to: user,
        data: { firstName: user.firstName, ...toNames(started), quantity, endsOn: formatDay(deps, until) },
        undo,
        now,
      }),
      insertAuditStatement(db, {
        ...toAuditEntry(started, now),
        action: 'complimentary_plan.given',
        actorId,
        detail: { ...toAuditDetail(started), reason, until: toIsoOrNull(until) },
      }),
      complimentaryWebhookStatement('subscription.started', started, now),
    ]);
  } catch (error) {
    throw isGuardRollback(error) ? await explainRefusal(deps, user, plan) : error;
  }
  wakeWorkers(deps);
  const end = until === null ? 'without an end' : `until ${formatDay(deps, until)}`;
  return {
    message: `${formatPlanName(plan.productName, plan.planName)} given free of charge, ${end}`,
    undo: toUndoJson(undo.id, now),
  };
}

/** @throws validation_failed for what is no plan that is sold: a free plan needs no giving. */
function requireGivable(planName: string): Plan {
  const plan = findPlan(planName);
  if (!plan || !listPaidPlans().some(({ key }) => key === plan.key))
    throw invalidFieldError('planName', 'Choose a plan that is sold.');
  return plan;
}

async function explainRefusal({ db }: Pick<Deps, 'db'>, user: Recipient, { productId, productName }: Plan) {
  const name = user.firstName || user.email;
  if (await queries.isPaying(db, user.id, productId))
    return conflictError(
      `${name} already pays for ${productName}. Add a coupon to the subscription, or extend it, instead.`,
    );
  return conflictError(`${name} already has a plan of ${productName} free of charge. End that one first.`);
}

/** Ends a plan that was given, at once. @throws not_found; conflict for one that has ended. */
export async function endComplimentaryPlan(
  deps: ComplimentaryDeps,
  { actorId, user }: Act,
  planId: string,
): Promise<Done> {
  const now = deps.clock.now();
  const row = await queries.findComplimentaryRow(deps.db, planId);
  if (row?.userId !== user.id) throw notFoundError('This user was never given that plan.');
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
  const reason = 'ended_by_staff';
  try {
    await write(deps.db, [
      ...endStatements(deps, row, { reason, actorId, now }),
      ...recordUndoStatements(deps.db, {
        id: undo.id,
        kind: 'complimentary_plan.ended',
        actorId,
        now,
        snapshot: { planId },
      }),
      enqueueEndEmailStatement(deps, row, { user, undo, now }),
    ]);
  } catch (error) {
    throw isGuardRollback(error) ? conflictError('This plan has ended already.') : error;
  }
  wakeWorkers(deps);
  return { message: `${formatGift(row)} ended`, undo: toUndoJson(undo.id, now) };
}

type End = { reason: ComplimentaryEnd; actorId: number | null; now: number };

/** The statements that end a plan, tell its product, and record it. Their batch is rolled back for one that has ended. */
export const endStatements = (
  { db }: Pick<Deps, 'db'>,
  row: ComplimentaryRow,
  { reason, actorId, now }: End,
): Statement[] => [
  endComplimentaryStatement(db, { id: row.id, reason, now }),
  rollbackIfNoRows,
  insertAuditStatement(db, {
    ...toAuditEntry(row, now),
    action: 'complimentary_plan.ended',
    actorId,
    detail: { ...toAuditDetail(row), why: reason },
  }),
  complimentaryWebhookStatement('subscription.ended', { ...row, endedAt: now, endReason: reason }, now),
];

type EndEmail = {
  user: Pick<Recipient, 'email' | 'firstName'>;
  undo?: { id: string; undoUntil: number };
  now: number;
};

/** The statement that enqueues the email about the end of a plan. */
export const enqueueEndEmailStatement = (
  deps: Pick<Deps, 'db' | 'secrets'>,
  row: ComplimentaryRow,
  { user, undo, now }: EndEmail,
) =>
  enqueueEmailStatement(deps, {
    kind: 'complimentary-plan-ended',
    dedupeKey: `complimentary-plan-ended:${row.id}:${now}`,
    to: user,
    data: { firstName: user.firstName, ...toNames(row) },
    ...(undo && { undo }),
    now,
  });

/**
 * Ends what a user has free of charge of a product, because they have bought a plan of it: after the purchase is stored, so that the
 * product never sees a moment without a plan. Repeating it changes nothing.
 */
export async function endBoughtPlans(
  deps: Pick<Deps, 'db' | 'clock' | 'subscriptionWebhooks'>,
  { userId, productId }: { userId: number; productId: number },
): Promise<void> {
  await endAll(deps, userId, (row) => row.productId === productId);
}

/** Ends all that a user has free of charge: before the account is deleted, so that products learn of it. */
export const endPlansOfUser = (
  deps: Pick<Deps, 'db' | 'clock' | 'subscriptionWebhooks'>,
  userId: number,
): Promise<void> => endAll(deps, userId, () => true, 'ended_by_staff');

async function endAll(
  deps: Pick<Deps, 'db' | 'clock' | 'subscriptionWebhooks'>,
  userId: number,
  isConcerned: (row: ComplimentaryRow) => boolean,
  reason: ComplimentaryEnd = 'bought',
): Promise<void> {
  const now = deps.clock.now();
  const rows = (await listCurrentComplimentaryPlans(deps.db, userId)).filter(isConcerned);
  for (const row of rows) {
    await write(deps.db, endStatements(deps, row, { reason, actorId: null, now })).catch(ignoreRollback);
  }
  if (rows.length > 0) deps.subscriptionWebhooks.wake();
}

/** It has ended meanwhile. */
function ignoreRollback(error: unknown): void {
  if (!isGuardRollback(error)) throw error;
}

const toNames = ({ productId, planKey }: Pick<ComplimentaryRow, 'productId' | 'planKey'>) => ({
  productName: findProductName(productId) ?? '',
  planName: getPlanName(planKey),
});

/** 'Tideworks Crew' */
export function formatGift(row: Pick<ComplimentaryRow, 'productId' | 'planKey'>): string {
  const { productName, planName } = toNames(row);
  return formatPlanName(productName, planName);
}

export const toAuditEntry = ({ userId }: ComplimentaryRow, at: number) => ({ at, subject: `user:${userId}` });

/** `plan` is how the plan is called today; `plan_key` stays. */
export const toAuditDetail = (row: ComplimentaryRow) => ({
  plan: formatGift(row),
  plan_key: row.planKey,
  quantity: row.quantity,
});

const formatDay = ({ site }: Pick<Deps, 'site'>, at: number | null): string | null =>
  at === null ? null : formatBillingDate(at, site.timeZone);

function wakeWorkers({ outboxWorker, subscriptionWebhooks, complimentaryPlans }: ComplimentaryDeps): void {
  outboxWorker.wake();
  subscriptionWebhooks.wake();
  complimentaryPlans.wake();
}
