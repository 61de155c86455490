import { generateId } from '#api/adapters/secrets.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { findProductName } from '#api/domain/catalogue.ts';
import {
  findChargedRate,
  type FixedTaxRate,
  fitRate,
  formatRates,
  hasEarlierRate,
  parseSubscriptionTax,
  type SubscriptionTax,
} from '#api/domain/charged-rate.ts';
import { type TaxMoveState, taxMoveStates } from '#api/domain/enums.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { taxMoves } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type {
  MovableProductJson,
  StartTaxMoveRequest,
  TaxMoveJson,
  TaxMoveMembersJson,
  TaxMovesJson,
} from './tax-moves.contract.ts';
import * as queries from './tax-moves.queries.ts';

/** Subscribers of a move that a screen lists at once. */
const MEMBERS_PAGE_SIZE = 100;
const OUTDATED = 'These subscribers have just changed. Reload the page.';

type ReadDeps = Pick<Deps, 'db' | 'payments' | 'site'>;
type MoveDeps = ReadDeps & Pick<Deps, 'clock' | 'taxMoves'>;

/** Products with subscribers at earlier tax rates, and the newest moves. */
export async function listTaxMoves(deps: ReadDeps): Promise<TaxMovesJson> {
  return {
    products: (await listMovable(deps)).map(({ json }) => json),
    moves: (await queries.listMoveRows(deps.db)).map(toMoveJson),
  };
}

/** `taxes`: by the key of a group, each way in which its subscribers are taxed, as rows store it. */
type Movable = { rate: FixedTaxRate | null; json: MovableProductJson; taxes: ReadonlyMap<string, string[]> };

async function listMovable({ db, payments, site }: ReadDeps): Promise<Movable[]> {
  if (payments === null) return [];
  const byProduct = Map.groupBy(await queries.countByTax(db), ({ productId }) => productId);
  return [...byProduct].flatMap(([productId, rows]) => {
    const rate = findChargedRate(site.settings, productId);
    const name = findProductName(productId);
    if (rate === undefined || name === null) return [];
    return toMovable({ productId, name, rate }, rows) ?? [];
  });
}

function toMovable(
  { productId, name, rate }: { productId: number; name: string; rate: FixedTaxRate | null },
  rows: readonly queries.TaxCount[],
): Movable | null {
  const earlier = rows.flatMap(({ tax: stored, count }) => {
    const tax = parseSubscriptionTax(stored);
    return stored !== null && tax !== null && hasEarlierRate(tax, rate) ? [{ stored, tax, count }] : [];
  });
  const groups = Map.groupBy(earlier, ({ tax }) => toKey(tax));
  if (groups.size === 0) return null;
  return {
    rate,
    taxes: new Map([...groups].map(([key, each]) => [key, each.map(({ stored }) => stored)])),
    json: {
      product_id: productId,
      name,
      now: formatRates(rate === null ? [] : [rate]),
      rates: [...groups].flatMap(([key, each]) => {
        const [first] = each;
        if (!first) return [];
        return {
          key,
          words: formatRates(first.tax.rates),
          count: each.reduce((sum, { count }) => sum + count, 0),
          is_dearer: sumAdded(fitRates(rate, first.tax)) > sumAdded(first.tax.rates),
          is_included: [...first.tax.rates, ...fitRates(rate, first.tax)].every(({ isInclusive }) => isInclusive),
        };
      }),
    },
  };
}

const fitRates = (rate: FixedTaxRate | null, { isInclusive }: SubscriptionTax): FixedTaxRate[] => {
  const fitting = fitRate(rate, isInclusive);
  return fitting === null ? [] : [fitting];
};

/** The percentage that comes on top of a price. */
export const sumAdded = (rates: readonly FixedTaxRate[]): number =>
  rates.reduce((sum, { percent, isInclusive }) => sum + (isInclusive ? 0 : percent), 0);

const toKey = ({ rates, isInclusive }: SubscriptionTax): string =>
  JSON.stringify([isInclusive, rates.map(({ name, percent, isInclusive: included }) => [name, percent, included])]);

type MoveWithCounts = Awaited<ReturnType<typeof queries.listMoveRows>>[number];

function toMoveJson({ move, counts }: MoveWithCounts): TaxMoveJson {
  const countOf = (state: TaxMoveState) => counts.find((each) => each.state === state)?.count ?? 0;
  return {
    id: move.id,
    product_name: findProductName(move.productId) ?? '',
    to: formatMoveRate(move),
    created_at: toIso(move.createdAt),
    undone_at: toIsoOrNull(move.undoneAt),
    counts: Object.fromEntries(taxMoveStates.map((state) => [state, countOf(state)])) as TaxMoveJson['counts'],
  };
}

/** The rate that a move is to; null for none. */
export const readMoveRate = ({ toRate }: Pick<queries.TaxMoveRow, 'toRate'>): FixedTaxRate | null =>
  toRate === null ? null : (JSON.parse(toRate) as FixedTaxRate);

function formatMoveRate(move: Pick<queries.TaxMoveRow, 'toRate'>): string {
  const rate = readMoveRate(move);
  return formatRates(rate === null ? [] : [rate]);
}

/** A page of the subscribers of a move, each with what became of it, and how many follow. @throws not_found. */
export async function listTaxMoveMembers(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { after }: { after: number },
): Promise<TaxMoveMembersJson> {
  if (!(await queries.findMoveRow(db, id))) throw notFoundError('There is no such move.');
  const { rows, left } = await queries.listMemberRows(db, id, { after, limit: MEMBERS_PAGE_SIZE });
  const members = rows.map(({ member, userId, email }) => ({
    id: member.id,
    user_id: userId,
    email,
    from_rates: member.fromRates,
    state: member.state,
    obstacle: member.obstacle,
    last_error: member.lastError,
  }));
  return { members, left };
}

/**
 * Starts a move of subscribers of a product from earlier tax rates to the one of today, from their next payment. Nothing is changed at
 * Stripe, and nobody is told, before it can’t be undone any more. @throws conflict.
 */
export async function startTaxMove(
  deps: MoveDeps,
  actorId: number,
  { productId, rates: keys }: StartTaxMoveRequest,
): Promise<{ message: string; undo: UndoJson }> {
  const { db, clock } = deps;
  const now = clock.now();
  const movable = (await listMovable(deps)).find(({ json }) => json.product_id === productId);
  const chosen = movable?.json.rates.filter(({ key }) => keys.includes(key)) ?? [];
  if (!movable || chosen.length < new Set(keys).size) throw conflictError(OUTDATED);
  const { rate, json } = movable;
  const move = { id: generateId(), productId, startsAt: toUndoUntil(now) };
  const undoId = generateId();
  const subscribers = chosen.reduce((sum, { count }) => sum + count, 0);
  const members = chosen.flatMap(({ key, words }) =>
    (movable.taxes.get(key) ?? []).flatMap((tax) => [
      queries.insertMembersStatement(move, { tax, words }),
      rollbackIfNoRows,
    ]),
  );
  try {
    await write(db, [
      db.orm.insert(taxMoves).values({ ...move, toRate: rate && JSON.stringify(rate), actorId, createdAt: now }),
      ...members,
      ...recordUndoStatements(db, {
        id: undoId,
        kind: 'tax_move.started',
        actorId,
        now,
        snapshot: { moveId: move.id },
      }),
      insertAuditStatement(db, {
        at: now,
        action: 'tax_move.started',
        actorId,
        subject: `tax_move:${move.id}`,
        detail: { product: json.name, subscribers, to: json.now },
      }),
    ]);
  } catch (error) {
    throw isGuardRollback(error) ? conflictError(OUTDATED) : error;
  }
  deps.taxMoves.wake();
  return {
    message: `${formatCount(subscribers, 'subscriber')} of ${json.name} ${subscribers === 1 ? 'pays' : 'pay'} ${json.now} from the next payment on`,
    undo: toUndoJson(undoId, now),
  };
}

export const toUndoneEntry = (row: queries.TaxMoveRow, { actorId, now }: { actorId: number; now: number }) => ({
  at: now,
  action: 'tax_move.undone' as const,
  actorId,
  subject: `tax_move:${row.id}`,
  detail: { product: findProductName(row.productId) ?? '', to: formatMoveRate(row) },
});
