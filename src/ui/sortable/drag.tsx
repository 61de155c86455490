import './drag.css';
import { PointerSensor, useSensor } from '@dnd-kit/core';

const DRAG_STARTS_AT_PX = 4;

/** Drags by mouse, pen or finger; a press that does not move is a click. */
export const usePointerDrag = () => useSensor(PointerSensor, { activationConstraint: { distance: DRAG_STARTS_AT_PX } });

const hasMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How what is not dragged makes room. */
export const getDragTransition = () => (hasMotion() ? { duration: 150, easing: 'ease' } : null);

/** What one drags by. */
export const GripMark = () => (
  <svg viewBox="0 0 12 18" width="12" height="18" aria-hidden="true">
    <path d="M3 3h.01M9 3h.01M3 9h.01M9 9h.01M3 15h.01M9 15h.01" />
  </svg>
);
