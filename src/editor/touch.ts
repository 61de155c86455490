/** Whether the text is written by touch: its bar is at the foot, and the system has its own menu over selected words. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
