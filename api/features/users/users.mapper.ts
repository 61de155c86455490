import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso } from '#api/clock.ts';
import type { UserJson } from '#api/features/auth/auth.contract.ts';

/** A user as JSON, without blacklist, settings and sessions. */
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
