/** Where the clock of this browser is: for a guess, never to show a time in. */
export const getBrowserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
