import { inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { toPartId } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { actOnEach, type BulkSource, listBulkPart, type PartUndo } from '#api/bulk/bulk-kit.ts';
import type { Deps } from '#api/deps.ts';
import { type UserBulkActionName, userBulkActions } from '#api/domain/user-bulk.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import type { BulkJson } from '#api/http/bulk-fields.ts';
import { blacklistOneOfMany, parseEnd } from '#api/features/users/blacklist/blacklist.service.ts';
import { removeBlacklisting } from '#api/features/users/blacklist/removal.service.ts';
import { matchUsers } from '#api/features/users/list/list.queries.ts';
import type { BulkUsersRequest } from '#api/features/users/users.contract.ts';

type BulkFilter = NonNullable<BulkUsersRequest['filter']>;
type Act<Name extends UserBulkActionName> = (
  deps: Deps,
  actorId: number,
  id: number,
  request: Extract<BulkUsersRequest, { action: Name }>,
  undo: PartUndo,
) => Promise<unknown>;

/** What each action does to one user, in one batch with its guards, audit row, email and undo. */
const acts: { [Name in UserBulkActionName]: Act<Name> } = {
  blacklist: blacklistOneOfMany,
  remove_blacklist: (deps, actorId, id, _request, undo) => removeBlacklisting(deps, actorId, id, undo),
};

/**
 * Acts on several users, one after the other; those whom the act is refused for are skipped, with the reason.
 * @throws validation_failed; conflict when another number of users matches the filter than was shown.
 */
export async function bulkUpdateUsers(deps: Deps, request: BulkUsersRequest, actorId: number): Promise<BulkJson> {
  if (request.action === 'blacklist') parseEnd(request.blacklistedUntil, deps.clock.now());
  const { ids, next } = await listBulkPart(deps.db, createSource(deps), request);
  const act = acts[request.action] as Act<UserBulkActionName>;
  const actOn = (id: number, undo: PartUndo) => act(deps, actorId, id, request, { ...undo, id: toPartId(undo.id, id) });
  const done = await actOnEach(deps, ids, actOn, (skippedIds) => loadNames(deps.db, skippedIds));
  deps.outboxWorker.wake();
  deps.subscriptionWebhooks.wake();
  deps.blacklistWorker.wake();
  return { message: userBulkActions[request.action].done(done.updated.length), ...done, next };
}

const createSource = ({ db, clock }: Deps): BulkSource<BulkFilter> => ({
  table: users,
  id: users.id,
  matches: (filter) => matchUsers(db, filter, clock.now()),
  size: 50,
});

async function loadNames({ orm }: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { id, firstName, lastName, email } = users;
  const rows = await orm
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, formatFullName(row) || row.email]));
}
