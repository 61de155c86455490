import { eq } from 'drizzle-orm';
import type { UndoAction } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import type { UndoKind } from '#api/domain/enums.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { notFoundError } from '#api/http/errors.ts';
import { announceContacts } from '#api/features/subscriptions/sync/sync.service.ts';
import { type EndedKeys, restoreMadeKeysStatements } from '#api/features/api-keys/api-keys.service.ts';
import { entitlementsChangedStatements } from '#api/features/subscription-webhooks/enqueue.service.ts';
import {
  deleteUndoneAddressesStatement,
  followBlacklistingStatement,
} from '#api/features/users/blacklist/addresses.service.ts';
import {
  findReplacedBlacklisting,
  restoreBlacklistStatements,
  toAuditFields,
} from '#api/features/users/blacklist/blacklist.queries.ts';
import { undoRemovalStatements } from '#api/features/users/blacklist/removal.service.ts';
import { isTakenAddress, undoContactStatements } from '#api/features/users/contact/contact.service.ts';
import { deletionUndoneStatement, stopDeletionStatement } from '#api/features/users/deletion/schedule.service.ts';
import { undoRoleStatements } from '#api/features/users/role/role.service.ts';
import { userAuditStatement } from '#api/features/users/users.service.ts';
import type { UndoHandler, UndoOutcome } from '#api/undo/undo-kit.ts';

/** `note` is what the toast says. */
type Restoration = { note: string; statements: Statement[] };
type Restore = (deps: Deps, action: UndoAction, user: UserRow, now: number) => Restoration | Promise<Restoration>;

const restorers = {
  'user.blacklisted': restoreUnblacklisted,
  'user.unblacklisted': (deps, { actorId, snapshot }, user, now) => ({
    note: 'Undone. The blacklist applies again.',
    statements: undoRemovalStatements(deps, { actorId, now }, user, snapshot),
  }),
  'user.deleted': (deps, { actorId, snapshot }, user, now) => ({
    note: 'Deletion undone. Sessions that ended stay ended.',
    statements: [
      stopDeletionStatement(deps, user.id),
      rollbackIfNoRows,
      ...entitlementsChangedStatements(user.id, now),
      deletionUndoneStatement(deps, actorId, user.id, user.deleteAfter ?? now),
      ...restoreMadeKeysStatements(deps, { ended: getEndedKeys(snapshot), actorId, now }),
    ],
  }),
  'user.changed': (deps, { id, actorId, snapshot }, user, now) => ({
    note: 'Undone. Sessions that ended stay ended.',
    statements: undoContactStatements(deps, { id, actorId, now }, user, snapshot),
  }),
  'user.role_changed': (deps, { actorId, snapshot }, user, now) => ({
    note: 'Undone. The role from before applies again.',
    statements: undoRoleStatements(deps, { actorId, now }, user, snapshot),
  }),
} as const satisfies Partial<Record<UndoKind, Restore>>;

/** Changes of a user, one action each. Sessions that they ended stay ended. */
export const userUndo: UndoHandler = {
  kinds: Object.keys(restorers) as UndoKind[],
  permission: 'users.manage',
  plan: async (deps, action, now) => {
    const user = await findUser(deps, Number(action.snapshot?.userId));
    if (!user) throw notFoundError('There is nothing to undo.');
    const restore: Restore = restorers[action.kind as keyof typeof restorers];
    const { statements, note } = await restore(deps, action, user, now);
    return {
      statements: { user: statements },
      note,
      changed: 'This user has changed since, so this can’t be undone.',
      explain: (error) =>
        isTakenAddress(error)
          ? 'Someone has signed up with the old address since, so this can’t be undone.'
          : undefined,
    };
  },
  summarize: summarizeUsers,
  wake: (deps) => {
    deps.outboxWorker.wake();
    deps.subscriptionWebhooks.wake();
    deps.blacklistWorker.wake();
    announceContacts(deps);
  },
};

function summarizeUsers({ undone, skipped, expired }: UndoOutcome): string {
  const notes = new Set(undone.map(({ note }) => note));
  const stay = `${formatCount(skipped.length, 'user stays', 'users stay')} as ${pluralize(skipped.length, 'it is', 'they are')}, because of later changes.`;
  return [
    ...(notes.size > 0 ? notes : ['Nothing was undone.']),
    skipped.length > 0 && stay,
    expired > 0 && `It was too late for ${formatCount(expired, 'user')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** API keys that ended with an act; an undo brings them back. */
const getEndedKeys = (snapshot: UndoAction['snapshot']) => snapshot?.keys as EndedKeys | undefined;

async function restoreUnblacklisted(deps: Deps, { id, actorId, snapshot }: UndoAction, user: UserRow, now: number) {
  const earlier = await findReplacedBlacklisting(deps.db, user.id, id);
  const isRestored =
    earlier !== undefined && isBlacklistActive({ isBlacklisted: true, blacklistedUntil: earlier.until }, now);
  const statements = [
    deleteUndoneAddressesStatement(deps, id),
    ...restoreBlacklistStatements(deps.db, { userId: user.id, undoId: id, actorId, now }),
    followBlacklistingStatement(deps, user.id, now),
    ...entitlementsChangedStatements(user.id, now),
    userAuditStatement(deps, user.id, {
      action: 'user.blacklisting_undone',
      actorId,
      before: toAuditFields(isBlacklistActive(user, now), user.blacklistedUntil),
      after: toAuditFields(isRestored, earlier?.until ?? null),
    }),
    ...restoreMadeKeysStatements(deps, { ended: getEndedKeys(snapshot), actorId, now }),
  ];
  const note = isRestored
    ? 'Undone. The blacklist from before applies again.'
    : 'Blacklist undone. Sessions that ended stay ended.';
  return { statements, note };
}

const findUser = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<UserRow | undefined> =>
  db.orm.query.users.findFirst({ where: eq(users.id, id) });
