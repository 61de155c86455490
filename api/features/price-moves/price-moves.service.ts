import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { priceMoves } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { findPlanByKey, findPrice, formatPlanName, isFreePlan } from '#api/domain/catalogue.ts';
import { parseSubscriptionTax } from '#api/domain/charged-rate.ts';
import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import { type PriceMoveState, priceMoveStates } from '#api/domain/enums.ts';
import { formatBillingDate, formatCents, toMinorUnits } from '#api/domain/money.ts';
import { formatPriceUnit } from '#api/domain/plan-words.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { findRenewal, MOVE_MEMBERS_PAGE_SIZE, PRICE_MOVE_NOTICE_DAYS } from '#api/domain/price-moves.ts';
import { parseDiscounts } from '#api/domain/subscription-price.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type {
  MovablePlanJson,
  MoveMembersJson,
  PriceMoveJson,
  PriceMovesJson,
  StartMoveRequest,
} from './price-moves.contract.ts';
import { forecastOwnPayments } from './own-payments.service.ts';
import * as queries from './price-moves.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OUTDATED = 'These subscribers have just changed. Reload the page.';

type MoveDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'site' | 'priceMoves'>;
type ReadDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'site'>;
type Changed = { message: string; undo: UndoJson };

/** Plans with subscribers at earlier prices, and the newest moves. */
export async function listPriceMoves(deps: ReadDeps): Promise<PriceMovesJson> {
  const byPlan = Map.groupBy(await queries.countByPrice(deps.db), ({ planKey }) => planKey);
  const alike = Map.groupBy(await queries.listPayingAlike(deps.db), ({ priceId }) => priceId);
  return {
    plans: [...byPlan].flatMap(([key, rows]) => toMovablePlan(deps, key, { rows, alike }) ?? []),
    moves: (await queries.listMoveRows(deps.db)).map(toMoveJson),
  };
}

type Subscribers = {
  rows: readonly queries.PriceCount[];
  alike: ReadonlyMap<string, readonly queries.PayingAlike[]>;
};

/** Null for a plan that isn’t sold any more, and for one whose subscribers all pay what it is sold for. */
function toMovablePlan(deps: ReadDeps, key: string, { rows, alike }: Subscribers): MovablePlanJson | null {
  const { payments } = deps;
  const plan = findPlanByKey(key);
  if (!plan || plan.isArchived || !payments) return null;
  const earlier = rows.filter(
    ({ priceId, interval, intervalCount, currency }) =>
      intervalCount === 1 &&
      currency === plan.currency.toLowerCase() &&
      (isFreePlan(plan) || isOffered(plan, toInterval(interval))) &&
      (isFreePlan(plan) || priceId !== payments.findPriceId(key, toInterval(interval))),
  );
  if (earlier.length === 0) return null;
  return {
    key,
    name: formatPlanName(plan.productName, plan.planName),
    is_free: isFreePlan(plan),
    currency: plan.currency.toLowerCase(),
    now: plan.prices.map(({ interval, amount }) => ({
      interval,
      words: formatPriceWords(plan, toMinorUnits(amount, plan.currency), interval),
    })),
    prices: earlier.map((row) => ({
      price_id: row.priceId,
      words: formatPriceWords(plan, row.unitAmount ?? 0, toInterval(row.interval)),
      interval: toInterval(row.interval),
      count: row.count,
      left_out: row.heldBack,
      own_payments: summarizeOwnPayments(deps, plan, {
        interval: toInterval(row.interval),
        groups: alike.get(row.priceId) ?? [],
      }),
    })),
  };
}

type Groups = { interval: PlanInterval; groups: readonly queries.PayingAlike[] };

/** Who pays another amount than the new price, with the first renewal that a move of today could reach. */
function summarizeOwnPayments({ clock, site }: ReadDeps, plan: Plan, { interval, groups }: Groups) {
  const from = clock.now() + PRICE_MOVE_NOTICE_DAYS * DAY_MS;
  const plain = toMinorUnits(findPrice(plan, interval)?.amount ?? 0, plan.currency);
  const others = groups.flatMap(({ discounts, tax, currentPeriodStart, currentPeriodEnd, count, ...group }) => {
    const moving = {
      ...group,
      id: group.priceId,
      customerId: '',
      currency: plan.currency.toLowerCase(),
      interval,
      discounts: parseDiscounts(discounts),
      tax: parseSubscriptionTax(tax),
      currentPeriodStart: currentPeriodStart ?? 0,
      currentPeriodEnd: currentPeriodEnd ?? 0,
    };
    const at = findRenewal({ ...moving, intervalCount: 1 }, from);
    const amount = forecastOwnPayments(site.settings, plan, moving, at)?.payments[0]?.amount ?? plain;
    return amount === plain ? [] : [{ amount, count }];
  });
  const amounts = others.map(({ amount }) => amount);
  if (others.length === 0) return null;
  return {
    count: others.reduce((sum, { count }) => sum + count, 0),
    least: Math.min(...amounts),
    most: Math.max(...amounts),
  };
}

const isOffered = ({ prices }: Plan, interval: PlanInterval) => prices.some((price) => price.interval === interval);
const toInterval = (interval: string | null): PlanInterval => (interval === 'year' ? 'year' : 'month');

/** '$12.00 per month', '$12.00 per seat and month' */
const formatPriceWords = (plan: Plan, amount: number, interval: PlanInterval) =>
  `${formatCents(amount, plan.currency)} ${formatPriceUnit(plan, interval)}`;

type MoveWithCounts = Awaited<ReturnType<typeof queries.listMoveRows>>[number];

function toMoveJson({ move, counts }: MoveWithCounts): PriceMoveJson {
  const countOf = (state: PriceMoveState) => counts.find((each) => each.state === state)?.count ?? 0;
  return {
    id: move.id,
    plan_name: formatMovedPlan(move),
    to_price: move.toPriceId === null ? null : move.toPrice,
    effective_from: toIso(move.effectiveFrom),
    created_at: toIso(move.createdAt),
    cancelled_at: toIsoOrNull(move.cancelledAt),
    counts: Object.fromEntries(priceMoveStates.map((state) => [state, countOf(state)])) as PriceMoveJson['counts'],
  };
}

function formatMovedPlan({ planKey }: Pick<queries.MoveRow, 'planKey'>): string {
  const plan = findPlanByKey(planKey);
  return plan ? formatPlanName(plan.productName, plan.planName) : planKey;
}

/** A page of the subscribers of a move, each with what became of it, and how many follow. @throws not_found. */
export async function listMoveMembers(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { after }: { after: number },
): Promise<MoveMembersJson> {
  if (!(await queries.findMoveRow(db, id))) throw notFoundError('There is no such move.');
  const { rows, left } = await queries.listMemberRows(db, id, { after, limit: MOVE_MEMBERS_PAGE_SIZE });
  const members = rows.map(({ member, userId, email }) => ({
    id: member.id,
    user_id: userId,
    email,
    from_price: member.fromPrice,
    state: member.state,
    obstacle: member.obstacle,
    moves_at: toIsoOrNull(member.movesAt),
    last_error: member.lastError,
  }));
  return { members, left };
}

/**
 * Starts a move of subscribers from earlier prices of a plan to the one that it is sold for. Nobody is told, and nothing is changed at
 * Stripe, before it can’t be undone any more. @throws validation_failed, conflict.
 */
export async function startPriceMove(deps: MoveDeps, actorId: number, request: StartMoveRequest): Promise<Changed> {
  const { db, clock } = deps;
  const now = clock.now();
  const { plan, prices, toPriceId, toPrice } = await requireMovable(deps, request);
  const effectiveFrom = Date.parse(request.effectiveFrom);
  if (effectiveFrom < now + PRICE_MOVE_NOTICE_DAYS * DAY_MS)
    throw invalidFieldError('effectiveFrom', `Choose a day at least ${PRICE_MOVE_NOTICE_DAYS} days from now.`);
  const move = { id: generateId(), planKey: plan.key, startsAt: toUndoUntil(now) };
  const undoId = generateId();
  const name = formatMovedPlan(move);
  const subscribers = prices.reduce((sum, { count, left_out: leftOut }) => sum + count - leftOut, 0);
  const { message } = request;
  try {
    await write(db, [
      db.orm
        .insert(priceMoves)
        .values({ ...move, toPriceId, toPrice, effectiveFrom, message, actorId, createdAt: now }),
      ...prices.flatMap(({ price_id: priceId, words }) => [
        queries.insertMembersStatement(move, { priceId, words }),
        rollbackIfNoRows,
      ]),
      ...recordUndoStatements(db, {
        id: undoId,
        kind: 'price_move.started',
        actorId,
        now,
        snapshot: { moveId: move.id },
      }),
      insertAuditStatement(db, {
        at: now,
        action: 'price_move.started',
        actorId,
        subject: `price_move:${move.id}`,
        detail: { plan: name, subscribers, to: toPrice, effective_from: toIso(effectiveFrom) },
      }),
    ]);
  } catch (error) {
    throw isGuardRollback(error) ? conflictError(OUTDATED) : error;
  }
  deps.priceMoves.wake();
  const day = formatBillingDate(effectiveFrom, deps.site.timeZone);
  return {
    message: `${formatCount(subscribers, 'subscriber')} of ${name} ${subscribers === 1 ? 'moves' : 'move'} from ${day} on`,
    undo: toUndoJson(undoId, now),
  };
}

/** @throws validation_failed, conflict. */
async function requireMovable(deps: ReadDeps, { plan: key, priceIds }: StartMoveRequest) {
  const movable = (await listPriceMoves(deps)).plans.find((each) => each.key === key);
  const plan = findPlanByKey(key);
  const prices = movable?.prices.filter(({ price_id }) => priceIds.includes(price_id)) ?? [];
  const [first] = prices;
  if (!plan || !movable || !first || prices.length < new Set(priceIds).size) throw conflictError(OUTDATED);
  if (prices.some(({ interval }) => interval !== first.interval))
    throw invalidFieldError('priceIds', 'Choose prices by the month or by the year, not both.');
  if (movable.is_free) return { plan, prices, toPriceId: null, toPrice: '' };
  const toPriceId = deps.payments?.findPriceId(key, first.interval) ?? null;
  const now = movable.now.find(({ interval }) => interval === first.interval);
  if (toPriceId === null || !now) throw conflictError('This plan has no price at Stripe yet. Create it first.');
  return { plan, prices, toPriceId, toPrice: now.words };
}

/** Cancels a move. Who was told gets an email that the price stays. @throws not_found; conflict for one that was cancelled. */
export async function cancelPriceMove(deps: MoveDeps, actorId: number, id: string): Promise<Changed> {
  const { db, clock } = deps;
  const now = clock.now();
  const row = await queries.findMoveRow(db, id);
  if (!row) throw notFoundError('There is no such move.');
  try {
    await write(db, [
      queries.cancelMoveStatement(db, id, now),
      rollbackIfNoRows,
      queries.wakeMembersStatement(db, id, now),
      insertAuditStatement(db, toCancelEntry(row, { actorId, now, action: 'price_move.cancelled' })),
    ]);
  } catch (error) {
    throw isGuardRollback(error) ? conflictError('This move was cancelled already.') : error;
  }
  deps.priceMoves.wake();
  return { message: 'The move is cancelled. Who was told gets an email.', undo: null };
}

type Cancel = { actorId: number; now: number; action: 'price_move.cancelled' | 'price_move.undone' };

export const toCancelEntry = (row: queries.MoveRow, { actorId, now, action }: Cancel) => ({
  at: now,
  action,
  actorId,
  subject: `price_move:${row.id}`,
  detail: { plan: formatMovedPlan(row) },
});
