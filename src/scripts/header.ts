import './dialogs.ts';
import { enhanceMenu } from './header-menus.ts';

// A token in the address is for other sites. Ours never reads it, and does not leave it in the address bar.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
}

/** The menu of signed-in people comes only for them: visitors load nothing of it. */
let isLoaded = false;
function loadAccountMenu(): void {
  if (isLoaded || !('account' in document.documentElement.dataset)) return;
  isLoaded = true;
  void import('./account-menu.ts').then(({ startAccountMenu }) => startAccountMenu(enhanceMenu));
}

loadAccountMenu();
addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'token' || !newValue) return;
  document.documentElement.dataset.account = '';
  loadAccountMenu();
});
try {
  if (sessionStorage.getItem('notice')) void import('./notice.ts').then(({ showKeptNotice }) => showKeptNotice());
} catch {
  // storage is forbidden: then nothing was kept there
}
