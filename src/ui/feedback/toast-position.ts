/**
 * Where a screen shows its messages: in its bar, or at the head of a column. The first one that is at the top of the window
 * counts.
 */
const SLOTS = '[data-toast-slot]';
/** What takes room in a bar besides its texts. */
const CONTROLS = 'a, button, input, select, svg, img';
/** Without a slot: never covered are headings, and parts of a screen marked with the attribute, such as its filters. */
const AVOIDED = 'h1, h2, h3, h4, h5, h6, [data-toast-avoid]';
const GAP_PX = 12;
/** Between the toasts and the texts of a bar. */
const BAR_GAP_PX = 8;
/** A narrower gap in a bar would break a message into too many lines. */
const NARROWEST_PX = 272;

const observer = new MutationObserver(() => placeToasts());
// A click ends a press. Captured: the scroll of an element doesn’t bubble.
for (const type of ['toast-shown', 'resize', 'scroll', 'click'])
  window.addEventListener(type, () => placeToasts(), true);

/**
 * Keeps the toasts at the top right, where they cover nothing: in the free part of the bar, else above what is in it, for
 * which the bar makes room (`--toast-height`). Runs again while toasts are shown, whenever the page changes or scrolls; not
 * under the pointer or the focus, which would lose them, and not during a press: a button that moves away gets no click.
 */
function placeToasts(): void {
  if (document.querySelector('a:active, button:active')) return;
  const area = document.querySelector<HTMLElement>('.toast-area');
  if (!area?.childElementCount) {
    observer.disconnect();
    reserve(0);
    area?.removeAttribute('style');
    return;
  }
  observer.observe(document.body, { childList: true, characterData: true, subtree: true, attributeFilter: ['open'] });
  if (area.matches(':hover, :focus-within')) return;
  const slot = findSlot();
  if (slot) placeInSlot(area, slot);
  if (slot && !isOverDialog(area)) return;
  reserve(0);
  area.removeAttribute('style');
  placeBelow(area);
}

let reserved = 0;

/** The height (px) that the slot is higher by. */
function reserve(height: number): void {
  if (height === reserved) return;
  reserved = height;
  const { style } = document.documentElement;
  if (height > 0) style.setProperty('--toast-height', `${height}px`);
  else style.removeProperty('--toast-height');
}

function findSlot(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(SLOTS)].find((slot) => {
    const { top, width } = slot.getBoundingClientRect();
    return width > 0 && top >= -1 && top < window.innerHeight / 3;
  });
}

function placeInSlot(area: HTMLElement, slot: HTMLElement): void {
  const box = slot.getBoundingClientRect();
  const isBar = slot.dataset.toastSlot === 'bar';
  const gap = isBar ? findWidestGap(slot, box) : null;
  if (gap && gap.right - gap.left >= NARROWEST_PX) {
    setPlace(area, box.top, gap);
    const room = box.height - reserved - area.offsetHeight;
    if (room >= 0) {
      reserve(0);
      area.style.top = `${box.top + room / 2}px`;
      return;
    }
  }
  setPlace(area, box.top + GAP_PX / 2, { left: box.left + GAP_PX / 2, right: box.right - GAP_PX / 2 });
  reserve(area.offsetHeight + GAP_PX);
}

type Span = { left: number; right: number };

function setPlace(area: HTMLElement, top: number, { left, right }: Span): void {
  const fromRight = document.documentElement.clientWidth - right;
  Object.assign(area.style, { top: `${top}px`, right: `${fromRight}px`, maxWidth: `${right - left}px` });
}

/** The widest part of a bar without text and controls. */
function findWidestGap(bar: HTMLElement, box: DOMRect): Span {
  const spans = [
    ...listTextBoxes(bar),
    ...[...bar.querySelectorAll(CONTROLS)].map((each) => each.getBoundingClientRect()),
  ]
    // What only a screen reader sees is 1 px wide.
    .filter(({ width, height }) => width > 1 && height > 1)
    .sort((a, b) => a.left - b.left);
  let left = box.left;
  let widest = { left, right: left };
  for (const span of [...spans, { left: box.right, right: box.right }]) {
    if (span.left - left > widest.right - widest.left) widest = { left, right: span.left };
    left = Math.max(left, span.right);
  }
  return { left: widest.left + BAR_GAP_PX, right: widest.right - BAR_GAP_PX };
}

function listTextBoxes(element: HTMLElement): DOMRect[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes: DOMRect[] = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    boxes.push(range.getBoundingClientRect());
  }
  return boxes;
}

function isOverDialog(area: HTMLElement): boolean {
  const { top } = area.getBoundingClientRect();
  return findFreeTop(area, top, 'dialog[open]') !== top;
}

/** As far below the top as headings, bars and dialogs need. */
function placeBelow(area: HTMLElement): void {
  const start = area.offsetTop;
  const free =
    findFreeTop(area, start, `${AVOIDED}, dialog[open]`) ??
    findFreeTop(area, start, `${AVOIDED}, dialog[open] :is(button, a)`);
  area.style.translate = `0 ${(free ?? start) - start}px`;
}

/** The first place at `start` or below where the area overlaps nothing of these; null when it would leave the window. */
function findFreeTop(area: HTMLElement, start: number, avoided: string): number | null {
  const { left, right, height } = area.getBoundingClientRect();
  const boxes = Array.from(document.querySelectorAll(avoided), (element) => element.getBoundingClientRect())
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
