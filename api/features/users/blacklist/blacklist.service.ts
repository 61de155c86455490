import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import { invalidFieldError } from '#api/http/errors.ts';
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

type BlacklistDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments' | 'site' | 'outboxWorker' | 'blacklistWorker'>;

/**
 * Blacklists a user, for good or until a time, and ends every session and every pending sign-in in the same batch (T10). The
 * email about it waits until it can't be undone any more; so does the cancellation of the subscriptions, where it is asked for.
 * @throws validation_failed, not_found; conflict for yourself and for the last admin.
 */
export async function blacklistUser(
  deps: BlacklistDeps,
  actorId: number,
  id: number,
  { reason, blacklistedUntil, cancelSubscriptions, scope }: z.output<typeof blacklistUserRequest>,
): Promise<UserActionJson> {
  const { db, clock } = deps;
  const now = clock.now();
  const until = blacklistedUntil ? Date.parse(blacklistedUntil) : null;
  if (until !== null && until <= now) throw invalidFieldError('blacklistedUntil', 'Choose an end date in the future.');
  const row = await requireOtherUser(deps, actorId, id);
  requireBlockableScope(row.email, scope);
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
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
      cancelAfter: cancelSubscriptions ? undo.undoUntil : null,
    }),
    followBlacklistingStatement(deps, id, now),
    ...(scope ? [insertAddressStatement(deps, row, { scope, reason, until, undoId: undo.id, now })] : []),
    ...queries.endAccessStatements(db, row, now),
    ...recordUndoStatements(db, { id: undo.id, kind: 'user.blacklisted', actorId, now, snapshot: { userId: id } }),
    enqueueBlacklistEmailStatement(deps, row, { reason, until, undo, now }),
    userAuditStatement(deps, id, {
      at: now,
      action: 'user.blacklisted',
      actorId,
      before: queries.toAuditFields(isBlacklistActive(row, now), row.blacklistedUntil),
      after: queries.toAuditFields(true, until),
      ...((cancelSubscriptions || scope) && {
        detail: { ...(cancelSubscriptions && { cancel_subscriptions: true }), ...(scope && { scope }) },
      }),
    }),
  ]);
  deps.outboxWorker.wake();
  deps.blacklistWorker.wake();
  return {
    message: 'User blacklisted successfully',
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: { id: undo.id, until: toIso(undo.undoUntil) },
  };
}
