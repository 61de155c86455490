/** Specification, section 9: the view scrolls to the top this long after a post was loaded, milliseconds. */
const SCROLL_AFTER_MS = 100;
/** Whoever writes or scrolls already keeps the place. */
const CANCELLING_EVENTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'];

/** Scrolls to the top of a post that was just loaded, unless someone types, clicks or scrolls before. Returns a function that cancels it. */
export function scheduleScrollToTop(): () => void {
  const listening = new AbortController();
  const timer = setTimeout(() => {
    listening.abort();
    window.scrollTo(0, 0);
  }, SCROLL_AFTER_MS);
  const cancel = () => {
    clearTimeout(timer);
    listening.abort();
  };
  for (const type of CANCELLING_EVENTS)
    window.addEventListener(type, cancel, { capture: true, signal: listening.signal });
  return cancel;
}
