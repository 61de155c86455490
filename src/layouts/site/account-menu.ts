import { isPathOn } from '#api/domain/features.ts';
import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { accountLinks, adminLinks, type NavLink } from './navigation.ts';
import { formatUserName, getInitials } from '#src/lib/format/user-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { $session, refreshUserIfStale, type Session } from '#src/stores/session.ts';
import { isGuardedPage, signOutAndLeave } from './sign-out.ts';
import stylesUrl from './account-menu.css?url&no-inline';

const root = document.documentElement;

// The menu of the signed-in user, in header and drawer; it follows the session.
const styles = createElement('link', { rel: 'stylesheet', href: stylesUrl });
// Before its styles the menu would be shown as it must not look.
styles.addEventListener('load', () => $session.subscribe(showSession), { once: true });
document.head.append(styles);
void refreshUserIfStale();

let shownUser = '';

function showSession(session: Session): void {
  if (session.status === 'unknown') return;
  const user = session.user;
  const next = user ? `${formatUserName(user)} ${user.role}` : '';
  if (next !== shownUser) {
    for (const old of document.querySelectorAll('.account-menu, .account-group')) old.remove();
    if (user) insertMenu(user);
  }
  shownUser = next;
  for (const link of document.querySelectorAll<HTMLElement>('[data-permission]'))
    link.hidden = !user || !hasPermission(user.role, link.dataset.permission as Permission);
  if (user) root.dataset.account = 'shown';
  else delete root.dataset.account;
  if (session.status === 'signed-out' && session.reason === 'ended' && !isGuardedPage()) {
    showToast('Your session has ended. Sign in again.', 'info');
  }
}

function insertMenu(user: UserJson): void {
  const menu = createMenu(user);
  document.querySelector('.site-header .sign-in')?.after(menu);
  menu.dispatchEvent(new Event('menu-added', { bubbles: true }));
  document.querySelector('#site_drawer')?.append(createGroup(user));
}

function createMenu(user: UserJson): HTMLDetailsElement {
  const name = formatUserName(user);
  const menu = createElement('details', { className: 'account-menu' });
  menu.name = 'header-menu';
  const summary = createElement('summary');
  const initials = createElement('span', { className: 'initials', textContent: getInitials(user), ariaHidden: 'true' });
  summary.append(initials, createElement('span', { className: 'name', textContent: name }));
  const panel = createElement('ul', { className: 'panel', role: 'list' });
  panel.append(createElement('li', { className: 'who', textContent: user.email }), ...createMenuItems(user));
  menu.append(summary, panel);
  return menu;
}

function createGroup(user: UserJson): HTMLElement {
  const group = createElement('nav', { className: 'account-group', ariaLabel: 'Account' });
  const list = createElement('ul', { role: 'list' });
  list.append(...createMenuItems(user));
  group.append(createElement('p', { textContent: formatUserName(user) }), list);
  return group;
}

/** Not of a feature that is switched off. */
const isOn = ({ href }: Pick<NavLink, 'href'>) => isPathOn(href, getSiteFacts());

function createMenuItems(user: UserJson): HTMLElement[] {
  const signOutButton = createElement('button', { type: 'button', textContent: 'Sign Out' });
  signOutButton.addEventListener('click', () => void signOutAndLeave());
  const links = adminLinks.filter(({ href, permission }) => isOn({ href }) && hasPermission(user.role, permission));
  const admin = links.length > 0 ? [createTitleItem('Admin'), ...links.map(createLinkItem)] : [];
  const signOutItem = createElement('li', { className: 'out' });
  signOutItem.append(signOutButton);
  return [...accountLinks.filter(isOn).map(createLinkItem), ...admin, signOutItem];
}

function createLinkItem({ label, href }: NavLink): HTMLElement {
  const item = createElement('li');
  const link = createElement('a', { href, textContent: label });
  if (location.pathname === href) link.ariaCurrent = 'page';
  item.append(link);
  return item;
}

const createTitleItem = (textContent: string) => createElement('li', { className: 'title', textContent });

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
