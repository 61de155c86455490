/** Never covered: headings, and parts of a screen marked with the attribute, such as its bar and the filters. */
const AVOIDED = 'h1, h2, h3, h4, h5, h6, [data-toast-avoid]';
const GAP_PX = 12;

const observer = new MutationObserver(() => placeToasts());
document.addEventListener('toast-shown', () => placeToasts());
window.addEventListener('resize', () => placeToasts());
document.addEventListener('scroll', () => placeToasts(), { capture: true, passive: true });

/**
 * Keeps the toasts at the top right, or as far below as headings, bars and dialogs need. Runs again while toasts are
 * shown, whenever the page changes or scrolls; not under the pointer or the focus, which would lose them.
 */
function placeToasts(): void {
  const area = document.querySelector<HTMLElement>('.toast-area');
  if (!area?.childElementCount) {
    observer.disconnect();
    if (area) area.style.translate = '';
    return;
  }
  // Where a screen keeps a place for them.
  if (getComputedStyle(area).getPropertyValue('--toast-place') === 'fixed') return;
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  if (area.matches(':hover, :focus-within')) return;
  const besideDialogs = `${AVOIDED}, dialog[open]`;
  const { top } = area.getBoundingClientRect();
  if (findFreeTop(area, top, besideDialogs) === top) return;
  // `offsetTop` ignores `translate`: it is where the style sheet puts the area.
  const start = area.offsetTop;
  const free =
    findFreeTop(area, start, besideDialogs) ?? findFreeTop(area, start, `${AVOIDED}, dialog[open] :is(button, a)`);
  area.style.translate = `0 ${(free ?? start) - start}px`;
}

/** The first place at `start` or below where the area overlaps nothing of these; null when it would leave the window. */
function findFreeTop(area: HTMLElement, start: number, avoided: string): number | null {
  const { left, right, height } = area.getBoundingClientRect();
  const boxes = Array.from(document.querySelectorAll(avoided), (element) => element.getBoundingClientRect())
    // What only a screen reader sees is 1 px wide.
    .filter((box) => box.width > 1 && box.height > 1 && box.left < right && box.right > left)
    .sort((a, b) => a.top - b.top);
  let top = start;
  for (const box of boxes) {
    if (box.top < top + height && box.bottom > top) top = box.bottom + GAP_PX;
  }
  return top + height <= window.innerHeight ? top : null;
}

// A toast of the previous page may be shown before this script runs.
placeToasts();
