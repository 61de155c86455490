import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { accountLinks, adminLinks, type NavLink } from './navigation.ts';
import { formatUserName } from '#src/lib/format/user-name.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { $session, refreshUserIfStale, type Session, signOut } from '#src/stores/session.ts';
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
    if (user) {
      insertMenu(user);
      hideForbiddenLinks(user);
    }
  }
  shown = next;
  if (user) root.dataset.account = 'shown';
  else delete root.dataset.account;
  if (session.status === 'signed-out' && session.reason === 'ended' && !isGuarded()) {
    showToast('Your session has ended. Sign in again.', 'info');
  }
}

/** The back office's own menu is prerendered with every link. */
function hideForbiddenLinks(user: UserJson): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-permission]')) {
    item.hidden = !hasPermission(user.role, item.dataset.permission as Permission);
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

/** Public pages stay as they are; a page of signed-in people makes way for the home page. */
async function signOutAndLeave(): Promise<void> {
  const wasGuarded = isGuarded();
  const isEnded = await signOut();
  const message = isEnded
    ? 'You’re signed out.'
    : 'You’re signed out on this device, but the server didn’t respond. Next time you sign in, end this session under Devices.';
  const kind = isEnded ? 'success' : 'error';
  if (!wasGuarded) return showToast(message, kind);
  showToastAfterNavigation(message, kind);
  location.assign(paths.home);
}

const isGuarded = () => document.querySelector('[data-guarded]') !== null;

const getInitials = (user: UserJson) =>
  (user.first_name && user.last_name ? [user.first_name, user.last_name] : [user.email])
    .map((word) => Array.from(word)[0]?.toUpperCase())
    .join('');

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
