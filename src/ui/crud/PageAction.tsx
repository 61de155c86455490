import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Puts an island's main action beside the title of its screen: into `<div slot="action" data-screen-action>`. */
export function PageAction({ children }: { children: ReactNode }) {
  const slot = document.querySelector('[data-screen-action]');
  return slot ? createPortal(children, slot) : children;
}
