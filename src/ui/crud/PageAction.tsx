import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Puts an island's main action beside the title of its screen: into `<div slot="action" data-screen-action>`. */
export function ScreenAction({ children }: { children: ReactNode }) {
  const place = document.querySelector('[data-screen-action]');
  return place ? createPortal(children, place) : children;
}
