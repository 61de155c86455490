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
