import { afterEach, beforeEach, expect, vi } from 'vitest';
import '#src/ui/feedback/toast-area.ts';

// React must know that it runs in a test, or it warns of every state that changes by itself.
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const errors: string[] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void errors.push(words.map(String).join(' ')));
});

afterEach(() => {
  expect(errors, 'console.error was called').toEqual([]);
});
