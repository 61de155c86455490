/** Scrolls a row of links sideways, on the phone, until the current one is in the middle. */
export function scrollToCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (!nav || !current) return;
  const distance = current.getBoundingClientRect().left - nav.getBoundingClientRect().left;
  nav.scrollLeft += distance - (nav.clientWidth - current.offsetWidth) / 2;
}
