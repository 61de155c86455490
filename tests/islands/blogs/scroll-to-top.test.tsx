import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleScrollToTop } from '#src/features/blogs/editor/scroll-to-top.ts';

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
  scheduleScrollToTop();
  vi.advanceTimersByTime(99);
  expect(scrollTo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test.each(['keydown', 'pointerdown', 'wheel', 'touchmove'])('%s before that cancels the scroll', (type) => {
  scheduleScrollToTop();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('leaving the screen cancels the scroll', () => {
  scheduleScrollToTop()();
  vi.advanceTimersByTime(1_000);
  expect(scrollTo).not.toHaveBeenCalled();
});
