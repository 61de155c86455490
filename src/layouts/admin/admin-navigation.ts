import type { Permission } from '#api/domain/permissions.ts';
import type { OverviewCountsJson } from '#api/features/overview/overview.contract.ts';
import { type AdminLink, adminLinks } from '#src/layouts/site/navigation.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import type { IconName } from '#src/ui/icons/icon-names.ts';

export type AdminScreen = {
  label: string;
  href: string;
  icon: IconName;
  /** Opens the screen after `G`. */
  shortcut: string;
  permission: Permission | null;
  /** The heading of the screen where it is not the label; the command menu finds both. */
  title?: string;
  /** The name of its count in the overview. */
  count?: keyof OverviewCountsJson;
  /** Hidden unless the server has email previews. */
  isDevelopmentOnly?: boolean;
};
type AdminGroup = { label: string | null; screens: AdminScreen[] };

type Details = Pick<AdminScreen, 'icon' | 'shortcut' | 'count' | 'title'>;

/** What the link says is read when it is shown: some of it is a name that the owner gives. */
function createScreen(href: string, details: Details): AdminScreen {
  const link = adminLinks.find((each) => each.href === href);
  if (!link) throw new Error(`No link to ${href}`);
  return Object.assign(Object.create(link) as AdminLink, details);
}

/** Counts of what failed: they stand out, and zero is not shown. */
export const failureCounts: (keyof OverviewCountsJson)[] = ['failed_publishes', 'billing_problems', 'unsent_emails'];

/** The screens of the side navigation, in its order. */
export const adminGroups: AdminGroup[] = [
  {
    label: null,
    screens: [createScreen(paths.admin, { icon: 'house', shortcut: 'h' })],
  },
  {
    label: 'Content',
    screens: [
      createScreen(paths.adminPages, { icon: 'panels-top-left', shortcut: 'j' }),
      createScreen(paths.blogManager, { icon: 'file-text', shortcut: 'b', count: 'posts' }),
      createScreen(paths.categoryManager, { icon: 'tags', shortcut: 'c', count: 'categories' }),
      createScreen(paths.adminMedia, { icon: 'image', shortcut: 'm', count: 'uploads' }),
    ],
  },
  {
    label: 'Documentation',
    screens: [
      createScreen(paths.documentManager, { icon: 'book-open', shortcut: 'd', count: 'documents' }),
      createScreen(paths.sectionManager, { icon: 'list-tree', shortcut: 's', count: 'sections' }),
      createScreen(paths.productManager, { icon: 'package', shortcut: 'o', count: 'products' }),
    ],
  },
  {
    label: 'People',
    screens: [
      createScreen(paths.userManager, { icon: 'users', shortcut: 'u', count: 'users' }),
      createScreen(paths.waitingListManager, { icon: 'hourglass', shortcut: 'w', count: 'waiting' }),
      createScreen(paths.adminMail, { icon: 'send', shortcut: 'i', count: 'unsent_emails' }),
      createScreen(paths.adminAudit, { icon: 'scroll-text', shortcut: 'a' }),
    ],
  },
  {
    label: 'Money',
    screens: [
      createScreen(paths.adminPlans, { icon: 'tag', shortcut: 'q' }),
      createScreen(paths.adminBilling, { icon: 'credit-card', shortcut: 'l', count: 'billing_problems' }),
    ],
  },
  {
    label: 'Shelf',
    screens: [
      createScreen(openshelfPaths.adminOpenshelf, { icon: 'library', shortcut: 'f' }),
      createScreen(openshelfPaths.reviewQueue, {
        title: 'Pending reviews',
        icon: 'inbox',
        shortcut: 'r',
        count: 'pending_reviews',
      }),
      createScreen(openshelfPaths.publicationManager, {
        title: 'Manage All Publications',
        icon: 'book-copy',
        shortcut: 'k',
      }),
      createScreen(openshelfPaths.openshelfStats, { icon: 'chart-column', shortcut: 't' }),
    ],
  },
  {
    label: 'Site',
    screens: [
      createScreen(paths.adminNavigation, { icon: 'signpost', shortcut: 'n' }),
      createScreen(paths.adminSettings, { icon: 'pencil', shortcut: 'x' }),
      createScreen(paths.adminPublishing, { icon: 'rocket', shortcut: 'p', count: 'failed_publishes' }),
      createScreen(paths.adminSystem, { icon: 'settings', shortcut: 'y' }),
      {
        label: 'Email previews',
        href: paths.adminMails,
        icon: 'mail',
        shortcut: 'e',
        permission: 'mail.read',
        isDevelopmentOnly: true,
      },
      { label: 'View site', href: paths.home, icon: 'arrow-up-right', shortcut: 'v', permission: null },
    ],
  },
];

/** Screens that other screens link to: the command menu has them, the side navigation doesn’t. */
export const linkedScreens: (Pick<AdminScreen, 'label' | 'href' | 'icon' | 'permission'> & {
  /** The screen of the side navigation that leads to it. */
  below: string;
})[] = [
  {
    label: 'Rejection reasons',
    href: openshelfPaths.rejectionReasons,
    icon: 'message-square',
    permission: 'openshelf.manage',
    below: openshelfPaths.adminOpenshelf,
  },
  { label: 'API keys', href: paths.adminApi, icon: 'webhook', permission: 'api.manage', below: paths.adminSystem },
  {
    label: 'Import',
    href: paths.adminImport,
    icon: 'download',
    permission: 'settings.manage',
    below: paths.adminSystem,
  },
  {
    label: 'Authors',
    href: paths.adminAuthors,
    icon: 'users',
    permission: 'categories.manage',
    below: paths.categoryManager,
  },
  { label: 'Tags', href: paths.adminTags, icon: 'tag', permission: 'categories.manage', below: paths.categoryManager },
  {
    label: 'Webhooks',
    href: openshelfPaths.openshelfWebhooks,
    icon: 'webhook',
    permission: 'openshelf.review',
    below: openshelfPaths.adminOpenshelf,
  },
];
