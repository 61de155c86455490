/**
 * What a signed-in user may do in the back office. Routes, links and guards ask for a permission, never for a role.
 * `users.manage` gives roles, so whoever holds it can come to hold everything.
 */
export const permissions = [
  'overview.read',
  'posts.write',
  'posts.publish',
  'categories.manage',
  'documents.write',
  'sections.manage',
  'products.manage',
  'uploads.manage',
  'waiting-list.manage',
  'publishes.read',
  'publishes.retry',
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
  'navigation.manage',
  'settings.manage',
  'site.publish',
  'system.manage',
  'api.manage',
] as const;
export type Permission = (typeof permissions)[number];

/**
 * The permissions that one piece of work takes from its first screen to its last: writing a post uploads images, follows its
 * publish, and tries a failed one again. Roles are given bundles, so none of them stops halfway. Without `posts.publish` a user
 * writes only their own posts, and submits them.
 */
export const bundles = {
  writing: ['posts.write', 'uploads.manage'],
  posts: ['posts.write', 'posts.publish', 'categories.manage', 'uploads.manage', 'publishes.read', 'publishes.retry'],
  documentation: ['documents.write', 'sections.manage', 'products.manage', 'uploads.manage'],
  media: ['uploads.manage'],
  openshelf: ['openshelf.review', 'openshelf.manage'],
  people: ['users.read', 'users.manage', 'mail.read', 'mail.manage'],
  waitingLists: ['waiting-list.manage'],
  billing: ['billing.read', 'billing.manage'],
  navigation: ['navigation.manage', 'site.publish', 'publishes.read', 'publishes.retry'],
  site: [
    'settings.manage',
    'site.publish',
    'publishes.read',
    'publishes.retry',
    'publishes.manage',
    'releases.manage',
    'system.manage',
    'api.manage',
    'audit.read',
  ],
} as const satisfies Record<string, readonly Permission[]>;
export type Bundle = keyof typeof bundles;

/** The roles, those that may do most first. A new role is one line here, its label below, and its words in `role-words.ts`. */
export const roleBundles = {
  admin: Object.keys(bundles) as Bundle[],
  editor: ['writing', 'posts', 'documentation', 'media'],
  author: ['writing', 'media'],
  moderator: ['openshelf'],
  user: [],
} satisfies Record<string, readonly Bundle[]>;

export type UserRole = keyof typeof roleBundles;

/** What screens call a role: here and not with its other words, which few screens load. */
export const roleLabels: Record<UserRole, string> = {
  admin: 'Admin',
  editor: 'Editor',
  author: 'Author',
  moderator: 'Moderator',
  user: 'User',
};
export const userRoles = Object.keys(roleBundles) as [UserRole, ...UserRole[]];

/** Whoever works in the back office has its start page. */
const toPermissions = (held: readonly Bundle[]): readonly Permission[] =>
  held.length === 0 ? [] : ['overview.read', ...held.flatMap((bundle) => bundles[bundle])];

export const rolePermissions = Object.fromEntries(
  userRoles.map((role) => [role, toPermissions(roleBundles[role])]),
) as Record<UserRole, readonly Permission[]>;

export const hasPermission = (role: UserRole, permission: Permission): boolean =>
  getPermissions(role).includes(permission);

export const listRolesWith = (permission: Permission): UserRole[] =>
  userRoles.filter((role) => hasPermission(role, permission));

/** True for a role that may do more than an ordinary user; its sessions are shorter. */
export const hasAnyPermission = (role: UserRole): boolean => getPermissions(role).length > 0;

/** A role that this build does not know holds none: another tab may have stored the user of a newer build. */
const getPermissions = (role: UserRole): readonly Permission[] => rolePermissions[role] ?? [];
