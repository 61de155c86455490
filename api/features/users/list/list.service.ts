import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import type { ListUsersQuery } from '#api/features/users/users.contract.ts';
import { listPendingDeletions } from '#api/features/users/users.queries.ts';
import { toActorJson, toAdminUserJson } from '#api/features/users/users.mapper.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import * as queries from './list.queries.ts';

/** Users, last signed in first by default: those who never did come last. */
export async function listUsers({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: ListUsersQuery) {
  const now = clock.now();
  const [{ ids, total }, byRole, blacklisted, deletions] = await Promise.all([
    queries.listUserIds(db, query, now),
    queries.countByRole(db),
    queries.countBlacklisted(db, now),
    listPendingDeletions(db, now),
  ]);
  const rows = await queries.listUserRowsById(db, ids);
  const getParts = await queries.loadUserParts(db, ids, now);
  return {
    users: rows.map((row) => toAdminUserJson(row, getParts(row.id), now)),
    pagination: toPaginationJson(query, total),
    counts: {
      all: Object.values(byRole).reduce((sum, ofRole) => sum + ofRole, 0),
      by_role: byRole,
      blacklisted,
    },
    deletions: deletions.map(({ user, actor }) => ({
      user_id: user.id,
      name: formatFullName(user) || user.email,
      email: user.email,
      actor: toActorJson(user.deletionActorId, actor ?? { firstName: null, lastName: null, email: null }),
      delete_after: toIso(user.deleteAfter ?? now),
    })),
  };
}

/** The first users whose name or email address contains a text, last signed in first. */
export async function findUsers({ db, clock }: Pick<Deps, 'db' | 'clock'>, text: string, limit: number) {
  const { ids } = await queries.listUserIds(db, { search: text, page: 1, limit }, clock.now());
  const rows = await queries.listUserRowsById(db, ids);
  return rows.map((row) => ({ id: row.id, email: row.email, name: formatFullName(row) || row.email }));
}
