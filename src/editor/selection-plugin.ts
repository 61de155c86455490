import { Plugin } from '@milkdown/kit/prose/state';
import { $prose } from '@milkdown/kit/utils';

/**
 * Makes the editor read the selection before each key. Chromium sends `selectionchange` only after the key events that are
 * already queued: Enter right after End, while the page was busy, would replace the words that were selected before.
 */
export const selectionPlugin = $prose(
  () =>
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(_view, { isComposing }) {
            if (!isComposing) document.dispatchEvent(new Event('selectionchange'));
            return false;
          },
        },
      },
    }),
);
