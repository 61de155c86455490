const details: HTMLDetailsElement[] = [];
const getSummary = (menu: HTMLDetailsElement) => menu.querySelector('summary');
const CLOSE_DELAY_MS = 150;

/** Hover, arrow keys, Escape and closing on focus loss, in addition to <details>. */
function enhanceMenu(menu: HTMLDetailsElement): void {
  const summary = getSummary(menu);
  const links = [...menu.querySelectorAll<HTMLElement>('a, button')];
  if (!summary) return;
  details.push(menu);
  let isOpenedByHover = false;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;

  menu.addEventListener('pointerenter', (event) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(closeTimer);
    isOpenedByHover ||= !menu.open;
    menu.open = true;
  });
  menu.addEventListener('pointerleave', () => {
    if (isOpenedByHover) closeTimer = setTimeout(() => (menu.open = false), CLOSE_DELAY_MS);
  });
  summary.addEventListener('click', (event) => {
    // The first click on a menu that hovering has opened keeps it open.
    if (isOpenedByHover) event.preventDefault();
    isOpenedByHover = false;
  });
  menu.addEventListener('toggle', () => {
    if (!menu.open) isOpenedByHover = false;
  });
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    const target = getKeyTarget(event.key, menu, summary, links);
    if (!target || (event.key === 'Escape' && !menu.open)) return;
    event.preventDefault();
    menu.open = target !== summary && menu.contains(target);
    target.focus();
  });
}

function getKeyTarget(key: string, menu: HTMLDetailsElement, summary: HTMLElement, links: HTMLElement[]) {
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (key === 'Escape') return summary;
  if (key === 'ArrowDown') return links[(at + 1) % links.length];
  if (key === 'ArrowUp') return links.at(at < 0 ? -1 : at - 1);
  if (key === 'ArrowRight') return findAdjacentSummary(menu, 1);
  if (key === 'ArrowLeft') return findAdjacentSummary(menu, -1);
  if (key === 'Home') return links[0];
  return key === 'End' ? links.at(-1) : undefined;
}

function findAdjacentSummary(menu: HTMLDetailsElement, step: number): HTMLElement | null | undefined {
  const next = details.at((details.indexOf(menu) + step) % details.length);
  return next && getSummary(next);
}

document.querySelectorAll<HTMLDetailsElement>('.header-menu').forEach(enhanceMenu);
// The menu of signed-in users is added later by a script of its own.
document.addEventListener('menu-added', (event) => enhanceMenu(event.target as HTMLDetailsElement));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') for (const menu of details) menu.open = false;
});
document.addEventListener('click', (event) => {
  for (const menu of details) if (!menu.contains(event.target as Node)) menu.open = false;
});
