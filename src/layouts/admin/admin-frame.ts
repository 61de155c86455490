import '#src/layouts/site/dialog-polyfill.ts';
import '#src/layouts/site/remove-token.ts';
import '#src/layouts/site/theme-switch.ts';
import '#src/ui/feedback/toast-area.ts';
import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { signOutAndLeave } from '#src/layouts/site/sign-out.ts';
import { formatUserName, getInitials } from '#src/lib/format/user-name.ts';
import { $session } from '#src/stores/session.ts';

$session.subscribe(({ user }) => {
  if (!user) return;
  showUser(user);
  for (const item of document.querySelectorAll<HTMLElement>('[data-permission]')) {
    item.hidden = !hasPermission(user.role, item.dataset.permission as Permission);
  }
});

function showUser(user: UserJson): void {
  const texts = {
    '[data-account-name]': formatUserName(user),
    '[data-account-email]': user.email,
    '[data-account-initials]': getInitials(user),
  };
  for (const [selector, text] of Object.entries(texts)) {
    for (const node of document.querySelectorAll(selector)) node.textContent = text;
  }
}

document.querySelector('[data-sign-out]')?.addEventListener('click', () => void signOutAndLeave());

const PHONE = matchMedia('(max-width: 44.0624rem)');
const drawer = document.querySelector<HTMLDialogElement>('#admin_drawer');
const inner = document.querySelector<HTMLElement>('#admin_side');
const side = inner?.parentElement;

/** The drawer shows the one navigation of the page: it is moved there while the drawer is open. */
if (drawer && inner && side) {
  document.querySelector('.menu-button')?.addEventListener('click', () => drawer.append(inner));
  drawer.addEventListener('close', () => side.append(inner));
  PHONE.addEventListener('change', () => drawer.close());
}
