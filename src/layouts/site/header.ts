import './dialog-polyfill.ts';
import './header-menus.ts';
import './remove-token.ts';

/**
 * The menu of signed-in users is loaded only for them: its script is in a template, where it is not loaded. An
 * `import()` would do the same, but then this script could not be inline.
 */
function loadAccountMenu(): void {
  const template = document.querySelector<HTMLTemplateElement>('#account_script');
  if (template) document.body.append(template.content);
  template?.remove();
}

const { dataset } = document.documentElement;
if ('account' in dataset) loadAccountMenu();
addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'token' || !newValue) return;
  dataset.account ??= '';
  loadAccountMenu();
});
