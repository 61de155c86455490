import './dialog-polyfill.ts';
import './header-menus.ts';
import './remove-token.ts';

/**
 * Scripts for signed-in users are loaded only for them: they are in templates, where they are not loaded. An `import()`
 * would do the same, but then this script could not be inline.
 */
function loadSignedInScripts(): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-signed-in]')) {
    document.body.append(template.content);
    template.remove();
  }
}

const { dataset } = document.documentElement;
if ('account' in dataset) loadSignedInScripts();
addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'token' || !newValue) return;
  dataset.account ??= '';
  loadSignedInScripts();
});
