import {
  closeUndoStatement,
  deleteUndoneEmailsStatement,
  findOpenUndo,
  listOwnUndos,
  type OwnUndo,
  toUndoUntil,
  type UndoAction,
} from '#db/queries/undo-actions.ts';
import { isGuardRollback, type NamedStatements, rollbackIfNoRows, writeNamed } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import type { UndoKind } from '#api/domain/enums.ts';
import { hasPermission, type Permission, type UserRole } from '#api/domain/permissions.ts';
import { AppError, conflictError, notFoundError, undoClosedError } from '#api/http/errors.ts';
import { toIso } from '#api/clock.ts';
import type { UndoJson, UndoneJson } from '#api/http/undo-fields.ts';

/** How the actions of a feature are undone: the one declaration of its kinds. The rest is the same for all. */
export type UndoHandler = {
  kinds: readonly UndoKind[];
  permission: Permission;
  /** The statements that put back what one action changed. @throws AppError where that is not possible any more. */
  plan: (deps: Deps, action: UndoAction, now: number) => UndoPlan | Promise<UndoPlan>;
  /** What an action changed, where those that stay as they are should be named. */
  getSubject?: (action: UndoAction) => { id: number; name: string };
  /** How many things were changed by actions for which it is too late; one each unless said. */
  countExpired?: (deps: Deps, ids: readonly string[]) => Promise<number>;
  /** What it says when something is as it was; or that nothing is, of several actions. */
  summarize: (outcome: UndoOutcome) => string;
  /** Workers with new work. */
  wake?: (deps: Deps) => void;
};

export type UndoPlan = {
  /**
   * By name, in their order, in one batch behind those that close the action and delete its emails. The rows of `restored` are
   * counted: none, and nothing is as it was. An action on one thing, which a guard protects, has no `restored`.
   */
  statements: NamedStatements;
  /** How many things the action changed, where that may be more than it restores. */
  count?: number;
  /** Why it stays as it is, when a guard rolls the batch back or no row is restored. */
  changed: string;
  /** The same for an error of the database, such as a constraint. */
  explain?: (error: unknown) => string | undefined;
  /** Its part of the summary. */
  note?: string;
};

export type UndoOutcome = {
  undone: { kind: UndoKind; restored: number; note: string }[];
  restored: number;
  /** Those that stay because of later changes, with the reason. */
  skipped: UndoneJson['skipped'];
  expired: number;
};

/** How an act of `at` (UTC ms) is answered: what undoes it, and until when. */
export const toUndoJson = (id: string, at: number, windowMs?: number) =>
  ({ id, until: toIso(toUndoUntil(at, windowMs)) }) satisfies UndoJson;

export type UndoCaller = { id: number; role: UserRole };

/**
 * Undoes actions of this admin, the last first, each in a batch of its own: closed, its emails deleted, its rows put back. Two
 * undos at once are one. @throws not_found; forbidden without the permission of its kind; conflict when nothing is as it was.
 */
export async function runUndo(
  deps: Deps,
  handlers: readonly UndoHandler[],
  ids: readonly string[],
  caller: UndoCaller,
): Promise<UndoneJson> {
  const now = deps.clock.now();
  const own = await listOwnUndos(deps.db, ids, caller.id);
  const groups = handlers
    .map((handler) => ({ handler, actions: own.filter(({ kind }) => handler.kinds.includes(kind)) }))
    .filter(({ actions }) => actions.length > 0);
  if (groups.length === 0) throw notFoundError('There is nothing to undo.');
  if (groups.some(({ handler }) => !hasPermission(caller.role, handler.permission))) {
    throw new AppError('forbidden', 'You don’t have permission to do this.');
  }
  const answers: UndoneJson[] = [];
  for (const { handler, actions } of groups) answers.push(await undoWith(deps, handler, actions, { caller, now }));
  return {
    message: answers.map(({ message }) => message).join(' '),
    restored: sum(answers.map(({ restored }) => restored)),
    skipped: answers.flatMap(({ skipped }) => skipped),
    left: sum(answers.map(({ left }) => left)),
  };
}

type Context = { caller: UndoCaller; now: number };

async function undoWith(
  deps: Deps,
  handler: UndoHandler,
  actions: readonly OwnUndo[],
  { caller, now }: Context,
): Promise<UndoneJson> {
  const waiting = actions.filter(({ undoneAt }) => undoneAt === null);
  const open = waiting.filter(({ undoUntil }) => undoUntil > now);
  if (open.length === 0) throw undoClosedError(waiting.length === 0);
  const outcome: UndoOutcome = { undone: [], restored: 0, skipped: [], expired: 0 };
  const errors: AppError[] = [];
  let changed = 0;
  for (const { id } of open) {
    const action = await findOpenUndo(deps.db, { id, actorId: caller.id, now });
    // Another request has just undone it, or its email has left.
    if (!action) continue;
    try {
      const { restored, count, note } = await undoAction(deps, handler, action, now);
      outcome.undone.push({ kind: action.kind, restored, note });
      outcome.restored += restored;
      changed += Math.max(count - restored, 0);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors.push(error);
      const subject = handler.getSubject?.(action);
      outcome.skipped.push({ id: subject?.id ?? null, name: subject?.name ?? null, reason: error.message });
    }
  }
  const late = waiting.filter(({ undoUntil }) => undoUntil <= now).map(({ id }) => id);
  outcome.expired = changed + (await countExpired(deps, handler, late));
  handler.wake?.(deps);
  const [error, ...others] = errors;
  if (outcome.restored === 0)
    throw others.length > 0
      ? conflictError(handler.summarize(outcome))
      : (error ?? (await explainClosed(deps, open, caller)));
  return {
    message: handler.summarize(outcome),
    restored: outcome.restored,
    skipped: outcome.skipped,
    left: outcome.skipped.length + outcome.expired,
  };
}

/** @throws conflict when it was changed since, or has just been closed. */
async function undoAction(deps: Deps, handler: UndoHandler, action: UndoAction, now: number) {
  const { db } = deps;
  const { id, actorId } = action;
  const { statements, count, changed, explain, note = '' } = await handler.plan(deps, action, now);
  try {
    const written: Partial<Record<string, number>> = await writeNamed(db, {
      actionClosed: [closeUndoStatement(db, { id, actorId, now }), rollbackIfNoRows],
      actionEmails: deleteUndoneEmailsStatement(db, id),
      ...statements,
    });
    const restored = 'restored' in statements ? (written.restored ?? 0) : 1;
    if (restored === 0) throw conflictError(changed);
    return { restored, count: count ?? restored, note };
  } catch (error) {
    if (isGuardRollback(error)) {
      throw (await findOpenUndo(db, { id, actorId, now }))
        ? conflictError(changed)
        : await explainClosed(deps, [action], { id: actorId });
    }
    const reason = explain?.(error);
    throw reason === undefined ? error : conflictError(reason);
  }
}

async function explainClosed(
  { db }: Deps,
  actions: readonly { id: string }[],
  { id }: { id: number },
): Promise<AppError> {
  const ids = actions.map((action) => action.id);
  const current = await listOwnUndos(db, ids, id);
  return undoClosedError(current.every(({ undoneAt }) => undoneAt !== null));
}

async function countExpired(deps: Deps, handler: UndoHandler, ids: readonly string[]): Promise<number> {
  return ids.length > 0 && handler.countExpired ? handler.countExpired(deps, ids) : ids.length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
