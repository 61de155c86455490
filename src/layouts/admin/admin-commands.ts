import { hasPermission } from '#api/domain/permissions.ts';
import type { Command } from '#src/features/command-menu/commands.ts';
import { accountLinks } from '#src/layouts/site/navigation.ts';
import { signOutAndLeave } from '#src/layouts/site/sign-out.ts';
import { paths } from '#src/lib/paths.ts';
import { $session } from '#src/stores/session.ts';
import { adminGroups, linkedScreens } from './admin-navigation.ts';

const THEMES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'settings' },
] as const;

/** What the command menu offers before and beside what is typed: the screens and actions that the user may use. */
export function listCommands(openShortcuts: () => void): Command[] {
  return [...listScreenCommands(), ...listActionCommands(openShortcuts)];
}

/** A link that the frame has hidden, or doesn’t have because its feature is switched off, is not offered either. */
const isShown = (href: string) => document.querySelector(`li:not([hidden]) > a[href="${href}"]`) !== null;

function listScreenCommands(): Command[] {
  const { user } = $session.get();
  const screens = adminGroups
    .flatMap((group) => group.screens)
    .filter(({ href }) => isShown(href))
    .map(({ label, title, href, icon, shortcut }): Command => ({
      id: `screen-${shortcut}`,
      group: 'Go to',
      label,
      href,
      icon,
      keys: ['G', shortcut.toUpperCase()],
      ...(title && { note: title }),
    }));
  const linked = linkedScreens
    .filter(
      ({ below, permission }) =>
        isShown(below) && user && (permission === null || hasPermission(user.role, permission)),
    )
    .map(({ label, href, icon }): Command => ({ id: href, group: 'Go to', label, href, icon }));
  return [...screens, ...linked];
}

function listActionCommands(openShortcuts: () => void): Command[] {
  const { user } = $session.get();
  const create: Command[] = [];
  if (user && hasPermission(user.role, 'posts.write')) {
    create.push({ id: 'new-post', group: 'Do', label: 'Add New Blog', icon: 'plus', href: paths.addBlog });
  }
  if (user && hasPermission(user.role, 'documents.write') && isShown(paths.documentManager)) {
    create.push({ id: 'new-document', group: 'Do', label: 'New document', icon: 'plus', href: paths.newDocument });
  }
  return [
    ...create,
    ...accountLinks
      .filter(({ href }) => isShown(href))
      .map(({ label, href }): Command => ({ id: href, group: 'Do', label, icon: 'user', href })),
    ...THEMES.map(({ value, label, icon }): Command => ({
      id: `theme-${value}`,
      group: 'Do',
      label: `Theme: ${label.toLowerCase()}`,
      icon,
      run: () => document.querySelector<HTMLElement>(`.theme-choice input[value="${value}"]`)?.click(),
    })),
    { id: 'shortcuts', group: 'Do', label: 'Keyboard shortcuts', icon: 'keyboard', keys: ['?'], run: openShortcuts },
    { id: 'sign-out', group: 'Do', label: 'Sign Out', icon: 'log-out', run: () => void signOutAndLeave() },
  ];
}
