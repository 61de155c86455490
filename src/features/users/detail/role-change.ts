import type { UserRole } from '#api/domain/permissions.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { getShortName } from '#src/features/users/user-labels.ts';

type RoleChange = { next: UserRole; action: string; isDestructive: boolean; describe: (name: string) => string };

/** There are two roles: each can be changed to the other. */
const ROLE_CHANGES: Record<UserRole, RoleChange> = {
  user: {
    next: 'admin',
    action: 'Make admin',
    isDestructive: false,
    describe: (name) => `${name} will be able to use every admin screen: posts, users, payments and publishing.`,
  },
  admin: {
    next: 'user',
    action: 'Make user',
    isDestructive: true,
    describe: (name) => `${name} will lose access to every admin screen straight away.`,
  },
};

/** The role that the user can be given, and what this means. */
export function getRoleChange(user: UserDetailJson) {
  const { describe, ...change } = ROLE_CHANGES[user.role];
  return { ...change, consequence: describe(getShortName(user)) };
}
