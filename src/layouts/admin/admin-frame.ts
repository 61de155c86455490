import './admin-shortcuts.ts';
import '#src/ui/feedback/toast-position.ts';
import '#src/ui/feedback/toast-undo.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { hasPermission, type Permission, roleLabels } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { signOutAndLeave } from '#src/layouts/site/sign-out.ts';
import { api } from '#src/lib/api-client.ts';
import type { NavigationCounts } from '#src/lib/navigation-counts.ts';
import { formatUserName, getInitials } from '#src/lib/format/user-name.ts';
import { $session } from '#src/stores/session.ts';
import { phone } from '#src/styles/breakpoints.ts';

const drawer = document.querySelector<HTMLDialogElement>('#admin_drawer');
const inner = document.querySelector<HTMLElement>('#admin_side');
const side = inner?.parentElement;

/** The drawer of the phone shows the one navigation of the page: it is moved there while the drawer is open. */
if (drawer && inner && side) {
  document.querySelector('[data-menu]')?.addEventListener('click', () => drawer.append(inner));
  drawer.addEventListener('close', () => side.append(inner));
  matchMedia(phone).addEventListener('change', () => drawer.close());
}

let countedFor: number | null = null;

$session.subscribe(({ user }) => {
  if (!user) return;
  showUser(user);
  hideForbidden(user);
  if (countedFor === user.id || !hasPermission(user.role, 'overview.read')) return;
  countedFor = user.id;
  void loadCounts();
});

// A screen reports how many there are after an act; null: something changed, but it doesn't know how many there are.
document.addEventListener('navigation-counts', (event) => {
  const { detail } = event as CustomEvent<NavigationCounts | null>;
  if (detail) showCounts(detail);
  else if (countedFor !== null) void loadCounts();
});

/** The pre-rendered page is the same for everyone, so it has every link. */
function hideForbidden(user: UserJson): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-permission]:not([data-development-only])')) {
    item.hidden = !hasPermission(user.role, item.dataset.permission as Permission);
  }
}

function showUser(user: UserJson): void {
  const texts = {
    '[data-account-name]': formatUserName(user),
    '[data-account-email]': user.email,
    '[data-account-role]': roleLabels[user.role],
    '[data-account-initials]': getInitials(user),
  };
  for (const [selector, text] of Object.entries(texts)) {
    for (const node of document.querySelectorAll(selector)) node.textContent = text;
  }
}

async function loadCounts(): Promise<void> {
  // The navigation works without its counts, so a failure is not shown.
  const loaded = await api.get('/api/overview/counts').catch(() => null);
  if (!loaded) return;
  const { has_email_previews: hasEmailPreviews, ...counts } = loaded;
  for (const item of document.querySelectorAll<HTMLElement>('[data-development-only]')) {
    item.hidden = !hasEmailPreviews;
  }
  showCounts(counts);
}

function showCounts(counts: NavigationCounts): void {
  for (const node of document.querySelectorAll<HTMLElement>('[data-count]')) {
    const count = counts[node.dataset.count as keyof NavigationCounts];
    if (count === undefined) continue;
    // Nothing failed: no badge.
    node.hidden = count === null || (count === 0 && node.dataset.kind === 'failures');
    node.textContent = count === null ? '' : formatNumber(count);
  }
}

document.querySelector('[data-sign-out]')?.addEventListener('click', () => void signOutAndLeave());
