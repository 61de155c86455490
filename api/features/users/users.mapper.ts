import { toIso, toIsoOrNull } from '#api/clock.ts';
import { isBlacklistActive } from '#api/domain/blacklist.ts';
import type { BlacklistScope } from '#api/domain/enums.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toSubscriptionSummary } from '#api/features/subscriptions/summary.service.ts';
import type { subscriptions } from '#db/schema/index.ts';
import type { ActorJson, AdminUserJson, UserJson } from './users.contract.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** What hangs on a user in other tables. */
export type UserParts = {
  totalLogins: number;
  subscriptions: SubscriptionRow[];
  blacklistedScopes: BlacklistScope[];
};

/** A user as the API returns it: without the blacklist, the settings and the sessions. */
export function toUserJson(row: UserRow): UserJson {
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    role: row.role,
    auth_provider: row.authProvider,
    email_verified: row.isEmailVerified,
    profile_photo: row.profilePhoto,
    created_at: toIso(row.createdAt),
  };
}

export function toAdminUserJson(row: UserRow, parts: UserParts, now: number): AdminUserJson {
  const isBlacklisted = isBlacklistActive(row, now);
  return {
    ...toUserJson(row),
    is_blacklisted: isBlacklisted,
    blacklisted_reason: isBlacklisted ? row.blacklistReason : null,
    blacklisted_until: isBlacklisted ? toIsoOrNull(row.blacklistedUntil) : null,
    blacklisted_scopes: isBlacklisted ? parts.blacklistedScopes : [],
    last_login_at: toIsoOrNull(row.lastSignInAt),
    updated_at: toIso(row.updatedAt),
    total_logins: parts.totalLogins,
    subscriptions: parts.subscriptions.map(toSubscriptionSummary),
    deletion:
      row.deletionError === null || row.deleteAfter === null
        ? null
        : { error: row.deletionError, next_attempt_at: toIso(row.deleteAfter) },
  };
}

/** An admin by id; `user` is the account with that id, all null when it is deleted. The id 0 stands for the system. */
export function toActorJson(
  id: number | null,
  user: { firstName: string | null; lastName: string | null; email: string | null },
): ActorJson | null {
  if (!id) return null;
  return { id, name: formatFullName(user) || user.email };
}
