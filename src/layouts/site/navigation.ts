import type { Permission } from '#api/domain/permissions.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';

export type NavLink = { label: string; href: string; note?: string };
/** `sections` are the first parts of the addresses that belong to the menu. */
export type NavMenu = { label: string; sections: string[]; links: NavLink[] };

export const companyLinks: NavLink[] = [
  { label: 'About', href: paths.company.about },
  { label: 'Contact', href: paths.company.contact },
  { label: 'Team', href: paths.company.team },
  { label: 'Mission', href: paths.company.mission },
  { label: 'Philosophy', href: paths.company.philosophy },
  { label: 'Milestones', href: paths.company.milestones },
];

export const menus: NavMenu[] = [
  {
    label: 'Products',
    sections: ['genmate', 'taxmate', 'openshelf', 'chatmate'],
    links: [
      { label: 'GenMate', href: paths.genmate, note: 'Long-form writing, chapter by chapter' },
      { label: 'TaxMate', href: paths.taxmate, note: 'Tax, kept tidy all year' },
      { label: 'OpenShelf', href: openshelfPaths.openshelf, note: 'Finished works by independent authors' },
      { label: 'ChatMate', href: paths.chatmateWaitingList, note: 'A chat assistant, coming soon' },
    ],
  },
  {
    label: 'Blog',
    sections: ['blogs', 'categories'],
    links: [{ label: 'All posts', href: paths.blogs, note: 'On writing, money and software' }],
  },
  {
    label: 'Resources',
    sections: ['product-documents'],
    links: [
      { label: 'GenMate documents', href: paths.productDocuments('GenMate'), note: 'Guides for writers' },
      { label: 'All product documents', href: paths.productDocuments(), note: 'Every product, one place' },
    ],
  },
  { label: 'Company', sections: ['company'], links: companyLinks },
];

/** The pages of a product, above the headline of each of them. */
export const productMenus = {
  genmate: {
    product: 'genmate',
    name: 'GenMate',
    items: [
      { label: 'GenMate', href: paths.genmate },
      { label: 'Features', href: paths.genmateFeatures },
      { label: 'Pricing', href: paths.genmatePricing },
      { label: 'Community', href: paths.genmateCommunity },
      { label: 'Waiting list', href: paths.genmateWaitingList },
    ],
  },
  taxmate: {
    product: 'taxmate',
    name: 'TaxMate',
    items: [
      { label: 'TaxMate', href: paths.taxmate },
      { label: 'Packages', href: paths.comparePackages },
      { label: 'Subscribe', href: paths.subscribe },
    ],
  },
} as const;

/** The part of an address that changes the navigation: a link to the page itself, else the menu that the page is in. */
export function getNavigationKey(path: string): string {
  const hasLink = menus.some(({ links }) => links.some(({ href }) => href === path));
  return hasLink ? path : (path.split('/')[1] ?? '');
}

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
  { label: 'Billing', href: paths.adminBilling, permission: 'billing.read' },
  { label: 'OpenShelf Admin', href: openshelfPaths.adminOpenshelf, permission: 'openshelf.review' },
  { label: 'Review Queue', href: openshelfPaths.reviewQueue, permission: 'openshelf.review' },
  { label: 'Publications', href: openshelfPaths.publicationManager, permission: 'openshelf.review' },
  { label: 'Statistics', href: openshelfPaths.openshelfStats, permission: 'openshelf.review' },
  { label: 'Navigation', href: paths.adminNavigation, permission: 'navigation.manage' },
  { label: 'Publishing', href: paths.adminPublishing, permission: 'publishes.manage' },
  { label: 'System', href: paths.adminSystem, permission: 'system.manage' },
];
