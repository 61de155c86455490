import type { Permission } from '#api/domain/permissions.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';

export type NavLink = { label: string; href: string };

/** Links in the menu of signed-in users, in the header and in the drawer. */
export const accountLinks: NavLink[] = [
  { label: 'Profile', href: paths.profile },
  { label: 'Subscriptions', href: paths.subscriptions },
  { label: 'Settings', href: paths.settings },
];

export type AdminLink = NavLink & { permission: Permission };

/** The screens for admins, each for those who hold its permission. */
export const adminLinks: AdminLink[] = [
  { label: 'Start', href: paths.admin, permission: 'overview.read' },
  { label: 'Pages', href: paths.adminPages, permission: 'settings.manage' },
  { label: 'Blog manager', href: paths.blogManager, permission: 'posts.write' },
  { label: 'Blog Categories', href: paths.categoryManager, permission: 'categories.manage' },
  { label: 'Media', href: paths.adminMedia, permission: 'uploads.manage' },
  { label: 'Documents Manager', href: paths.documentManager, permission: 'documents.write' },
  { label: 'Doc Sections', href: paths.sectionManager, permission: 'sections.manage' },
  { label: 'Products Manager', href: paths.productManager, permission: 'products.manage' },
  { label: 'User Manager', href: paths.userManager, permission: 'users.read' },
  { label: 'Waiting list manager', href: paths.waitingListManager, permission: 'waiting-list.manage' },
  { label: 'Mail', href: paths.adminMail, permission: 'mail.read' },
  { label: 'Audit log', href: paths.adminAudit, permission: 'audit.read' },
  { label: 'Plans', href: paths.adminPlans, permission: 'settings.manage' },
  { label: 'Billing', href: paths.adminBilling, permission: 'billing.read' },
  {
    get label() {
      return `${getSiteFacts().shelf} Admin`;
    },
    href: openshelfPaths.adminOpenshelf,
    permission: 'openshelf.review',
  },
  { label: 'Review Queue', href: openshelfPaths.reviewQueue, permission: 'openshelf.review' },
  { label: 'Publications', href: openshelfPaths.publicationManager, permission: 'openshelf.review' },
  { label: 'Statistics', href: openshelfPaths.openshelfStats, permission: 'openshelf.review' },
  { label: 'Navigation', href: paths.adminNavigation, permission: 'navigation.manage' },
  { label: 'Site settings', href: paths.adminSettings, permission: 'settings.manage' },
  { label: 'Publishing', href: paths.adminPublishing, permission: 'publishes.manage' },
  { label: 'System', href: paths.adminSystem, permission: 'system.manage' },
];
