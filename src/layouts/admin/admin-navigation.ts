import type { Permission } from '#api/domain/permissions.ts';
import { adminLinks } from '#src/layouts/site/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import type { IconName } from '#src/ui/icons/icon-names.ts';

/** `key` opens the screen after `G`. */
export type AdminScreen = { label: string; href: string; icon: IconName; key: string; permission?: Permission };
export type AdminGroup = { label: string; screens: AdminScreen[] };

export const siteLink: AdminScreen = { label: 'View site', href: paths.home, icon: 'arrow-up-right', key: 'v' };

const screen = (href: string, icon: IconName, key: string): AdminScreen => {
  const link = adminLinks.find((each) => each.href === href);
  if (!link) throw new Error(`There is no admin link to ${href}.`);
  return { label: link.label, href, icon, key, permission: link.permission };
};

/** The screens of the side navigation, in its order. */
export const adminGroups: AdminGroup[] = [
  {
    label: 'Content',
    screens: [
      screen(paths.blogManager, 'file-text', 'b'),
      screen(paths.categoryManager, 'tags', 'c'),
      screen(paths.adminMedia, 'image', 'm'),
    ],
  },
  {
    label: 'Documentation',
    screens: [
      screen(paths.documentManager, 'book-open', 'd'),
      screen(paths.sectionManager, 'list-tree', 's'),
      screen(paths.productManager, 'package', 'o'),
    ],
  },
  { label: 'Site', screens: [screen(paths.adminPublishing, 'rocket', 'p'), siteLink] },
];
