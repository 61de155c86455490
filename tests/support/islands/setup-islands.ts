import { configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import '#src/ui/feedback/toast-area.ts';
import '#src/ui/feedback/toast-undo.ts';
import { closeIslandSite } from './island-site.tsx';

// A busy machine may take longer than the second that is the default.
configure({ asyncUtilTimeout: 20_000 });

// Files of a worker share modules and the page (`isolate: false`): what the page lacks is added once.
if (!('popovers' in document.documentElement.dataset)) {
  document.documentElement.dataset.popovers = '';
  completePage();
}

function completePage(): void {
  // happy-dom knows neither the rows of a table section nor the element <search>.
  Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
    get(this: HTMLElement) {
      return this.querySelectorAll('tr');
    },
  });
  // Nor does it know popovers: a press of the button that names one opens or closes it, as the browser does.
  Object.assign(HTMLElement.prototype, {
    hidePopover(this: HTMLElement) {
      if (!this.hasAttribute('data-open')) return;
      this.removeAttribute('data-open');
      this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }));
    },
    showPopover(this: HTMLElement) {
      this.setAttribute('data-open', '');
      this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
    },
  });
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[popovertarget]');
    const popover = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (popover) popover[popover.hasAttribute('data-open') ? 'hidePopover' : 'showPopover']();
  });
}

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
// Before the check above: hooks run from the last one to the first.
afterEach(closeIslandSite);
