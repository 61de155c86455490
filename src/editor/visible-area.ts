import { NodeSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';

/** Marks a bar that may lie over the text: at the top of the window, or at its bottom. */
export const COVERS_TEXT = { 'data-covers-text': '' };

/** Between the line with the cursor and what covers text, pixels. */
const GAP = 8;

/** Where text can be seen, in the window: not under the bars, nor under the keyboard of a phone. */
export function measureVisibleArea(): { top: number; bottom: number } {
  const viewport = window.visualViewport;
  let top = viewport?.offsetTop ?? 0;
  let bottom = top + (viewport?.height ?? window.innerHeight);
  for (const bar of document.querySelectorAll('[data-covers-text]')) {
    const rect = bar.getBoundingClientRect();
    const style = getComputedStyle(bar);
    const isAtTop = style.position === 'sticky' && rect.top <= Number.parseFloat(style.top) + 1;
    const stickyBottom = window.innerHeight - Number.parseFloat(style.bottom);
    // What is fixed at the top stands beside the text.
    const isFixedBelow = style.position === 'fixed' && rect.top > window.innerHeight / 2;
    const isAtBottom = isFixedBelow || (style.position === 'sticky' && rect.bottom >= stickyBottom - 1);
    if (isAtTop) top = Math.max(top, rect.bottom);
    else if (isAtBottom && rect.height > 0) bottom = Math.min(bottom, rect.top);
  }
  return { top, bottom };
}

/** Options of an editor in a page that scrolls: the cursor is scrolled to where it can be seen. */
export function createScrollOptions() {
  const margin = { top: GAP, right: GAP, bottom: GAP, left: GAP };
  return {
    scrollMargin: margin,
    scrollThreshold: margin,
    /** Called before each scroll: measures, and leaves the scrolling to the editor. */
    handleScrollToSelection(_view: EditorView): boolean {
      const { top, bottom } = measureVisibleArea();
      margin.top = GAP + top;
      margin.bottom = GAP + (window.visualViewport?.height ?? window.innerHeight) - bottom;
      return false;
    },
  };
}

/** Scrolls to the cursor when a bar or the keyboard has come over it; to a selected block also while its tools have the focus. */
export function revealCursor(view: EditorView): void {
  const { selection } = view.state;
  const selected = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : null;
  const area = measureVisibleArea();
  if (selected instanceof Element) {
    const { height, bottom } = selected.getBoundingClientRect();
    if (bottom > area.bottom && height < area.bottom - area.top) revealElement(selected);
    return;
  }
  if (!view.hasFocus()) return;
  const { bottom } = view.coordsAtPos(selection.head);
  const isCovered = bottom > area.bottom && bottom < window.innerHeight;
  if (isCovered) view.dispatch(view.state.tr.scrollIntoView());
}

/** Scrolls just far enough to show an element of the text. */
export function revealElement(element: Element): void {
  const { top, bottom } = measureVisibleArea();
  const rect = element.getBoundingClientRect();
  if (rect.top < top + GAP) window.scrollBy(0, rect.top - top - GAP);
  else if (rect.bottom > bottom - GAP) window.scrollBy(0, rect.bottom - bottom + GAP);
}
