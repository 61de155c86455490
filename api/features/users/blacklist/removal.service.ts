import { and, eq, isNull } from 'drizzle-orm';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { PartUndo } from '#api/bulk/bulk-kit.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import { conflictError } from '#api/http/errors.ts';
import { entitlementsChangedStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import { getUserDetail } from '#api/features/users/detail/detail.service.ts';
import { isNotLastAdmin } from '#api/features/users/users.queries.ts';
import {
  isUnchanged,
  requireVisibleUser,
  userAuditStatement,
  writeOrExplain,
} from '#api/features/users/users.service.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';
import { endAddressesStatement, listUserAddressIds, reopenAddressesStatement } from './addresses.service.ts';
import { enqueueBlacklistEmailStatement } from './blacklist-email.service.ts';
import * as queries from './blacklist.queries.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

/** What the undo of a removal restores. */
type Removed = {
  userId: number;
  reason: string;
  until: number | null;
  /** Null for one that was not recorded. */
  blacklisting: { id: number; createdAt: number; undoId: string | null } | null;
  isEmailUnsent: boolean;
  /** What was blacklisted besides the account; missing in actions of earlier versions. */
  addressIds?: number[];
};

/**
 * Removes a user from the blacklist; the email about the blacklisting is not sent if it still waits.
 * @throws not_found; conflict for someone who is not on it.
 */
export async function unblacklistUser(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'payments' | 'subscriptionWebhooks'>,
  actorId: number,
  id: number,
): Promise<UserActionJson> {
  const undo = { id: generateId(), at: deps.clock.now() };
  await removeBlacklisting(deps, actorId, id, undo);
  deps.subscriptionWebhooks.wake();
  return {
    message: 'Blacklist removed successfully',
    data: { user: await getUserDetail(deps, actorId, id) },
    undo: toUndoJson(undo.id, undo.at),
  };
}

/** The removal itself, of one user or of one of many. @throws as above. */
export async function removeBlacklisting(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  actorId: number,
  id: number,
  { id: undoId, at: now }: PartUndo,
): Promise<void> {
  const { db } = deps;
  const row = await requireVisibleUser(deps, id);
  if (!isBlacklistActive(row, now)) throw conflictError('This user isn’t blacklisted.');
  const snapshot: Removed = {
    userId: id,
    reason: row.blacklistReason ?? '',
    until: row.blacklistedUntil,
    blacklisting: await queries.findOpenBlacklisting(db, id),
    isEmailUnsent: await queries.hasUnsentBlacklistEmail(db, row.email),
    addressIds: await listUserAddressIds(deps, id),
  };
  await writeOrExplain(deps, id, [
    db.orm
      .update(users)
      .set({ isBlacklisted: false, blacklistReason: null, blacklistedUntil: null, updatedAt: now })
      .where(and(eq(users.id, id), isUnchanged(row))),
    rollbackIfNoRows,
    queries.endBlacklistingStatement(db, { userId: id, actorId, now }),
    queries.deleteBlacklistEmailsStatement(db, row.email),
    endAddressesStatement(deps, snapshot.addressIds ?? [], now),
    ...recordUndoStatements(db, { id: undoId, kind: 'user.unblacklisted', actorId, now, snapshot }),
    ...entitlementsChangedStatements(id, now),
    userAuditStatement(deps, id, {
      at: now,
      action: 'user.unblacklisted',
      actorId,
      before: queries.toAuditFields(true, row.blacklistedUntil),
      after: queries.toAuditFields(false, null),
    }),
  ]);
}

/**
 * The statements that blacklist a user as before the removal. Sessions of the meantime end, and an email that the removal
 * stopped is sent after all. The batch is rolled back when the user was blacklisted again since, or is being deleted.
 */
export function undoRemovalStatements(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'site'>,
  { actorId, now }: { actorId: number; now: number },
  user: UserRow,
  snapshot: unknown,
): Statement[] {
  const { db } = deps;
  const { reason, until, blacklisting, isEmailUnsent, addressIds = [] } = snapshot as Removed;
  const undo = blacklisting?.undoId && { id: blacklisting.undoId, undoUntil: toUndoUntil(blacklisting.createdAt) };
  return [
    db.orm
      .update(users)
      .set({ isBlacklisted: true, blacklistReason: reason, blacklistedUntil: until, updatedAt: now })
      .where(and(isNotLastAdmin(user.id, now), eq(users.isBlacklisted, false), isNull(users.deleteAfter))),
    rollbackIfNoRows,
    ...(blacklisting ? [queries.reopenBlacklistingStatement(db, blacklisting.id)] : []),
    reopenAddressesStatement(deps, addressIds),
    ...queries.endAccessStatements(db, user, now),
    ...entitlementsChangedStatements(user.id, now),
    ...(undo && isEmailUnsent ? [enqueueBlacklistEmailStatement(deps, user, { reason, until, undo, now })] : []),
    userAuditStatement(deps, user.id, {
      action: 'user.unblacklisting_undone',
      actorId,
      before: queries.toAuditFields(false, null),
      after: queries.toAuditFields(isBlacklistActive({ isBlacklisted: true, blacklistedUntil: until }, now), until),
    }),
  ];
}
