import { configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import '#src/ui/feedback/toast-area.ts';

// A busy machine may take longer than the second that is the default.
configure({ asyncUtilTimeout: 20_000 });

// happy-dom knows neither the rows of a table section nor the element <search>.
Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
  get(this: HTMLElement) {
    return this.querySelectorAll('tr');
  },
});
const isSearchWarning = ([format, tag]: unknown[]) =>
  tag === 'search' && String(format).startsWith('The tag <%s> is unrecognized');

const errors: string[] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    if (!isSearchWarning(words)) errors.push(words.map(String).join(' '));
  });
});

afterEach(() => {
  expect(errors, 'console.error was called').toEqual([]);
});
