import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

type Props = { children: ReactNode };

/** Puts children into a slot of the bar of the screen (`AdminLayout`); without a bar they stay in place. */
function renderInBar(selector: string, children: ReactNode) {
  const slot = document.querySelector(selector);
  return slot ? createPortal(children, slot) : children;
}

/** The one primary button of a screen, at the right of its bar. */
export const PageAction = ({ children }: Props) => renderInBar('[data-screen-action]', children);

/** How many there are, beside the title of the screen. */
export const ScreenCount = ({ children }: Props) => renderInBar('[data-screen-count]', children);

/** The title of a screen that the island knows, such as the name of a user, in place of that of the page. */
export const ScreenTitle = ({ children }: Props) => renderInBar('[data-screen-title]', children);
