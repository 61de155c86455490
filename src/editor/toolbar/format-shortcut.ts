const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

const NAMES: Record<string, string> = isMac
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃' }
  : { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓' };

/** `Mod-Alt-1` as one reads it on the keyboard. */
export const formatShortcut = (keys: string): string =>
  keys
    .split('-')
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(isMac ? ' ' : '+');
