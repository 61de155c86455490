import './dialogs.ts';

const details = [...document.querySelectorAll<HTMLDetailsElement>('.header-menu')];
const summaryOf = (menu: HTMLDetailsElement) => menu.querySelector('summary');
const LEAVE_MS = 150;

/** Hover, arrow keys, Escape and closing on focus loss, on top of what <details> does by itself. */
function enhanceMenu(menu: HTMLDetailsElement): void {
  const summary = summaryOf(menu);
  const links = [...menu.querySelectorAll('a')];
  if (!summary) return;
  let byHover = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  menu.addEventListener('pointerenter', (event) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(leaving);
    byHover ||= !menu.open;
    menu.open = true;
  });
  menu.addEventListener('pointerleave', () => {
    if (byHover) leaving = setTimeout(() => (menu.open = false), LEAVE_MS);
  });
  summary.addEventListener('click', (event) => {
    // The first click on a menu that hovering has opened keeps it open.
    if (byHover) event.preventDefault();
    byHover = false;
  });
  menu.addEventListener('toggle', () => {
    if (!menu.open) byHover = false;
  });
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const targets: Record<string, () => HTMLElement | null | undefined> = {
      Escape: () => summary,
      ArrowDown: () => links[(at + 1) % links.length],
      ArrowUp: () => links.at(at < 0 ? -1 : at - 1),
      ArrowRight: () => neighbour(menu, 1),
      ArrowLeft: () => neighbour(menu, -1),
      Home: () => links[0],
      End: () => links.at(-1),
    };
    const target = targets[event.key]?.();
    if (!target || (event.key === 'Escape' && !menu.open)) return;
    event.preventDefault();
    if (event.key.startsWith('Arrow') || event.key !== 'Escape')
      menu.open = menu.contains(target) && target !== summary;
    else menu.open = false;
    target.focus();
  });
}

function neighbour(menu: HTMLDetailsElement, step: number): HTMLElement | null | undefined {
  const next = details.at((details.indexOf(menu) + step) % details.length);
  return next && summaryOf(next);
}

details.forEach(enhanceMenu);
document.addEventListener('click', (event) => {
  for (const menu of details) if (!menu.contains(event.target as Node)) menu.open = false;
});
