/** The part of the visible text that a press of Space scrolls by: some lines stay in sight. */
const SCROLLED_PART = 0.85;

/** Scrolls what is read, the text or its changes, wherever the focus is. */
export function scrollReader(step: 1 | -1): void {
  const frame = document.querySelector<HTMLIFrameElement>('.reader-text:not([hidden]) .reader-window');
  const pane = document.querySelector('.reader-scroll');
  const height = (frame ?? pane)?.clientHeight ?? 0;
  (frame?.contentWindow ?? pane)?.scrollBy({ top: step * height * SCROLLED_PART });
}

/** Presses the button that shows or hides the images, if the text has any. */
export const pressImagesButton = (): void => document.querySelector<HTMLElement>('.reader-images')?.click();

/** Shows the next of text, changes and description. */
export function showNextView(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.reader-bar .segments button')];
  const at = buttons.findIndex((button) => button.matches('[aria-pressed=true]'));
  buttons[(at + 1) % buttons.length]?.click();
}
