import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { PartUndo } from '#api/bulk/bulk-kit.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import { conflictError, invalidFieldError } from '#api/http/errors.ts';
import { endMadeKeys } from '#api/features/api-keys/api-keys.service.ts';
import { entitlementsChangedStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { getUserDetail } from '#api/features/users/detail/detail.service.ts';
import { isNotLastAdmin } from '#api/features/users/users.queries.ts';
import {
  isUnchanged,
  requireOtherUser,
  userAuditStatement,
  writeOrExplain,
} from '#api/features/users/users.service.ts';
import type { blacklistUserRequest, UserActionJson } from '#api/features/users/users.contract.ts';
import { followBlacklistingStatement, insertAddressStatement, requireBlockableScope } from './addresses.service.ts';
import { enqueueBlacklistEmailStatement } from './blacklist-email.service.ts';
import * as queries from './blacklist.queries.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

type BlacklistDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'payments' | 'site' | 'outboxWorker' | 'blacklistWorker' | 'subscriptionWebhooks'
>;

/** When a blacklisting ends (UTC ms); null for never. @throws validation_failed for a time that is over. */
export function parseEnd(blacklistedUntil: string | null | undefined, now: number): number | null {
  const until = blacklistedUntil ? Date.parse(blacklistedUntil) : null;
  if (until !== null && until <= now) throw invalidFieldError('blacklistedUntil', 'Choose an end date in the future.');
  return until;
}

type Blacklisting = z.output<typeof blacklistUserRequest>;

/**
 * Blacklists a user, for good or until a time, and ends every session and every pending sign-in in the same batch (T10). The
 * API keys that the user made end with it, but for those of `keepKeys`. The
 * email about it waits until it can't be undone any more; so does the cancellation of the subscriptions, where it is asked for.
 * @throws validation_failed, not_found; conflict for yourself and for the last admin.
 */
export async function blacklistUser(
  deps: BlacklistDeps,
  actorId: number,
  id: number,
  blacklisting: Blacklisting,
): Promise<UserActionJson> {
  const undo = { id: generateId(), at: deps.clock.now() };
  const row = await requireOtherUser(deps, actorId, id);
  requireBlockableScope(row.email, blacklisting.scope);
  await writeBlacklisting(deps, actorId, row, blacklisting, undo);
  deps.outboxWorker.wake();
  deps.blacklistWorker.wake();
  deps.subscriptionWebhooks.wake();
  return {
    message: 'User blacklisted successfully',
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: toUndoJson(undo.id, undo.at),
  };
}

/** Blacklists one of several users. @throws as above; conflict for one who is blacklisted already. */
export async function blacklistOneOfMany(
  deps: BlacklistDeps,
  actorId: number,
  id: number,
  { reason, blacklistedUntil, subscriptions }: Blacklisting,
  undo: PartUndo,
): Promise<void> {
  const row = await requireOtherUser(deps, actorId, id);
  if (isBlacklistActive(row, undo.at)) throw conflictError('This user is blacklisted already.');
  await writeBlacklisting(deps, actorId, row, { reason, blacklistedUntil, subscriptions }, undo);
}

async function writeBlacklisting(
  deps: BlacklistDeps,
  actorId: number,
  row: UserRow,
  { reason, blacklistedUntil, subscriptions = 'keep', scope, keepKeys: keep }: Blacklisting,
  { id: undoId, at: now }: PartUndo,
): Promise<void> {
  const { db } = deps;
  const { id } = row;
  const until = parseEnd(blacklistedUntil, now);
  const undo = { id: undoId, undoUntil: toUndoUntil(now) };
  const keys = await endMadeKeys(deps, { userId: id, actorId, keep, now });
  await writeOrExplain(deps, id, [
    db.orm
      .update(users)
      .set({ isBlacklisted: true, blacklistReason: reason, blacklistedUntil: until, updatedAt: now })
      .where(and(isNotLastAdmin(id, now), isUnchanged(row))),
    rollbackIfNoRows,
    ...queries.insertBlacklistingStatements(db, {
      userId: id,
      reason,
      until,
      actorId,
      undoId: undo.id,
      now,
      cancelAfter: subscriptions === 'keep' ? null : undo.undoUntil,
      ...(subscriptions !== 'keep' && { cancelAct: subscriptions }),
    }),
    followBlacklistingStatement(deps, id, now),
    ...(scope ? [insertAddressStatement(deps, row, { scope, reason, until, undoId: undo.id, now })] : []),
    ...queries.endAccessStatements(db, row, now),
    ...keys.statements,
    ...recordUndoStatements(db, {
      id: undo.id,
      kind: 'user.blacklisted',
      actorId,
      now,
      snapshot: { userId: id, keys: keys.ended },
    }),
    enqueueBlacklistEmailStatement(deps, row, { reason, until, undo, now }),
    ...entitlementsChangedStatements(id, now),
    userAuditStatement(deps, id, {
      at: now,
      action: 'user.blacklisted',
      actorId,
      before: queries.toAuditFields(isBlacklistActive(row, now), row.blacklistedUntil),
      after: queries.toAuditFields(true, until),
      detail: { ...(subscriptions !== 'keep' && { subscriptions }), ...(scope && { scope }) },
    }),
  ]);
}
