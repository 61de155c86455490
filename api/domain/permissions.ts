/** What a signed-in user may do in the back office. Routes, links and guards ask for a permission, never for a role. */
export const permissions = [
  'overview.read',
  'posts.write',
  'categories.manage',
  'documents.write',
  'sections.manage',
  'products.manage',
  'uploads.manage',
  'waiting-list.manage',
  'publishes.read',
  'publishes.manage',
  'releases.manage',
  'users.read',
  'users.manage',
  'audit.read',
  'mail.read',
  'mail.manage',
  'billing.read',
  'billing.manage',
  'openshelf.review',
  'openshelf.manage',
  'system.manage',
] as const;
export type Permission = (typeof permissions)[number];

/** The roles and what each may do; a new role is one line here, and the migration that `npm run db:generate` writes. */
export const rolePermissions = {
  user: [],
  admin: permissions,
} satisfies Record<string, readonly Permission[]>;

export type UserRole = keyof typeof rolePermissions;
export const userRoles = Object.keys(rolePermissions) as [UserRole, ...UserRole[]];

export const hasPermission = (role: UserRole, permission: Permission): boolean =>
  getPermissions(role).includes(permission);

/** True for a role that may do more than an ordinary user; its sessions are shorter. */
export const hasAnyPermission = (role: UserRole): boolean => getPermissions(role).length > 0;

/** A role that this build does not know holds none: another tab may have stored the user of a newer build. */
const getPermissions = (role: UserRole): readonly Permission[] => rolePermissions[role] ?? [];
