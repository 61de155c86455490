import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrollToTopUnlessUsed } from '#src/features/blogs/editor/scroll-to-top.ts';

const scrollTo = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', scrollTo.mockClear());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('100 ms after a post was loaded the view scrolls to the top', () => {
  scrollToTopUnlessUsed();
  vi.advanceTimersByTime(99);
  expect(scrollTo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test.each(['keydown', 'pointerdown', 'wheel', 'touchmove'])(
  'not after %s: whoever writes or scrolls keeps the place',
  (type) => {
    scrollToTopUnlessUsed();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    vi.advanceTimersByTime(1_000);
    expect(scrollTo).not.toHaveBeenCalled();
  },
);

test('not after the screen was left', () => {
  scrollToTopUnlessUsed()();
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).not.toHaveBeenCalled();
});
