import { hasPermission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { accountLinks, adminLinks, type NavLink } from './navigation.ts';
import { formatUserName, getInitials } from '#src/lib/format/user-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { $session, refreshUserIfStale, type Session } from '#src/stores/session.ts';
import { isGuardedPage, signOutAndLeave } from './sign-out.ts';
import stylesUrl from './account-menu.css?url&no-inline';

const root = document.documentElement;

// The menu of whoever is signed in, in header and drawer; it stays as the session is.
const styles = element('link', { rel: 'stylesheet', href: stylesUrl });
// Before its styles the menu would be shown as it must not look.
styles.addEventListener('load', () => $session.subscribe(show), { once: true });
document.head.append(styles);
void refreshUserIfStale();

let shown = '';

function show(session: Session): void {
  if (session.status === 'unknown') return;
  const user = session.user;
  const next = user ? `${formatUserName(user)} ${user.role}` : '';
  if (next !== shown) {
    for (const old of document.querySelectorAll('.account-menu, .account-group')) old.remove();
    if (user) insertMenu(user);
  }
  shown = next;
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
  document.querySelector('#site_drawer .sign-in')?.after(createGroup(user));
}

function createMenu(user: UserJson): HTMLDetailsElement {
  const name = formatUserName(user);
  const menu = element('details', { className: 'account-menu' });
  menu.name = 'header-menu';
  const summary = element('summary');
  const initials = element('span', { className: 'initials', textContent: getInitials(user), ariaHidden: 'true' });
  summary.append(initials, element('span', { className: 'name', textContent: name }));
  const panel = element('ul', { className: 'panel', role: 'list' });
  panel.append(element('li', { className: 'who', textContent: user.email }), ...createMenuItems(user));
  menu.append(summary, panel);
  return menu;
}

function createGroup(user: UserJson): HTMLElement {
  const group = element('nav', { className: 'account-group', ariaLabel: 'Account' });
  const list = element('ul', { role: 'list' });
  list.append(...createMenuItems(user));
  group.append(element('p', { textContent: formatUserName(user) }), list);
  return group;
}

function createMenuItems(user: UserJson): HTMLElement[] {
  const out = element('button', { type: 'button', textContent: 'Sign Out' });
  out.addEventListener('click', () => void signOutAndLeave());
  const links = adminLinks.filter(({ permission }) => hasPermission(user.role, permission));
  const admin = links.length > 0 ? [titleItem('Admin'), ...links.map(linkItem)] : [];
  const last = element('li', { className: 'out' });
  last.append(out);
  return [...accountLinks.map(linkItem), ...admin, last];
}

function linkItem({ label, href }: NavLink): HTMLElement {
  const item = element('li');
  const link = element('a', { href, textContent: label });
  if (location.pathname === href) link.ariaCurrent = 'page';
  item.append(link);
  return item;
}

const titleItem = (textContent: string) => element('li', { className: 'title', textContent });

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
