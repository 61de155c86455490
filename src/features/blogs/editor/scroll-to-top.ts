/** Specification, section 9: the view scrolls to the top this long after a post was loaded, milliseconds. */
const SCROLL_AFTER_MS = 100;
/** Whoever writes or scrolls already stays in that place. */
const USES = ['keydown', 'pointerdown', 'wheel', 'touchmove'];

/** Scrolls to the top of a post that was loaded, unless someone uses the page before. Returns a function that cancels it. */
export function scrollToTopUnlessUsed(): () => void {
  const listening = new AbortController();
  const timer = setTimeout(() => {
    listening.abort();
    window.scrollTo(0, 0);
  }, SCROLL_AFTER_MS);
  const cancel = () => {
    clearTimeout(timer);
    listening.abort();
  };
  for (const type of USES) window.addEventListener(type, cancel, { capture: true, signal: listening.signal });
  return cancel;
}
