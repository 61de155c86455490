import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import '#src/ui/feedback/toast-area.ts';
import '#src/ui/feedback/toast-undo.ts';
import { closeIslandSite } from './island-site.tsx';

// A busy machine may take longer than the second that is the default.
configure({ asyncUtilTimeout: 20_000 });
skipOwnerStacks();
printPageOnlyAtTheEnd();

// Files of a worker share modules and the page (`isolate: false`): what the page lacks is added once.
if (!('popovers' in document.documentElement.dataset)) {
  document.documentElement.dataset.popovers = '';
  completePage();
}

/**
 * React makes an Error for each element, which says where it was made, and stops for a while after 10,000 of them. Nothing here reads these, and
 * they take two fifths of the processor time of a test that types.
 */
function skipOwnerStacks(): void {
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const shared = (React as unknown as Record<typeof internals, object>)[internals];
  const recentlyCreatedOwnerStacks = { get: () => Number.POSITIVE_INFINITY, set: () => undefined, configurable: true };
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', recentlyCreatedOwnerStacks);
}

/** A wait looks again at each change of the page: only the error that ends it has the page in its text, which takes longer than the look. */
function printPageOnlyAtTheEnd(): void {
  configure({
    getElementError(message, container) {
      const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
        _disableExpensiveErrorDiagnostics?: boolean;
      };
      const text = isWaiting ? message : `${message}\n\n${prettyDOM(container)}`;
      return Object.assign(new Error(text ?? ''), { name: 'TestingLibraryElementError' });
    },
  });
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
