import { Plugin } from '@milkdown/kit/prose/state';
import { $prose } from '@milkdown/kit/utils';

/**
 * Reads the selection before each key. Chromium says that it moved only after the keys that are already waiting: Enter right
 * after End, while the page was busy, would replace the words that were selected before.
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
